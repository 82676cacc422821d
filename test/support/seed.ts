import { createHash, randomBytes } from 'node:crypto';
import { createRandom, type Random } from '../../domain/engine/random.ts';

/** The seed of this run: `GILIRAN_SEED`, or a fresh one. Whoever draws from it prints it. */
export const runSeed = process.env.GILIRAN_SEED ?? randomBytes(8).toString('hex');

/** A positive whole number from the environment, or the default. */
export const countFromEnv = (name: string, otherwise: number): number => {
  const text = process.env[name];
  if (text === undefined) return otherwise;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`${name} must be a positive whole number, not ${text}`);
  return count;
};

/** A play seed (64 hexadecimal digits) derived from a run's seed and labels, so that each part of a run draws its own. */
export const deriveSeed = (seed: string, ...labels: readonly (string | number)[]): string =>
  createHash('sha256')
    .update(JSON.stringify([seed, ...labels]))
    .digest('hex');

/** Chance for tests, derived like `deriveSeed`. */
export const randomFor = (seed: string, ...labels: readonly (string | number)[]): Random =>
  createRandom(deriveSeed(seed, ...labels), 0);

/** One of the items, uniformly; a `Fault` where there is none. */
export const oneOf = <T>(random: Random, items: readonly T[]): T => {
  const index = random.int(items.length);
  return items[index] as T;
};

/** Up to `count` of the items, each at most once, in random order. */
export const someOf = <T>(random: Random, items: readonly T[], count: number): T[] =>
  random.shuffle(items).slice(0, count);
