import { describe, expect, test } from 'vitest';
import type { Seat } from '../../../domain/engine/engine.ts';
import { engine } from '../../../domain/games/dueling-nobles/index.ts';
import type { Options, State } from '../../../domain/games/dueling-nobles/types.ts';
import { cards, declare, dice, duelled, endPhase, given, keep, play, played, skipDuel } from './support.ts';

/** What a standing order of a seat answers, its parameters parsed as the API does. */
const answer = (id: string, state: State, seat: Seat, parameters: object = {}) => {
  const order = engine.orders.find((template) => template.id === id);
  return order?.answer(
    engine.view(state, { seat }),
    engine.legalMoves(state, seat),
    order.parameters.parse(parameters),
  );
};

test('keep-noble never pays for a swap', () => {
  const state = played(given({}, { tokens: 9 }, { phase: 'duel' }), [0, declare('JH', 'JS')]);
  expect(answer('keep-noble', state, 1)).toEqual(keep);
});

test('skip-duel declares no duel, and leaves a compulsory one to its owner', () => {
  expect(answer('skip-duel', given({}, {}, { phase: 'duel' }), 0)).toEqual(skipDuel);
  expect(answer('skip-duel', given({}, {}, { phase: 'duel', idleTurns: 20 }), 0)).toBeUndefined();
});

describe('no-card-in-lost-duel', () => {
  /** JH of seat 0, with a total of 21 by its dice and cards, against JS of seat 1 with 11 + 4. */
  const defending = (hand: string, attack = '4S', options: Partial<Options> = {}) =>
    played(duelled(given({ hand: `${attack} 10D` }, { hand }, { options }), 'JH', 'JS', dice(6, 4)), [
      0,
      play(attack),
    ]);

  test.each([
    ['no card at all', '', 'plays nothing'],
    ['5H: 20 against 21', '5H', 'plays nothing'],
    ['6H: 21 against 21, a tie', '6H', 'plays nothing'],
    ['7H: 22 against 21', '7H', 'leaves it'],
    ['5S: 22 against 21 with the suit’s bonus', '5S', 'leaves it'],
    ['3H and 4H, since a Jack may play both', '3H 4H', 'leaves it'],
    ['an Ace', 'AH', 'leaves it'],
  ])('with %s in hand: %s', (_name, hand, what) => {
    const answered = answer('no-card-in-lost-duel', defending(hand), 1);
    expect(answered).toEqual(what === 'leaves it' ? undefined : play(''));
  });

  test('leaves a tie that a card can reach to its owner if told so', () => {
    expect(answer('no-card-in-lost-duel', defending('6H'), 1, { fightForTie: true })).toBeUndefined();
    expect(answer('no-card-in-lost-duel', defending('5H'), 1, { fightForTie: true })).toEqual(play(''));
  });

  test('knows that against an Ace only an Ace helps, and that to a tie', () => {
    const bothTie = { aceMode: 'both-tie' } as const;
    expect(answer('no-card-in-lost-duel', defending('9S', 'AS', bothTie), 1)).toEqual(play(''));
    expect(answer('no-card-in-lost-duel', defending('AH', 'AS', bothTie), 1)).toEqual(play(''));
    expect(
      answer('no-card-in-lost-duel', defending('AH', 'AS', bothTie), 1, { fightForTie: true }),
    ).toBeUndefined();
  });
});

describe('ending phases', () => {
  test.each([
    ['income', given({ court: 'JH', hand: '2H 3H 4H' }), given({ court: 'JH', hand: '2H 3H 4D' })],
    ['reinforce', given({ tokens: 1 }), given()],
    ['weapon', given({ hand: '2C' }), given({ hand: '9C' })],
    ['suit', given({ hand: '9D' }), given({ hand: '9H' })],
  ] as const)(
    'end-%s ends the phase only where nothing else is legal, unless told otherwise',
    (phase, able, idle) => {
      const id = `end-${phase}`;
      const at = (state: State): State => ({ ...state, phase });
      expect(answer(id, at(able), 0)).toBeUndefined();
      expect(answer(id, at(idle), 0)).toEqual(endPhase);
      expect(answer(id, at(able), 0, { evenIfICouldAct: true })).toEqual(endPhase);
    },
  );
});

test('parameters are strict', () => {
  for (const { parameters } of engine.orders) {
    expect(parameters.safeParse({}).success).toBe(true);
    expect(parameters.safeParse({ cards: cards('2H') }).success).toBe(false);
  }
});
