import { describe, expect, it, test } from 'vitest';
import { engine } from '../../../domain/games/dandelions/index.ts';
import type { Card, Face } from '../../../domain/games/dandelions/types.ts';
import { ended, scoresOf, winnersOf } from './support.ts';

describe('DA-6: seeds', () => {
  it('DA-6: count the pips of the own dice on that card alone', () => {
    expect(
      scoresOf(
        ended([
          { 1: [2, 3], 8: [6] },
          { 8: [1, 1], 1: [5] },
        ]),
      ),
    ).toMatchObject([{ seed: '5' }, { seed: '2' }]);
  });

  it('DA-6: a card without dice scores nothing', () => {
    expect(
      engine.view(ended([{ 1: [2] }, {}]), 'spectator').cards.map(({ seed }) => seed?.seats ?? null),
    ).toEqual([[0], null, null, null, null]);
  });

  it('DA-6: a seat alone on a card has the majority', () => {
    expect(scoresOf(ended([{}, { 5: [6] }]))).toMatchObject([{ seed: '0' }, { seed: '6' }]);
  });
});

describe('DA-7: ties for seeds', () => {
  const tied = [{ 5: [1, 4] }, { 5: [2, 3] }, { 5: [6] }] as { 5: Face[] }[];

  it('DA-7: as many dice and as few pips divide the value exactly', () => {
    expect(scoresOf(ended(tied)).map(({ seed }) => seed)).toEqual(['5/2', '5/2', '0']);
  });

  it('DA-7: full-each gives each of them the full value', () => {
    expect(scoresOf(ended(tied, { seedTie: 'full-each' })).map(({ seed }) => seed)).toEqual(['5', '5', '0']);
  });

  it('DA-7: three that are tied get a third each', () => {
    expect(scoresOf(ended([{ 8: [4] }, { 8: [4] }, { 8: [4] }])).map(({ seed }) => seed)).toEqual([
      '4/3',
      '4/3',
      '4/3',
    ]);
  });

  it('DA-7: among three with as many dice the two lowest divide, and the third gets nothing', () => {
    expect(scoresOf(ended([{ 2: [3] }, { 2: [5] }, { 2: [3] }])).map(({ seed }) => seed)).toEqual([
      '3/2',
      '0',
      '3/2',
    ]);
  });

  test.each<{ planted: Partial<Record<Card, Face[]>>[]; fraction: object }>([
    { planted: [{ 1: [1] }, { 1: [1] }], fraction: { numerator: 1, denominator: 2, decimal: '0.5' } },
    {
      planted: [{ 1: [1] }, { 1: [1] }, { 1: [1] }],
      fraction: { numerator: 1, denominator: 3, decimal: '0.33' },
    },
    {
      planted: [{ 1: [5] }, { 1: [5] }, { 1: [5] }],
      fraction: { numerator: 5, denominator: 3, decimal: '1.67' },
    },
    {
      planted: [{ 1: [1], 2: [1] }, { 1: [1], 2: [1] }, { 1: [1] }],
      fraction: { numerator: 5, denominator: 6, decimal: '0.83' },
    },
    { planted: [{ 1: [6] }, { 1: [6] }], fraction: { numerator: 3, denominator: 1, decimal: '3' } },
    { planted: [{}, { 1: [6] }], fraction: { numerator: 0, denominator: 1, decimal: '0' } },
  ])(
    'DA-7: points are exact fractions in lowest terms, with a decimal: $fraction',
    ({ planted, fraction }) => {
      expect(engine.view(ended(planted), 'spectator').seats[0]?.score.seed).toEqual(fraction);
    },
  );

  it('DA-7: joint highest totals all win, and nothing breaks that tie', () => {
    expect(winnersOf(ended([{ 3: [2] }, { 3: [2] }, { 1: [1] }]))).toEqual([0, 1]);
    expect(winnersOf(ended([{ 3: [2] }, { 3: [2] }, { 3: [2] }]))).toEqual([0, 1, 2]);
  });

  it('DA-7: the outcome lists the points of every seat', () => {
    const half = { numerator: 1, denominator: 2, decimal: '0.5' };
    const score = { sprout: 1, seed: half, total: { numerator: 3, denominator: 2, decimal: '1.5' } };
    expect(engine.progress(ended([{ 1: [1] }, { 1: [1] }]))).toEqual({
      kind: 'over',
      outcome: { kind: 'won', winners: [0, 1], reason: 'most-points', details: { scores: [score, score] } },
    });
  });
});
