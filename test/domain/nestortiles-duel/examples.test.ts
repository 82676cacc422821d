import { describe, expect, it, test } from 'vitest';
import { engine } from '../../../domain/games/nestortiles-duel/index.ts';
import { laws } from '../../../domain/games/nestortiles-duel/laws.ts';
import { tiles } from '../../../domain/games/nestortiles-duel/tiles.ts';
import type { State } from '../../../domain/games/nestortiles-duel/types.ts';
import { accept, areaOf, build, discard, draw, given, open, played, refusal } from './support.ts';

describe('worked examples of the rules page', () => {
  it('example 1: with six tiles in the area a 6 may not be discarded', () => {
    const state = given({ hands: ['red-6 red-5', ''], faceDown: 6 });
    expect(refusal(state, 0, discard('red-6'))).toEqual(['value-too-high', 'NT-2']);
  });

  it('example 1: with six tiles a 5 may be, and makes a die of a hand of two; two tiles remain', () => {
    const state = given({ hands: ['red-6 red-5', ''], faceDown: 6 });
    const drawn = played(state, discard('red-5'));
    expect(open(drawn)).toBe('0 build');
    const [only, ...others] = engine.legalMoves(drawn, 0);
    expect(others).toEqual([]);
    const built = played(drawn, only ?? draw());
    expect([areaOf(built), built.hands[0], built.dice[0].length, open(built)]).toEqual([2, [], 1, '1 turn']);
  });

  it('example 1: with one tile in the area only drawing is legal', () => {
    expect(engine.legalMoves(given({ hands: ['red-1 red-2', ''], faceDown: 1 }), 0)).toEqual([draw()]);
  });

  it('example 2: a die with leftovers', () => {
    const state = given({ hands: ['red-1 red-2 red-3 red-4 red-5', ''], faceDown: 30 });
    const drawn = played(state, discard('red-4'));
    expect([drawn.hands[0].length, areaOf(drawn), open(drawn)]).toEqual([8, 27, '0 build']);
    expect(engine.legalMoves(drawn, 0)).toHaveLength(28);
    const built = played(drawn, engine.legalMoves(drawn, 0)[5] ?? draw());
    expect([areaOf(built), built.hands[0], open(built)]).toEqual([29, [], '1 turn']);
  });

  it('example 3: a discard without a die', () => {
    const state = played(given({ hands: ['red-1 red-2 red-3', ''], faceDown: 20 }), discard('red-3'));
    expect([areaOf(state), state.hands[0].length, open(state)]).toEqual([18, 5, '1 turn']);
  });

  it('example 5: a 1 is exchanged for another tile', () => {
    const state = played(
      given({ hands: ['red-1 red-2 red-3 red-4 red-5', ''], faceDown: 25 }),
      discard('red-1'),
    );
    expect([areaOf(state), state.hands[0].length, state.oneDiscardRun, open(state)]).toEqual([
      25,
      5,
      1,
      '1 turn',
    ]);
  });

  test.each<{ hands: [number, number]; dice: number; fits: boolean }>([
    { hands: [2, 4], dice: 9, fits: true },
    { hands: [0, 0], dice: 10, fits: true },
    { hands: [3, 4], dice: 8, fits: false },
  ])(
    'example 6: $dice dice and hands of $hands at the end: $fits',
    ({ hands: [first, second], dice, fits }) => {
      const made = Array.from({ length: dice }, (_, index) => tiles.slice(6 * index, 6 * index + 6));
      const rest = tiles.slice(6 * dice);
      const state: State = {
        ...given({ faceDown: 0, dice: [made.slice(0, 4), made.slice(4)] }),
        hands: [rest.slice(0, first), rest.slice(first, first + second)],
        rolls: [[], []],
      };
      expect(laws.breach(state) === undefined).toBe(fits);
    },
  );

  it('example 6: the last tile completes the tenth die, which is built before the combat', () => {
    const made = Array.from({ length: 9 }, (_, index) => tiles.slice(6 * index, 6 * index + 6));
    const state = given({
      hands: ['black-1 black-2 black-3 black-4 black-5', ''],
      faceDown: 'black-6',
      dice: [made.slice(0, 4), made.slice(4)],
    });
    const drawn = played(state, draw());
    expect(open(drawn)).toBe('0 build');
    const { events, state: over } = accept(drawn, build('black-1 black-2 black-3 black-4 black-5 black-6'));
    expect(events.map(({ type }) => type)).toEqual(['die-built', 'dice-rolled']);
    expect(over.rolls?.map((rolls) => rolls.length)).toEqual([5, 5]);
    expect(open(over)).toBe('over');
  });
});
