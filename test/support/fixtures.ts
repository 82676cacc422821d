/** Fixture matches: complete matches that were recorded once and must come out the same for ever (design §3, pinned rules). */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GameEvent, GameMove, Outcome, Seat } from '../../domain/engine/engine.ts';
import { createRandom } from '../../domain/engine/random.ts';
import type { GameState, SealedEngine } from '../../domain/engine/sealed.ts';
import { canonicalJson } from '../../domain/match/digest.ts';
import { fold, type Playout, type Sample } from './engines.ts';

/** A recorded match: what came in (options, seed, moves) and what must come out. */
export interface Fixture {
  readonly game: string;
  readonly rulesVersion: number;
  readonly players: string;
  readonly options: Sample['options'];
  readonly seats: number;
  readonly playSeed: string;
  readonly moves: readonly (readonly [Seat, GameMove])[];
  readonly events: number;
  /** SHA-256 over the RFC 8785 JSON of all events. */
  readonly eventsHash: string;
  readonly outcome: Outcome;
  /** SHA-256 over the RFC 8785 JSON of the final state. */
  readonly stateHash: string;
}

const hash = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** Where the fixtures of an engine lie. */
export const fixturesFolder = ({ game, rulesVersion }: Pick<SealedEngine, 'game' | 'rulesVersion'>): string =>
  fileURLToPath(new URL(`../fixtures/${game}/v${rulesVersion}`, import.meta.url));

/** The fixtures of an engine by file name; none if nothing was recorded. */
export const fixturesOf = (engine: SealedEngine): readonly (readonly [string, Fixture])[] => {
  const folder = fixturesFolder(engine);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as Fixture]);
};

/** What a match came to. */
export interface Replayed {
  readonly events: readonly GameEvent[];
  readonly states: readonly GameState[];
}

/** Plays the recorded moves with the recorded chance; throws at the first that is refused. */
export const replayMoves = (engine: SealedEngine, fixture: Fixture): Replayed => {
  const chance = createRandom(fixture.playSeed, 0);
  const events = [...engine.start(fixture.options, fixture.seats, chance)];
  const states = [fold(engine, engine.initial(), events)];
  for (const [seat, move] of fixture.moves) {
    const before = states[states.length - 1] as GameState;
    const decided = engine.decide(before, seat, move, chance);
    if (!decided.ok) throw new Error(`move ${states.length} is refused: ${decided.error.reason}`);
    events.push(...decided.value);
    states.push(fold(engine, before, decided.value));
  }
  return { events, states };
};

/** The result of a replay, in the terms of a fixture. */
export const resultOf = (
  engine: SealedEngine,
  { events, states }: Replayed,
): Pick<Fixture, 'events' | 'eventsHash' | 'outcome' | 'stateHash'> => {
  const final = states[states.length - 1] as GameState;
  const progress = engine.progress(final);
  if (progress.kind !== 'over') throw new Error('the match is not over');
  return {
    events: events.length,
    eventsHash: hash(events),
    outcome: progress.outcome,
    stateHash: hash(final),
  };
};

/** A played match as a fixture. */
export const toFixture = (engine: SealedEngine, playout: Playout, players: string): Fixture => {
  const replayed: Replayed = {
    events: [...playout.start, ...playout.steps.flatMap(({ events }) => events)],
    states: [playout.opening, ...playout.steps.map(({ after }) => after)],
  };
  return {
    game: engine.game,
    rulesVersion: engine.rulesVersion,
    players,
    ...playout.sample,
    playSeed: playout.playSeed,
    moves: playout.steps.map(({ seat, move }) => [seat, move]),
    ...resultOf(engine, replayed),
  };
};
