/** While a match is played: moves, resignation, time-outs, vacations. */
import type { z } from 'zod';
import type { Outcome, Seat } from '../engine/engine.ts';
import { ok, type Result } from '../engine/result.ts';
import type { GameState, SealedEngine } from '../engine/sealed.ts';
import { timeOutGraceMs } from './clock.ts';
import { type CommandPlace, type MatchCommand, type MoveCommand, seatOfDecision } from './commands.ts';
import type { Actor, MatchEvent, RecordedEvent } from './events.ts';
import { isNews } from './pauses.ts';
import { type InputFault, type MatchRefusal, refuse } from './refusal.ts';
import { deadlineOfSeat, isEnded, type MatchState, playingSeats, seatOf } from './state.ts';
import { append, type Decision, ended, gameStep, randomOf, unchanged } from './steps.ts';

type Of<T extends MatchCommand['type']> = Extract<MatchCommand, { type: T }>;
type Decided = Result<Decision, MatchRefusal>;

/** A match that is under way, with its game. */
type ActiveMatch = MatchState & { readonly gameState: GameState };

const requireActive = (match: MatchState): Result<ActiveMatch, MatchRefusal> => {
  if (match.status === 'open')
    return refuse('match-not-started', 'The match has not started: it waits for players.');
  if (isEnded(match) || match.gameState === null) return refuse('match-over', 'The match is over.');
  return ok({ ...match, gameState: match.gameState });
};

/** Zod's issues as JSON Pointers below `root`. */
export const inputFaults = (error: z.ZodError, root: string): readonly InputFault[] =>
  error.issues.slice(0, 20).map((issue) => ({
    pointer: [root, ...issue.path.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))].join(
      '/',
    ),
    detail: issue.message,
  }));

/**
 * Answers one open decision (design §3). Refusals in the order of design §4: state, decision, rules. A decision that the seat has
 * answered before comes back as `answered`; whoever holds the log tells a repeat from another move.
 */
export const move = (
  match: MatchState,
  command: MoveCommand,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const seat = seatOf(match, command.player);
  if (seat === undefined) return refuse('forbidden', 'You have no seat in this match.');
  const answered = match.answered[seat]?.find(({ decision }) => decision === command.decision);
  if (answered) {
    const again = engine.schemas.move.safeParse(command.move);
    return ok({ kind: 'answered', version: answered.version, move: again.data });
  }
  const active = requireActive(match);
  if (!active.ok) return active;
  if (match.seats[seat]?.left !== null) return refuse('match-over', 'For you the match is over.');
  if (seatOfDecision(command.decision) !== seat)
    return refuse('not-your-turn', "That decision is another seat's.");
  const isOpen = match.open.some(({ id }) => id === command.decision);
  if (!isOpen)
    return refuse('decision-closed', 'That decision is not open. Read the match for the one that is.');
  const deadline = deadlineOfSeat(match, seat);
  if (deadline !== undefined && place.receivedAt > deadline) {
    return refuse('deadline-passed', 'The move arrived after the deadline.');
  }
  return playMove(active.value, seat, command, place, engine);
};

const playMove = (
  match: ActiveMatch,
  seat: Seat,
  command: MoveCommand,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const parsed = engine.schemas.move.safeParse(command.move);
  if (!parsed.success) {
    const errors = inputFaults(parsed.error, '/move');
    return refuse('validation-failed', 'That is not a move of this game.', { errors });
  }
  const random = randomOf(match);
  const decided = engine.decide(match.gameState, seat, parsed.data, random);
  if (!decided.ok) {
    const legalMoves = engine.legalMoves(match.gameState, seat);
    return refuse('illegal-move', decided.error.message, { violation: decided.error, legalMoves });
  }
  const step = gameStep(
    match,
    { seat },
    { type: 'move', seat, decision: command.decision, move: parsed.data },
    { events: decided.value, draws: random.drawn() - match.drawn },
    place,
    engine,
  );
  return ok(append(match, step, place, engine));
};

const lastStanding = (winner: Seat, reason: 'resignation' | 'time-out'): Outcome => ({
  kind: 'won',
  winners: [winner],
  reason,
});

