import { createRandom, type Random } from '../../../domain/engine/random.ts';
import type { SealedEngine } from '../../../domain/engine/sealed.ts';
import {
  loadLaws,
  type Playout,
  type Position,
  playMatch,
  positionsOf,
  type SealedLaws,
  type Step,
} from '../../support/engines.ts';
import { deriveSeed, randomFor, someOf } from '../../support/seed.ts';

/** An engine under test: what is particular to its game, and matches of it that were played at random. */
export interface Subject {
  readonly engine: SealedEngine;
  readonly laws: SealedLaws;
  readonly playouts: readonly Playout[];
}

/** Something that holds for every engine. `check` throws a `Breach` at the first one. */
export interface Law {
  readonly name: string;
  readonly check: (subject: Subject, random: Random) => void;
}

/** An engine with `count` random playouts, its samples by turns; the same seed gives the same playouts. */
export const subjectOf = (engine: SealedEngine, laws: SealedLaws, seed: string, count: number): Subject => ({
  engine,
  laws,
  playouts: Array.from({ length: count }, (_, index) => {
    const sample = laws.samples[index % laws.samples.length];
    if (!sample) throw new Error(`${engine.game} has no samples`);
    const playSeed = deriveSeed(seed, engine.game, 'play', index);
    return playMatch(engine, laws, sample, playSeed, randomFor(seed, engine.game, 'choice', index));
  }),
});

/** `subjectOf` with the laws of the engine's folder. */
export const loadSubject = async (engine: SealedEngine, seed: string, count: number): Promise<Subject> =>
  subjectOf(engine, await loadLaws(engine.game), seed, count);

/** States to look at: every opening and end, and up to `count` more from anywhere in the playouts. */
export const somePositions = ({ playouts }: Subject, random: Random, count: number): readonly Position[] => {
  const all = playouts.map(positionsOf);
  const ends = all.flatMap((positions) => [...positions.slice(0, 1), ...positions.slice(1).slice(-1)]);
  return [
    ...ends,
    ...spread(
      all.map((positions) => positions.slice(1, -1)),
      random,
      count,
    ),
  ];
};

/** A step of a playout, with where it was made. */
export interface PlacedStep {
  readonly position: Position;
  readonly step: Step;
}

/** Up to `count` steps, chosen so that moves with rare events occur as well as the usual ones. */
export const someSteps = ({ playouts }: Subject, random: Random, count: number): readonly PlacedStep[] => {
  const groups = new Map<string, PlacedStep[]>();
  for (const playout of playouts) {
    for (const [index, step] of playout.steps.entries()) {
      const kind = [step.move.type, step.draws > 0, ...step.events.map((event) => event.type)].join();
      const group = groups.get(kind) ?? [];
      groups.set(kind, group);
      group.push({ position: { playout, index, state: step.before }, step });
    }
  }
  return spread([...groups.values()], random, count);
};

/** Up to `count` items: as many from each group as from any other, so that a long match doesn't outweigh the short. */
const spread = <T>(groups: readonly (readonly T[])[], random: Random, count: number): T[] => {
  const each = Math.ceil(count / Math.max(1, groups.length));
  return groups.flatMap((group) => someOf(random, group, each));
};

/** Makes the same chance again and again: each call starts the same draws anew. */
export const repeatedChance = (random: Random): (() => Random) => {
  const seed = deriveSeed('repeated', random.int(2 ** 32));
  return () => createRandom(seed, 0);
};

/** Where in which match something is so, for a failure's message. */
export const placeOf = ({ playout, index }: Position): string =>
  `after ${index} moves of play seed ${playout.playSeed} (${playout.sample.seats} seats, options ${JSON.stringify(playout.sample.options)})`;

/** What a law throws where an engine breaks it. */
export class Breach extends Error {
  override readonly name = 'Breach';
}

/** Throws with the message where the condition doesn't hold. */
export function holds(condition: boolean, message: () => string): asserts condition {
  if (!condition) throw new Breach(message());
}

/** Throws where two values differ by a byte as JSON, and shows the first difference. */
export const same = (actual: unknown, expected: unknown, message: () => string): void => {
  const [a, b] = [JSON.stringify(actual) ?? 'undefined', JSON.stringify(expected) ?? 'undefined'];
  if (a === b) return;
  const at = [...a].findIndex((character, index) => character !== b[index]);
  const from = Math.max(0, (at === -1 ? a.length : at) - 40);
  throw new Breach(`${message()}: …${a.slice(from, from + 120)}… against …${b.slice(from, from + 120)}…`);
};

/** True if two values are the same bytes as JSON. */
export const equal = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
