import { describe, expect, it, test } from 'vitest';
import type { Card, Face } from '../../../domain/games/dandelions/types.ts';
import { ended, given, landing, scoresOf, winnersOf } from './support.ts';

/** A token and opponents on the ring; seat 0 holds one die of the face and others. */
const ring = (tokens: readonly number[], face: Face) =>
  given(tokens.map((token) => ({ token, pool: [face, 2, 2] as Face[] })));

describe('worked examples of the rules page', () => {
  test.each<{ name: string; tokens: number[]; face: Face; space: number; card: Card; kind: string }>([
    { name: '1: a 1 is bumped over two tokens', tokens: [0, 1, 2], face: 1, space: 3, card: 1, kind: 'turn' },
    { name: '1: a 6 passes over tokens freely', tokens: [0, 1, 2], face: 6, space: 6, card: 2, kind: 'turn' },
    {
      name: '2: the free start space offers a reroll',
      tokens: [12, 4, 5],
      face: 3,
      space: 0,
      card: 1,
      kind: 'reroll',
    },
    {
      name: '2: the occupied start space offers none',
      tokens: [12, 0, 5],
      face: 3,
      space: 3,
      card: 1,
      kind: 'turn',
    },
    {
      name: '3: a chain ends on the own space',
      tokens: [4, 9, 14],
      face: 5,
      space: 4,
      card: 1,
      kind: 'turn',
    },
  ])('example $name', ({ tokens, face, space, card, kind }) => {
    expect(landing(ring(tokens, face), face)).toMatchObject({ space, card, next: { kind } });
  });

  it('example 5: the majority of dice scores its pips, however few', () => {
    expect(scoresOf(ended([{ 5: [6, 4, 1] }, { 5: [6, 6] }]))).toEqual([
      { sprout: 15, seed: '11', total: '26' },
      { sprout: 10, seed: '0', total: '10' },
    ]);
  });

  it('example 6: of as many dice the lower total of pips scores', () => {
    expect(scoresOf(ended([{ 8: [5, 2] }, { 8: [3, 3] }]))).toEqual([
      { sprout: 16, seed: '0', total: '16' },
      { sprout: 16, seed: '6', total: '22' },
    ]);
  });

  it('example 8: a whole game of two', () => {
    const state = ended([
      { 1: [1, 2, 6], 2: [3, 3], 3: [1, 6], 5: [2, 4, 5], 8: [5] },
      { 1: [4], 2: [5, 6], 3: [3, 4], 5: [6, 6, 1, 2], 8: [3, 2] },
    ]);
    expect(scoresOf(state)).toEqual([
      { sprout: 36, seed: '37/2', total: '109/2' },
      { sprout: 47, seed: '47/2', total: '141/2' },
    ]);
    expect(winnersOf(state)).toEqual([1]);
  });

  it('example 9: three players and thirds of points', () => {
    const state = ended([
      { 1: [2], 2: [1, 6], 5: [6, 4, 1], 8: [5, 2] },
      { 1: [2], 2: [3, 4], 5: [6, 6], 8: [3, 3] },
      { 1: [5], 2: [2, 5], 5: [5], 8: [4] },
    ]);
    expect(scoresOf(state)).toEqual([
      { sprout: 36, seed: '43/3', total: '151/3' },
      { sprout: 31, seed: '28/3', total: '121/3' },
      { sprout: 18, seed: '7/3', total: '61/3' },
    ]);
    expect(winnersOf(state)).toEqual([0]);
  });
});