/**
 * Seats leave the match: with one player left it has won, with none it is drawn, and with more they play on by the game's forfeit
 * rule (DA-9).
 */
const withdraw = (
  match: ActiveMatch,
  gone: readonly { readonly seat: Seat; readonly event: MatchEvent }[],
  by: { readonly actor: Actor; readonly type: 'resign' | 'time-out'; readonly endedAt: number },
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const left = playingSeats(match).filter((seat) => gone.every((goner) => goner.seat !== seat));
  const reason = by.type === 'resign' ? 'resignation' : 'time-out';
  const facts = gone.map(({ event }) => event);
  const [winner, ...others] = left;
  if (winner === undefined || others.length === 0) {
    const outcome: Outcome = winner === undefined ? { kind: 'drawn', reason } : lastStanding(winner, reason);
    const events: readonly RecordedEvent[] = [...facts, ended(outcome, { at: by.endedAt })];
    return ok(append(match, { actor: by.actor, command: { type: by.type }, events }, place, engine));
  }
  const forfeits = gone.flatMap(({ seat }) => engine.forfeit(match.gameState, seat));
  const step = gameStep(
    match,
    by.actor,
    { type: by.type },
    { events: [...facts, ...forfeits] },
    place,
    engine,
  );
  return ok(append(match, step, place, engine));
};

/** Gives the match up. */
export const resign = (
  match: MatchState,
  command: Of<'resign'>,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const seat = seatOf(match, command.player);
  if (seat === undefined) return refuse('forbidden', 'You have no seat in this match.');
  const left = match.seats[seat]?.left;
  if (left === 'resigned') return ok(unchanged);
  const active = requireActive(match);
  if (!active.ok) return active;
  if (left === 'timed-out') return refuse('match-over', 'Your time ran out: for you the match is over.');
  const event: MatchEvent = { type: 'match.resigned', v: 1, seat };
  return withdraw(
    active.value,
    [{ seat, event }],
    { actor: { seat }, type: 'resign', endedAt: place.at },
    place,
    engine,
  );
};

/**
 * Ends the time of the seats whose deadline passed first, once the grace is over as well (design §5). Both seats of a simultaneous
 * decision that ran out at the same instant go together.
 */
export const timeOut = (match: MatchState, place: CommandPlace, engine: SealedEngine): Decided => {
  const active = requireActive(match);
  if (!active.ok) return ok(unchanged);
  const late = match.open
    .map(({ seat }) => ({ seat, deadlineAt: deadlineOfSeat(match, seat) }))
    .filter((due): due is { seat: Seat; deadlineAt: number } => due.deadlineAt !== undefined)
    .filter(({ deadlineAt }) => place.receivedAt >= deadlineAt + timeOutGraceMs);
  if (late.length === 0) return ok(unchanged);
  const first = Math.min(...late.map(({ deadlineAt }) => deadlineAt));
  const gone = late
    .filter(({ deadlineAt }) => deadlineAt === first)
    .map(({ seat, deadlineAt }) => ({
      seat,
      event: { type: 'match.timed-out', v: 1, seat, deadlineAt } satisfies MatchEvent,
    }));
  return withdraw(
    active.value,
    gone,
    { actor: { system: 'deadline' }, type: 'time-out', endedAt: first },
    place,
    engine,
  );
};

/**
 * Tells the match of its player's vacation, or that it ends at another instant than was known (design §5). What is no news changes
 * nothing.
 */
export const pause = (
  match: MatchState,
  command: Of<'pause'>,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const seat = seatOf(match, command.player);
  if (seat === undefined || match.status !== 'active' || !match.settings.pauses) return ok(unchanged);
  if (match.seats[seat]?.left !== null) return ok(unchanged);
  if (!isNews(match, seat, command.pause)) return ok(unchanged);
  const event: MatchEvent = { type: 'match.paused', v: 1, seat, pause: command.pause };
  return ok(
    append(
      match,
      { actor: { system: 'vacation' }, command: { type: 'pause' }, events: [event] },
      place,
      engine,
    ),
  );
};
