import { describe, expect, test } from 'vitest';
import { engine } from '../../../domain/games/district-noir/index.ts';
import type { Move, State } from '../../../domain/games/district-noir/types.ts';
import { cards, given, play, take } from './support.ts';

/** What seat 0's standing order answers in a position. */
const answer = (id: string, state: State, parameters: object = {}): Move | undefined => {
  const order = engine.orders.find((template) => template.id === id) ?? expect.fail(`no order ${id}`);
  return order.answer(
    engine.view(state, { seat: 0 }),
    engine.legalMoves(state, 0),
    order.parameters.parse(parameters),
  );
};

const hands = [cards('-1 5 -3 8'), cards('6')] as const;

describe('take-when-row-is-full', () => {
  test.each([
    { row: '5 6 7 8', parameters: {}, expected: undefined },
    { row: '5 6 7 8 8', parameters: {}, expected: take },
    { row: '5 6 7', parameters: { atLeast: 3 }, expected: take },
    { row: '5 6', parameters: { atLeast: 3 }, expected: undefined },
  ])('with the row "$row" and $parameters it answers $expected', ({ row, parameters, expected }) => {
    expect(answer('take-when-row-is-full', given({ row: cards(row), hands }), parameters)).toEqual(expected);
  });

  test('it leaves the turn to its owner after the take of the round', () => {
    const taken = given({ row: cards('5x5'), hands, hasTaken: [true, false] });
    expect(answer('take-when-row-is-full', taken)).toBeUndefined();
  });

  test.each([{ atLeast: 0 }, { atLeast: 21 }, { atLeast: 2.5 }, { more: 1 }])(
    'it refuses %o',
    (parameters) => {
      expect(() => answer('take-when-row-is-full', given({ hands }), parameters)).toThrow();
    },
  );
});

describe('take-when-it-pays', () => {
  test.each([
    { why: 'a better lead', row: '5', piles: ['', ''], expected: take },
    { why: 'too little', row: '5 -1', piles: ['', ''], expected: undefined },
    { why: 'the other seat loses a majority', row: '8', piles: ['', '8'], expected: take },
    { why: 'a Supporter too few', row: '8', piles: ['', '8 8'], expected: undefined },
    { why: 'only the five right-most cards count', row: '+4 8 8 -1 -1 -1', piles: ['', ''], expected: take },
    { why: 'and the older ones stay', row: '+4 +4 -1 -1 -1 -1 -1', piles: ['', ''], expected: undefined },
    { why: 'the third City card at any price', row: 'Ch -3 -3', piles: ['Cd Cp', ''], expected: take },
  ])('$why: $expected', ({ row, piles: [own = '', other = ''], expected }) => {
    const state = given({ row: cards(row), hands, piles: [cards(own), cards(other)] });
    expect(answer('take-when-it-pays', state)).toEqual(expected);
  });

  test('it needs as many points as its owner says', () => {
    const state = given({ row: cards('8'), hands });
    expect(answer('take-when-it-pays', state, { atLeast: 8 })).toEqual(take);
    expect(answer('take-when-it-pays', state, { atLeast: 9 })).toBeUndefined();
  });

  test('it leaves the turn to its owner where a take is not possible', () => {
    expect(
      answer('take-when-it-pays', given({ row: cards('8'), hands, hasTaken: [true, false] })),
    ).toBeUndefined();
    expect(answer('take-when-it-pays', given({ row: cards('8'), hands, turn: 2 }))).toBeUndefined();
  });
});

describe('play-in-order', () => {
  test('it plays the lowest Betrayal unless told otherwise', () => {
    expect(answer('play-in-order', given({ hands }))).toEqual(play('-3'));
  });

  test('it plays the first card of the list that its owner holds', () => {
    expect(answer('play-in-order', given({ hands }), { faces: ['7', '8', '-1'] })).toEqual(play('8'));
  });

  test('it leaves the turn to its owner who holds none of them', () => {
    expect(answer('play-in-order', given({ hands }), { faces: ['7', '+4'] })).toBeUndefined();
  });

  test.each([{ faces: [] }, { faces: ['9'] }, { faces: Array(14).fill('5') }])(
    'it refuses %o',
    (parameters) => {
      expect(() => answer('play-in-order', given({ hands }), parameters)).toThrow();
    },
  );
});

test('every order answers the turn, under a name of its own', () => {
  expect(engine.orders.map((order) => order.decision)).toEqual(engine.orders.map(() => 'turn'));
  expect(new Set(engine.orders.map((order) => order.id)).size).toBe(engine.orders.length);
});
