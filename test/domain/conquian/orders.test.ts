import { describe, expect, test } from 'vitest';
import { engine } from '../../../domain/games/conquian/index.ts';
import { openDecision } from '../../../domain/games/conquian/progress.ts';
import type { State } from '../../../domain/games/conquian/types.ts';
import { allow, decline, force, given, playAll } from './support.ts';

const answer = (id: string, state: State) => {
  const order = engine.orders.find((template) => template.id === id) ?? expect.fail(`no order ${id}`);
  const open = openDecision(state) ?? expect.fail('nobody decides');
  expect(order.decision).toBe(open.kind);
  return order.answer(
    engine.view(state, open),
    engine.legalMoves(state, open.seat),
    order.parameters.parse({}),
  );
};

describe.each([
  ['decline-unless-melds', 'offered'],
  ['pass-unless-melds', 'turned'],
] as const)('the order %s', (id, phase) => {
  test('declines a card that completes no meld', () => {
    expect(answer(id, given({ phase, hands: ['5H 7C', ''], centre: '6H' }))).toEqual(decline);
  });

  test('leaves a card to its owner that completes a meld, even by a rearrangement', () => {
    expect(answer(id, given({ phase, hands: ['5H 7H', ''], centre: '6H' }))).toBeUndefined();
    const rearranged = given({
      phase,
      tables: ['5S 6S 7S JS | 5D 6D 7D JD', ''],
      hands: ['AH KC', ''],
      centre: 'JH',
    });
    expect(answer(id, rearranged)).toBeUndefined();
  });

  test('leaves a forced card to its owner', () => {
    expect(
      answer(id, given({ phase, tables: ['3H 4H 5H', ''], centre: '6H', forced: true })),
    ).toBeUndefined();
  });
});

test.each([
  ['always-force', force],
  ['always-allow', allow],
] as const)('the order %s answers each time', (id, expected) => {
  const asked = playAll(given({ tables: ['3H 4H 5H', ''], centre: '6H' }), [0, decline]);
  expect(answer(id, asked)).toEqual(expected);
});

test('no order takes parameters', () => {
  for (const order of engine.orders) expect(order.parameters.safeParse({ unasked: 1 }).success).toBe(false);
});
