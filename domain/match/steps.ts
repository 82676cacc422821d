import type { GameMove, Outcome } from '../engine/engine.ts';
import { createRandom, type Random } from '../engine/random.ts';
import { expectDefined } from '../engine/result.ts';
import type { SealedEngine } from '../engine/sealed.ts';
import type { CommandPlace, PlayerPause } from './commands.ts';
import { decisionId } from './commands.ts';
import { playSeed } from './digest.ts';
import type { Actor, RecordedCommand, RecordedEvent, Step } from './events.ts';
import { evolveStep, type Unborn } from './evolve.ts';
import { type MatchState, noncesOf } from './state.ts';

/**
 * What a command comes to: steps to append, nothing to do, or a decision that its seat has answered before. `move` is then what it
 * would answer now, undefined where that is no move of the game.
 */
export type Decision =
  | { readonly kind: 'append'; readonly steps: readonly Step[]; readonly match: MatchState }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'answered'; readonly version: number; readonly move: GameMove | undefined };

/** The command has taken effect before, or there is nothing for it to change: it is idempotent in itself. */
export const unchanged: Decision = { kind: 'unchanged' };

/** At most so many steps a commit: the command's, then what follows by itself (design §3). */
export const stepsMax = 16;

/** The match's chance, from where its draws stand. */
export const randomOf = (match: MatchState): Random =>
  createRandom(expectDefined(match.playSeed ?? undefined, 'no draws before the start'), match.drawn);

const makeStep = (
  actor: Actor,
  command: RecordedCommand,
  events: readonly RecordedEvent[],
  draws = 0,
): Step => ({
  actor,
  command,
  events,
  ...(draws > 0 ? { draws } : {}),
});

/** The match's own word on the end, where the game has come to one with these events. */
const endOfGame = (
  match: MatchState,
  step: Step,
  place: CommandPlace,
  engine: SealedEngine,
): readonly RecordedEvent[] => {
  const after = evolveStep(match, step, place, engine);
  if (after.status !== 'active' || after.gameState === null) return [];
  const progress = engine.progress(after.gameState);
  return progress.kind === 'over' ? [ended(progress.outcome, place)] : [];
};

/** The event by which a match ends with an outcome. */
export const ended = (outcome: Outcome, place: { readonly at: number }): RecordedEvent => ({
  type: 'match.ended',
  v: 1,
  outcome,
  endedAt: place.at,
});

/** One step's events and draws, made into a step that also tells of the end if the game has come to it. */
export const gameStep = (
  match: MatchState,
  actor: Actor,
  command: RecordedCommand,
  made: { readonly events: readonly RecordedEvent[]; readonly draws?: number },
  place: CommandPlace,
  engine: SealedEngine,
): Step => {
  const step = makeStep(actor, command, made.events, made.draws);
  return { ...step, events: [...step.events, ...endOfGame(match, step, place, engine)] };
};

/** The move that every spectator can see is forced, played by the system as a step of its own. */
const forcedStep = (match: MatchState, place: CommandPlace, engine: SealedEngine): Step | undefined => {
  if (match.status !== 'active' || match.gameState === null) return undefined;
  const forced = engine.publiclyForced(match.gameState);
  if (!forced) return undefined;
  const random = randomOf(match);
  const decided = engine.decide(match.gameState, forced.seat, forced.move, random);
  if (!decided.ok) return undefined;
  const { seat, move } = forced;
  const open = match.open.find((decision) => decision.seat === seat);
  const decision = open?.id ?? decisionId(place.version, seat);
  return gameStep(
    match,
    { system: 'forced' },
    { type: 'move', seat, decision, move },
    { events: decided.value, draws: random.drawn() - match.drawn },
    place,
    engine,
  );
};

/** Closes a decision: the command's step, then publicly forced moves for as long as there are any and there is room. */
export const append = (
  match: MatchState | Unborn,
  step: Step,
  place: CommandPlace,
  engine: SealedEngine,
): Decision => {
  const steps = [step];
  let after = evolveStep(match, step, place, engine);
  for (
    let next = forcedStep(after, place, engine);
    next && steps.length < stepsMax;
    next = forcedStep(after, place, engine)
  ) {
    steps.push(next);
    after = evolveStep(after, next, place, engine);
  }
  return { kind: 'append', steps, match: after };
};

/**
 * The events by which a full match starts: the play seed is fixed by the nonces, then the engine deals. `joined` is the match with
 * its last player seated.
 */
export const startEvents = (
  joined: MatchState,
  vacations: readonly PlayerPause[],
  engine: SealedEngine,
): { readonly events: readonly RecordedEvent[]; readonly draws: number } => {
  const pauses = joined.settings.pauses
    ? joined.seats.flatMap((holder, seat) =>
        vacations.filter(({ player }) => player === holder?.player).map(({ pause }) => ({ seat, pause })),
      )
    : [];
  const seed = playSeed(joined.serverSeed, noncesOf(joined));
  const random = createRandom(seed, 0);
  const dealt = engine.start(joined.options, joined.seats.length, random);
  return { events: [{ type: 'match.started', v: 1, pauses }, ...dealt], draws: random.drawn() };
};
