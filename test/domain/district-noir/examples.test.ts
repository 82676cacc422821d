import { describe, expect, test } from 'vitest';
import { engine } from '../../../domain/games/district-noir/index.ts';
import { judge, scoreBoth } from '../../../domain/games/district-noir/scoring.ts';
import type { Move } from '../../../domain/games/district-noir/types.ts';
import { accept, afterTurns, cards, given, lastTurn, play, refusal, take } from './support.ts';

describe('DI-E1: a full round', () => {
  const dealt = given({
    row: cards('7 -2'),
    hands: [cards('5 8 8 +3 Cd'), cards('6 7 -1 +2 Cp')],
    deck: [...cards('8 7 6 5 +4'), ...cards('-3 -3 8 8 8'), ...cards('5x20')],
  });
  // [seat, move, row after]
  const turns: readonly (readonly [number, Move, string])[] = [
    [0, play('8'), '7 -2 8'],
    [1, play('-1'), '7 -2 8 -1'],
    [0, play('+3'), '7 -2 8 -1 +3'],
    [1, take, ''],
    [0, play('5'), '5'],
    [1, play('6'), '5 6'],
    [0, play('Cd'), '5 6 Cd'],
    [1, play('Cp'), '5 6 Cd Cp'],
    [0, take, ''],
    [1, play('7'), '7'],
    [0, play('8'), '7 8'],
    [1, play('+2'), '7 8 +2'],
  ];
  const atTurn = (turn: number) =>
    afterTurns(
      dealt,
      turns.slice(0, turn - 1).map(([seat, move]) => [seat, move]),
    );

  test.each(turns.map(([seat, move, row], index) => ({ turn: index + 1, seat, move, row })))(
    'turn $turn: seat $seat makes a legal move and leaves the row "$row"',
    ({ turn, seat, move, row }) => {
      expect(engine.legalMoves(atTurn(turn), seat)).toContainEqual(move);
      expect(accept(atTurn(turn), seat, move).state.row).toEqual(cards(row));
    },
  );

  test('the first take fills the pile of seat 1, the second takes all four that are there', () => {
    expect(atTurn(5).piles[1]).toEqual(cards('7 -2 8 -1 +3'));
    expect(atTurn(10).piles[0]).toEqual(cards('5 6 Cd Cp'));
  });

  test('in turn 5 seat 0 may not take from the empty row, in turn 6 seat 1 may not take again', () => {
    expect(refusal(atTurn(5), 0, take)).toEqual(['row-empty', 'DI-R7']);
    expect(refusal(atTurn(6), 1, take)).toEqual(['already-taken', 'DI-R8']);
  });

  test('round 2 starts with seat 1, who made turn 12, with the row as it was', () => {
    const next = atTurn(13);
    expect(next).toMatchObject({
      round: 2,
      turn: 1,
      starter: 1,
      row: cards('7 8 +2'),
      hasTaken: [false, false],
    });
    expect(engine.progress(next)).toEqual({ kind: 'awaiting', decisions: [{ seat: 1, kind: 'turn' }] });
    expect(next.hands).toEqual([cards('8 8 8 -3 -3'), cards('5 6 7 8 +4')]);
  });

  test('seat 0, with two City cards, wins at once when it takes the third', () => {
    const next = { ...atTurn(13), row: cards('7 Ch'), hands: [cards('5'), cards('6')] as const };
    const { events } = accept(afterTurns(next, [[1, play('6')]]), 0, take);
    expect(events).toEqual([
      { type: 'row-taken', v: 1, seat: 0, cards: cards('7 Ch 6') },
      { type: 'game-ended', v: 1, outcome: { kind: 'won', reason: 'cities', winners: [0] } },
    ]);
  });
});

test('DI-E2: if nobody takes for ten turns, both must take at the end', () => {
  const dealt = given({ row: cards('7 7 7'), hands: [cards('5x5'), cards('6x5')], starter: 1, firstSeat: 1 });
  const plays = Array.from({ length: 5 }, () => [[1, play('6')] as const, [0, play('5')] as const]).flat();
  const turn11 = afterTurns(dealt, plays);
  expect(turn11.row).toHaveLength(13);
  expect(engine.legalMoves(turn11, 1)).toEqual([take]);

  const turn12 = afterTurns(turn11, [[1, take]]);
  expect(turn12.row).toHaveLength(8);
  expect(engine.legalMoves(turn12, 0)).toEqual([take]);

  const { state, events } = accept(turn12, 0, take);
  expect(state.row).toEqual(cards('7 7 7'));
  expect(events.map((event) => event.type)).toEqual(['row-taken', 'round-dealt']);
});

test('DI-E3: a take keeps the order of the row and leaves the older cards', () => {
  const { state, events } = accept(
    given({ row: cards('8 8 -3 6 +4 5 7'), hands: [cards('5'), cards('5')] }),
    0,
    take,
  );
  expect(events).toEqual([{ type: 'row-taken', v: 1, seat: 0, cards: cards('-3 6 +4 5 7') }]);
  expect(state.piles[0]).toEqual(cards('-3 6 +4 5 7'));
  expect(state.row).toEqual(cards('8 8'));
});

describe('DI-E4: full scoring', () => {
  const piles = [
    cards('5x3 6x2 7x3 8x4 +2 +2 +3 -1 -2 -3 Cd Cp'),
    cards('5 6x3 7x3 8x3 +4 +2 +2 +3 -1 -1 -2 -2 -3 Ch'),
  ] as const;
  const scores = [
    { majority: 13, sets: 10, faces: 1, total: 24 },
    { majority: 6, sets: 5, faces: 2, total: 13 },
  ];

  test('the piles score 24 and 13', () => {
    expect(scoreBoth(piles)).toEqual(scores);
  });

  test('the higher score wins', () => {
    expect(judge(piles)).toEqual({ kind: 'won', reason: 'score', winners: [0], details: { scores } });
  });
});

describe('DI-E6: the last tie-break', () => {
  const first = cards('5x2 6x3 7x3 8x4 +2 -2 Cd');
  const second = cards('5x2 6x3 7x3 8x4 +3 -3 Cp');
  const score = { majority: 0, sets: 10, faces: 0, total: 10 };

  test('with all counts equal the victory is shared', () => {
    expect(judge([first, second])).toEqual({
      kind: 'drawn',
      reason: 'shared',
      details: { scores: [score, score] },
    });
  });

  test('with more City cards seat 0 wins', () => {
    expect(judge([[...first, 'city-hall'], second])).toEqual({
      kind: 'won',
      reason: 'tiebreak',
      winners: [0],
      details: { scores: [score, score], tiebreak: 'cities' },
    });
  });
});

test('DI-E8: the third City card wins on the very last turn, though the seat trails 10 to 40', () => {
  const trailing = [cards('5x3 6x3 7x3 8x3 -1'), cards('5x2 6x2 7x2 8x2 Cd Cp')] as const;
  expect(scoreBoth(trailing).map(({ total }) => total)).toEqual([40, 10]);

  const { state } = accept(lastTurn({ piles: trailing, row: cards('8 8 -2 -2 Ch') }), 1, take);
  expect(engine.progress(state)).toEqual({
    kind: 'over',
    outcome: { kind: 'won', reason: 'cities', winners: [1] },
  });
});
