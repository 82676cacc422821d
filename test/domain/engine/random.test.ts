import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../domain/engine/random.ts';
import { Fault } from '../../../domain/engine/result.ts';
import { randomFor, runSeed } from '../../support/seed.ts';

// The expected draws come from an implementation of the scheme in another language (Python's hmac and hashlib).
const playSeed = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';

describe('hmac-sha256-draws-v1', () => {
  test('gives the draws that the scheme says', () => {
    const random = createRandom(playSeed, 0);
    expect(Array.from({ length: 12 }, random.die)).toEqual([1, 3, 5, 4, 5, 2, 5, 1, 3, 2, 3, 1]);
  });

  test('draws from the widest range', () => {
    const random = createRandom(playSeed, 0);
    expect([0, 1, 2].map(() => random.int(2 ** 32))).toEqual([387007420, 2982946082, 3274971060]);
  });

  test('goes on where a match stands, whatever was drawn before', () => {
    const random = createRandom(playSeed, 40);
    expect([0, 1, 2, 3].map(() => random.int(45))).toEqual([11, 37, 28, 41]);
    expect(random.drawn()).toBe(44);
  });

  test('rejects a word above the greatest multiple of the bound, as one draw', () => {
    const random = createRandom(playSeed, 13_329);
    expect(random.int(4_292_543_856)).toBe(2_031_264_809);
    expect(random.drawn()).toBe(13_330);
  });

  test('shuffles from the end, n - 1 draws for n items, and leaves the input as it is', () => {
    const items = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    const random = createRandom(playSeed, 0);
    expect(random.shuffle(items)).toEqual([6, 3, 5, 8, 0, 7, 1, 4, 9, 2]);
    expect(random.drawn()).toBe(9);
    expect(items).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('draws nothing to shuffle one item or none', () => {
    const random = createRandom(playSeed, 0);
    expect([random.shuffle([]), random.shuffle(['7H'])]).toEqual([[], ['7H']]);
    expect(random.drawn()).toBe(0);
  });

  test.each([0, -1, 1.5, 2 ** 32 + 1, Number.NaN])('faults at a bound of %s', (bound) => {
    expect(() => createRandom(playSeed, 0).int(bound)).toThrow(Fault);
  });

  test('the only number below one is nought', () => {
    expect(createRandom(playSeed, 0).int(1)).toBe(0);
  });
});

describe('uniformity', () => {
  // A sound source exceeds these values of chi-squared less than once in a million runs.
  const cases = [
    {
      name: 'dice',
      cells: 6,
      bar: 40,
      draw: (random: ReturnType<typeof createRandom>) => random.die() - 1,
    },
    {
      name: 'the permutations of three',
      cells: 6,
      bar: 40,
      draw: (random: ReturnType<typeof createRandom>) =>
        ['abc', 'acb', 'bac', 'bca', 'cab', 'cba'].indexOf(random.shuffle(['a', 'b', 'c']).join('')),
    },
    {
      name: 'numbers below 45',
      cells: 45,
      bar: 110,
      draw: (random: ReturnType<typeof createRandom>) => random.int(45),
    },
  ];

  test.each(cases)('$name are equally frequent', ({ name, cells, bar, draw }) => {
    const draws = 12_000;
    const random = randomFor(runSeed, name);
    const counts = new Array<number>(cells).fill(0);
    for (let index = 0; index < draws; index++) {
      const cell = draw(random);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
    const expected = draws / cells;
    const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chiSquared, `GILIRAN_SEED=${runSeed}: ${counts}`).toBeLessThan(bar);
  });
});
