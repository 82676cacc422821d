import type { GameEvent, GameMove, Seat, Viewer } from '../../domain/engine/engine.ts';
import type { EngineLaws } from '../../domain/engine/laws.ts';
import { createRandom, type Random } from '../../domain/engine/random.ts';
import type { GameOptions, GameState, SealedEngine } from '../../domain/engine/sealed.ts';
import { oneOf } from './seed.ts';

/** A game's laws with its types closed over, as `SealedEngine` is. */
export type SealedLaws = EngineLaws<GameOptions, GameState, GameMove>;

/** A match to play: complete options and the number of seats. */
export type Sample = SealedLaws['samples'][number];

/** One accepted move of a playout. `drawn` is the count of draws before it, `draws` how many it made. */
export interface Step {
  readonly seat: Seat;
  readonly move: GameMove;
  readonly drawn: number;
  readonly draws: number;
  readonly before: GameState;
  readonly events: readonly GameEvent[];
  readonly after: GameState;
}

/** Why a playout stopped: the game's end, or what went wrong. */
export type Stop =
  | { readonly kind: 'over' }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'stuck' }
  | { readonly kind: 'refused'; readonly seat: Seat; readonly move: GameMove; readonly reason: string }
  | { readonly kind: 'threw'; readonly error: unknown };

/** A match that was played to its end, or to the first thing that went wrong. */
export interface Playout {
  readonly sample: Sample;
  readonly playSeed: string;
  readonly start: readonly GameEvent[];
  readonly opening: GameState;
  readonly steps: readonly Step[];
  readonly final: GameState;
  readonly stop: Stop;
}

/** Chooses one of the legal moves. */
export type Player = (legalMoves: readonly GameMove[], random: Random) => GameMove;

/** Plays at random: with even odds any move, or any type of move and then one of that type, so that rare types occur. */
export const randomPlayer: Player = (legalMoves, random) => {
  if (random.int(2) === 0) return oneOf(random, legalMoves);
  const type = oneOf(random, [...new Set(legalMoves.map((move) => move.type))]);
  return oneOf(
    random,
    legalMoves.filter((move) => move.type === type),
  );
};

/** Plays greedily: a move that says most (the longest as JSON), so it melds, buys and throws in all it can. */
export const greedyPlayer: Player = (legalMoves, random) => {
  const longest = Math.max(...legalMoves.map((move) => JSON.stringify(move).length));
  return oneOf(
    random,
    legalMoves.filter((move) => JSON.stringify(move).length === longest),
  );
};

/** The laws of a game, by the convention that they lie in `laws.ts` of its folder. */
export const loadLaws = async (game: string): Promise<SealedLaws> => {
  const module: { readonly laws: unknown } = await import(`../../domain/games/${game}/laws.ts`);
  return module.laws as SealedLaws;
};

/** Every viewer of a match. */
export const viewersOf = (seats: number): readonly Viewer[] => [
  'spectator',
  ...seatsOf(seats).map((seat) => ({ seat })),
];

/** Every seat of a match. */
export const seatsOf = (seats: number): readonly Seat[] => Array.from({ length: seats }, (_, seat) => seat);

/** The seats that are awaited; none after the end. */
export const awaitedSeats = (engine: SealedEngine, state: GameState): readonly Seat[] => {
  const progress = engine.progress(state);
  return progress.kind === 'over' ? [] : progress.decisions.map((decision) => decision.seat);
};

/** Folds events without looking at them: what `evolve` alone makes of a state. */
export const fold = (engine: SealedEngine, state: GameState, events: readonly GameEvent[]): GameState => {
  let folded = state;
  for (const event of events) folded = engine.evolve(folded, event);
  return folded;
};

/**
 * Plays from a state until nobody is awaited, at most `maxMoves` moves. `chance` is the match's, `choice` the players'.
 * Never throws: what goes wrong is told by `stop`.
 */
export const playOn = (
  engine: SealedEngine,
  from: GameState,
  maxMoves: number,
  chance: Random,
  choice: Random,
  players: readonly Player[],
): { readonly steps: readonly Step[]; readonly final: GameState; readonly stop: Stop } => {
  const steps: Step[] = [];
  let before = from;
  const stopped = (stop: Stop) => ({ steps, final: before, stop });
  try {
    for (;;) {
      const awaited = awaitedSeats(engine, before);
      if (awaited.length === 0) return stopped({ kind: 'over' });
      if (steps.length >= maxMoves) return stopped({ kind: 'too-long' });
      const seat = oneOf(choice, awaited);
      const legalMoves = engine.legalMoves(before, seat);
      if (legalMoves.length === 0) return stopped({ kind: 'stuck' });
      const move = (players[seat] ?? randomPlayer)(legalMoves, choice);
      const drawn = chance.drawn();
      const decided = engine.decide(before, seat, move, chance);
      if (!decided.ok) return stopped({ kind: 'refused', seat, move, reason: decided.error.reason });
      const after = fold(engine, before, decided.value);
      steps.push({ seat, move, drawn, draws: chance.drawn() - drawn, before, events: decided.value, after });
      before = after;
    }
  } catch (error) {
    return stopped({ kind: 'threw', error });
  }
};

/** Plays one match to its end with the given players (random ones by default). Never throws, as `playOn`. */
export const playMatch = (
  engine: SealedEngine,
  laws: SealedLaws,
  sample: Sample,
  playSeed: string,
  choice: Random,
  players: readonly Player[] = [],
): Playout => {
  const chance = createRandom(playSeed, 0);
  const maxMoves = laws.maxMoves(sample.options, sample.seats);
  const from = { sample, playSeed };
  try {
    const start = engine.start(sample.options, sample.seats, chance);
    const opening = fold(engine, engine.initial(), start);
    return { ...from, start, opening, ...playOn(engine, opening, maxMoves, chance, choice, players) };
  } catch (error) {
    const nothing = engine.initial();
    return {
      ...from,
      start: [],
      opening: nothing,
      steps: [],
      final: nothing,
      stop: { kind: 'threw', error },
    };
  }
};

/** A state that a playout went through, after `index` moves. */
export interface Position {
  readonly playout: Playout;
  readonly index: number;
  readonly state: GameState;
}

/** Every state of a playout, from the opening to the end. */
export const positionsOf = (playout: Playout): readonly Position[] =>
  [playout.opening, ...playout.steps.map((step) => step.after)].map((state, index) => ({
    playout,
    index,
    state,
  }));
