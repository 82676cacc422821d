import { createHmac } from 'node:crypto';
import { invariant } from './result.ts';

/** Chance, as the engines see it. Every call of `int` is one draw of the match, counted in `drawn`. */
export interface Random {
  /** A uniform integer in [0, bound), bound 1 to 2^32. */
  readonly int: (bound: number) => number;
  /** A uniform permutation (Fisher–Yates from the end; n - 1 draws). The input is untouched. */
  readonly shuffle: <T>(items: readonly T[]) => T[];
  /** A fair die, 1 to 6. */
  readonly die: () => number;
  /** How many draws of the match have been made, this one's included. */
  readonly drawn: () => number;
}

/** The scheme by which `createRandom` derives draws; stored with each match so that it can change later. */
export const rngScheme = 'hmac-sha256-draws-v1';

const wordBytes = 6;
const wordsPerBlock = 5;
const wordRange = 2 ** (8 * wordBytes);
const blocksMax = 64;

/**
 * Chance for one match. Draw n (counted from 0) with a bound b: the blocks HMAC-SHA-256(play seed, "n"), then "n.1", "n.2" …
 * are read as five big-endian 48-bit words each; the first word below the greatest multiple of b wins, modulo b.
 * `playSeed` is hexadecimal; `drawn` is the number of draws that the match has made already.
 */
export const createRandom = (playSeed: string, drawn: number): Random => {
  const key = Buffer.from(playSeed, 'hex');
  let count = drawn;

  const int = (bound: number): number => {
    invariant(
      Number.isInteger(bound) && bound >= 1 && bound <= 2 ** 32,
      `a draw needs a bound of 1 to 2^32, not ${bound}`,
    );
    const limit = wordRange - (wordRange % bound);
    const draw = count++;
    for (let block = 0; block < blocksMax; block++) {
      const bytes = createHmac('sha256', key)
        .update(block === 0 ? `${draw}` : `${draw}.${block}`)
        .digest();
      for (let word = 0; word < wordsPerBlock; word++) {
        const value = bytes.readUIntBE(word * wordBytes, wordBytes);
        if (value < limit) return value % bound;
      }
    }
    throw new Error('unreachable: 320 words in a row were rejected');
  };

  const shuffle = <T>(items: readonly T[]): T[] => {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = int(last + 1);
      [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
    }
    return shuffled;
  };

  return { int, shuffle, die: () => int(6) + 1, drawn: () => count };
};
