import { describe, expect, test } from 'vitest';
import { engine } from '../../../domain/games/conquian/index.ts';
import type { Options, State } from '../../../domain/games/conquian/types.ts';
import { randomFor } from '../../support/seed.ts';
import { deal, endRounds, given } from './support.ts';

describe('CQ-R23: stakes and rounds', () => {
  const results = (options: Partial<Options>, ...winners: readonly (0 | 1 | null)[]) =>
    endRounds(given({ options, stake: options.stake ?? 1 }), ...winners);
  const stakes = (state: State) => [
    ...state.results.map(({ stake }) => stake),
    ...(state.phase === 'over' ? [] : [state.stake]),
  ];

  test.each([
    ['a drawn round doubles the stake, and a won one ends that', {}, [null, null, 0, 1], [1, 2, 4, 1, 1]],
    ['unless so agreed', { doubleAfterDraw: false }, [null, null, 0], [1, 1, 1, 1]],
    ['the stake is the option', { stake: 5 }, [0, null], [5, 5, 10]],
  ] as const)('%s', (_name, options, winners, expected) => {
    expect(stakes(results({ rounds: 9, ...options }, ...winners))).toEqual(expected);
  });

  test('the next round is dealt in the commit that ended the last, by the other player, from turn 1', () => {
    const ended = results({ rounds: 2 }, 0);
    expect(ended).toMatchObject({
      round: 2,
      turn: 1,
      phase: 'turned',
      dealer: 0,
      active: 1,
      forced: false,
      dead: [],
    });
    expect(ended.tables).toEqual([[], []]);
    expect(ended.hands.map((hand) => hand.length)).toEqual([10, 10]);
    expect(results({ rounds: 3 }, null, null)).toMatchObject({ round: 3, dealer: 1, active: 0 });
  });

  test('all scheduled rounds are dealt, even when the match is decided', () => {
    expect(results({ rounds: 3 }, 0, 0).phase).toBe('turned');
    expect(results({ rounds: 3 }, 0, 0, 1)).toMatchObject({ phase: 'over', round: 3 });
  });

  test.each([
    [
      'after a drawn last round an extra one follows at the doubled stake',
      { extraRounds: 1 },
      [null],
      [1, 2],
    ],
    ['an extra round that is won is the last', { extraRounds: 3 }, [null, 0], [1, 2]],
    [
      'an extra round that is drawn is followed by another, while one is left',
      { extraRounds: 2 },
      [null, null, null],
      [1, 2, 4],
    ],
    ['a last round that is won is followed by none', { rounds: 2, extraRounds: 1 }, [null, 0], [1, 2]],
    ['whatever the score', { rounds: 2, extraRounds: 1 }, [0, null], [1, 1, 2]],
    [
      'at a single stake, unless doubling is agreed',
      { extraRounds: 1, doubleAfterDraw: false },
      [null],
      [1, 1],
    ],
  ] as const)('extra rounds: %s', (_name, options, winners, expected) => {
    expect(stakes(results(options, ...winners))).toEqual(expected);
  });

  test.each([
    ['one round that is won', {}, [1], { kind: 'won', winners: [1], reason: 'went-out' }],
    ['one round that is drawn', {}, [null], { kind: 'drawn', reason: 'stock-exhausted' }],
    [
      'an extra round that is won',
      { extraRounds: 1 },
      [null, 0],
      { kind: 'won', winners: [0], reason: 'went-out' },
    ],
    [
      'more stakes, not more rounds',
      { rounds: 4 },
      [0, 0, null, 1],
      { kind: 'drawn', reason: 'equal-stakes' },
    ],
    ['more stakes', { rounds: 2, stake: 3 }, [null, 1], { kind: 'won', winners: [1], reason: 'more-stakes' }],
    ['no stakes at all', { rounds: 2 }, [null, null], { kind: 'drawn', reason: 'equal-stakes' }],
  ] as const)('the outcome of %s', (_name, options, winners, expected) => {
    expect(engine.progress(results(options, ...winners))).toMatchObject({ kind: 'over', outcome: expected });
  });

  test('the outcome tells the scores and the rounds; a doubled stake that stays open is void', () => {
    expect(engine.progress(results({ rounds: 2, stake: 3 }, 1, null))).toMatchObject({
      outcome: {
        details: {
          scores: [0, 3],
          rounds: [
            { winner: 1, stake: 3 },
            { winner: null, stake: 3 },
          ],
        },
      },
    });
  });
});

describe('who starts', () => {
  test.each([0, 1] as const)('seat %i, where the option says so', (firstSeat) => {
    expect(deal({ firstSeat })).toMatchObject({ active: firstSeat, firstSeat });
  });

  test('either seat, where it is left to chance', () => {
    const starters = Array.from({ length: 40 }, (_, index) => deal({}, randomFor('starter', index)).active);
    expect(new Set(starters)).toEqual(new Set([0, 1]));
  });

  test('the other seat starts a rematch', () => {
    const outcome = { kind: 'drawn', reason: 'stock-exhausted' } as const;
    expect(engine.nextFirstSeat({ firstSeat: 0, seats: 2, outcome })).toBe(1);
    expect(engine.nextFirstSeat({ firstSeat: 1, seats: 2, outcome })).toBe(0);
  });

  test('a first seat that nobody sits on is refused', () => {
    const options = engine.schemas.options.parse({});
    expect(engine.checkOptions(options, 2)).toBeUndefined();
    expect(engine.checkOptions({ ...options, firstSeat: 2 }, 2)).toMatchObject({ reason: 'no-such-seat' });
  });
});
