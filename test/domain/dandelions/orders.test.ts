import { describe, expect, it, test } from 'vitest';
import { engine } from '../../../domain/games/dandelions/index.ts';
import type { Face, Move, State } from '../../../domain/games/dandelions/types.ts';
import { given } from './support.ts';

/** What a standing order of seat 1 answers in a position; parameters are parsed as the match does. */
const answer = (state: State, id: string, parameters: unknown): Move | undefined => {
  const order = engine.orders.find((template) => template.id === id) ?? expect.fail(`no order ${id}`);
  const seat = state.pending?.seat ?? 0;
  return order.answer(
    engine.view(state, { seat }),
    engine.legalMoves(state, seat),
    order.parameters.parse(parameters),
  );
};

const atReroll = (pool: Face[]) =>
  given(
    [
      { token: 7, pool: [6, 6] },
      { token: 0, pool },
    ],
    { pending: { seat: 1, kind: 'reroll' } },
  );
const atGust = given([{ token: 7 }, { token: 5 }], { pending: { seat: 1, kind: 'gust' } });

describe('standing orders', () => {
  it('always-keep keeps', () => expect(answer(atReroll([1]), 'always-keep', {})).toEqual({ type: 'keep' }));

  it('always-reroll rerolls', () =>
    expect(answer(atReroll([6]), 'always-reroll', {})).toEqual({ type: 'reroll' }));

  test.each<{ pool: Face[]; averageUnder: number; type: string }>([
    { pool: [3, 4], averageUnder: 4, type: 'reroll' },
    { pool: [4, 4], averageUnder: 4, type: 'keep' },
    { pool: [1, 6, 6], averageUnder: 4, type: 'keep' },
    { pool: [1], averageUnder: 2, type: 'reroll' },
  ])(
    'keep-unless-pool-is-low: own dice $pool under $averageUnder on average: $type',
    ({ pool, averageUnder, type }) => {
      expect(answer(atReroll(pool), 'keep-unless-pool-is-low', { averageUnder })).toEqual({ type });
    },
  );

  test.each(['clockwise', 'anticlockwise'] as const)('gust-one-way blows %s', (direction) => {
    expect(answer(atGust, 'gust-one-way', { direction })).toEqual({ type: 'gust', direction });
  });

  test.each([
    ['keep-unless-pool-is-low', {}],
    ['keep-unless-pool-is-low', { averageUnder: 1 }],
    ['keep-unless-pool-is-low', { averageUnder: 3, more: true }],
    ['gust-one-way', { direction: 'up' }],
    ['always-keep', { often: true }],
  ])('%s refuses the parameters %j', (id, parameters) => {
    const order = engine.orders.find((template) => template.id === id);
    expect(order?.parameters.safeParse(parameters).success).toBe(false);
  });
});
