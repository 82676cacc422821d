import { describe, expect, it, test } from 'vitest';
import { engine } from '../../../domain/games/nestortiles-duel/index.ts';
import { colours } from '../../../domain/games/nestortiles-duel/tiles.ts';
import { accept, chance, draw, given, rolled, some } from './support.ts';

describe('NT-6 and NT-7: how many dice', () => {
  it('NT-6: six tiles in both hands together at the end are ignored', () => {
    const { events, state } = accept(
      given({ hands: ['red-1', 'blue-1 blue-2 blue-3 blue-4'], faceDown: 1 }),
      draw(),
    );
    expect(events.map(({ type }) => type)).toEqual(['tiles-drawn', 'dice-rolled']);
    expect(engine.view(state, 'spectator').combat).toMatchObject({ points: [0, 0], pips: [0, 0] });
  });

  it('NT-7: the seats may have any number of dice, even none', () => {
    const die = some('red-1 red-2 red-3 red-4 red-5 red-6');
    const { state } = accept(given({ faceDown: 1, dice: [[die, die], []] }), draw(), chance(0, 5, 2));
    expect(state.rolls).toEqual([some('red-6 red-3'), []]);
    expect(engine.progress(state)).toMatchObject({
      kind: 'over',
      outcome: {
        kind: 'won',
        winners: [0],
        reason: 'colour-points',
        details: { points: [1, 0], pips: [9, 0] },
      },
    });
  });
});

describe('NT-8: the combat', () => {
  test.each([
    {
      name: 'the higher sum of a colour has its point',
      rolls: ['red-1 red-4', 'red-3'],
      points: [1, 0],
      winner: 0,
    },
    { name: 'equal sums have none', rolls: ['red-1 red-2 blue-1', 'red-3'], points: [1, 0], winner: 0 },
    {
      name: 'each colour is worth one point',
      rolls: ['red-6 red-5', 'blue-1 pink-1'],
      points: [1, 2],
      winner: 1,
    },
  ])('NT-8: $name', ({ rolls: [first = '', second = ''], points, winner }) => {
    expect(engine.progress(rolled(first, second))).toMatchObject({
      outcome: { kind: 'won', winners: [winner], reason: 'colour-points', details: { points } },
    });
  });

  it('NT-8: equal points are decided by the sum of all rolled pips', () => {
    expect(engine.progress(rolled('red-2 blue-3', 'red-1 blue-6'))).toMatchObject({
      outcome: {
        kind: 'won',
        winners: [1],
        reason: 'rolled-pips',
        details: { points: [1, 1], pips: [5, 7] },
      },
    });
  });

  it('NT-8: equal pips too are a draw', () => {
    expect(engine.progress(rolled('red-2 blue-3', 'red-3 blue-2'))).toMatchObject({
      outcome: { kind: 'drawn', reason: 'equal-pips', details: { points: [1, 1], pips: [5, 5] } },
    });
  });

  it('NT-8: the figures list every colour, 0 and 0 without a point', () => {
    const combat = engine.view(rolled('red-2 red-3', 'red-4'), 'spectator').combat;
    expect(combat?.colours).toEqual(
      colours.map((colour) =>
        colour === 'red' ? { colour, sums: [5, 4], winner: 0 } : { colour, sums: [0, 0], winner: null },
      ),
    );
  });
});
