/** Before the start: create, join, leave, decline, cancel, nonces, expiry. */

import { rngScheme } from '../engine/random.ts';
import { ok, type Result } from '../engine/result.ts';
import type { SealedEngine } from '../engine/sealed.ts';
import type { CommandPlace, CreateCommand, Joiner, MatchCommand } from './commands.ts';
import type { Actor, MatchEvent, RecordedEvent } from './events.ts';
import { evolveStep, type Unborn } from './evolve.ts';
import { parseDuration } from './instant.ts';
import { type MatchRefusal, refuse } from './refusal.ts';
import { isEnded, type MatchState, seatOf } from './state.ts';
import { append, type Decision, startEvents, unchanged } from './steps.ts';

type Of<T extends MatchCommand['type']> = Extract<MatchCommand, { type: T }>;
type Decided = Result<Decision, MatchRefusal>;

const joinedEvent = ({ player, name, nonce }: Joiner, seat: number): MatchEvent => ({
  type: 'match.joined',
  v: 1,
  seat,
  player,
  name,
  nonce,
});

/** The first commit of a match: created, the creator seated; a rematch seats everyone and so starts at once. */
export const create = (
  match: Unborn,
  command: CreateCommand,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const created: MatchEvent = {
    type: 'match.created',
    v: 1,
    game: command.game,
    rulesVersion: command.rulesVersion,
    rngScheme,
    options: command.options,
    seats: command.seats,
    settings: command.settings,
    serverSeed: command.serverSeed,
    createdBy: command.joiners[0].player,
    invited: command.invited,
    joinCode: command.joinCode,
    rematchOf: command.rematchOf,
  };
  const events: readonly RecordedEvent[] = [created, ...command.joiners.map(joinedEvent)];
  const actor: Actor = { seat: 0 };
  const seated = evolveStep(match, { actor, command: { type: 'create' }, events }, place, engine);
  const started = startIfFull(seated, command.vacations, engine);
  return ok(
    append(
      match,
      { actor, command: { type: 'create' }, events: [...events, ...started.events], ...drawsOf(started) },
      place,
      engine,
    ),
  );
};

const startIfFull = (match: MatchState, vacations: Of<'join'>['vacations'], engine: SealedEngine) =>
  match.seats.every((holder) => holder !== null)
    ? startEvents(match, vacations, engine)
    : { events: [], draws: 0 };

const drawsOf = ({ draws }: { readonly draws: number }) => (draws > 0 ? { draws } : {});

/** Takes the lowest free seat; the log decides who of several gets the last one. The last to join starts the match. */
export const join = (
  match: MatchState,
  command: Of<'join'>,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const seated = seatOf(match, command.player);
  if (seated !== undefined) {
    const isRepeat = command.nonce === null || match.seats[seated]?.nonce === command.nonce;
    return isRepeat
      ? ok(unchanged)
      : refuse('already-seated', 'You have a seat in this match, with another nonce.');
  }
  if (isEnded(match)) return refuse('match-over', 'The match is over.');
  const isInvited = match.invited.includes(command.player);
  const free = match.seats.filter((holder) => holder === null).length;
  if (free === 0) return refuse('match-full', 'Every seat is taken.');
  if (!isInvited && (match.isByInvitation || match.settings.visibility === 'private'))
    return refuse('forbidden', 'Only invited players may join.');
  if (!isInvited && free <= match.invited.length) {
    return refuse('match-full', 'The seats that are left are kept for invited players.');
  }
  if (!isInvited && match.joinCode !== null && command.code !== match.joinCode) {
    return refuse('forbidden', 'Joining this match takes its join code.');
  }
  const seat = match.seats.indexOf(null);
  const step = { actor: { seat }, command: { type: 'join' as const } };
  const events: readonly RecordedEvent[] = [joinedEvent(command, seat)];
  const started = startIfFull(
    evolveStep(match, { ...step, events }, place, engine),
    command.vacations,
    engine,
  );
  return ok(
    append(match, { ...step, events: [...events, ...started.events], ...drawsOf(started) }, place, engine),
  );
};

const single = (
  match: MatchState,
  actor: Actor,
  type: Exclude<MatchCommand['type'], 'move'>,
  event: MatchEvent,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => ok(append(match, { actor, command: { type }, events: [event] }, place, engine));

const gone = (match: MatchState, player: string, nobody: string): Decided =>
  match.departed.includes(player) ? ok(unchanged) : refuse('forbidden', nobody);

/** Gives a seat back before the start. The creator cancels instead. */
export const leave = (
  match: MatchState,
  command: Of<'leave'>,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const { player } = command;
  const seat = seatOf(match, player);
  if (seat === undefined) return gone(match, player, 'You have no seat in this match.');
  if (isEnded(match)) return refuse('match-over', 'The match is over.');
  if (match.status === 'active') return refuse('match-started', 'The match has started: resign instead.');
  if (player === match.createdBy) return refuse('forbidden', 'You created this match: cancel it instead.');
  return single(match, { seat }, 'leave', { type: 'match.left', v: 1, seat, player }, place, engine);
};

/** Turns an invitation down. The seat that was kept is free for others, unless the whole match was by invitation. */
export const decline = (
  match: MatchState,
  { player, reason }: Of<'decline'>,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  if (!match.invited.includes(player)) {
    if (seatOf(match, player) !== undefined)
      return refuse('already-seated', 'You have accepted: leave instead.');
    return gone(match, player, 'You were not invited to this match.');
  }
  if (isEnded(match)) return refuse('match-over', 'The match is over.');
  return single(
    match,
    { player },
    'decline',
    { type: 'match.declined', v: 1, player, reason },
    place,
    engine,
  );
};

/** Gives a seat its own randomness, once, before the start (design §7). */
export const setNonce = (
  match: MatchState,
  { player, nonce }: Of<'set-nonce'>,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const seat = seatOf(match, player);
  if (seat === undefined) return refuse('forbidden', 'You have no seat in this match.');
  const given = match.seats[seat]?.nonce ?? null;
  if (given === nonce) return ok(unchanged);
  if (isEnded(match)) return refuse('match-over', 'The match is over.');
  if (match.status === 'active')
    return refuse('match-started', 'The play seed was fixed when the match started.');
  if (given !== null) return refuse('limit-reached', 'A nonce is given once.');
  return single(match, { seat }, 'set-nonce', { type: 'match.nonce-set', v: 1, seat, nonce }, place, engine);
};

/** The creator calls a match off before the start. */
export const cancelUnstarted = (
  match: MatchState,
  { player }: Of<'cancel'>,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  if (player !== match.createdBy)
    return refuse('forbidden', 'Before the start only the creator cancels a match.');
  return single(
    match,
    { seat: 0 },
    'cancel',
    { type: 'match.cancelled', v: 1, by: 'creator' },
    place,
    engine,
  );
};

/** The instant at which a match that never filled expires. */
export const expiresAt = (match: MatchState): number =>
  match.createdAt + (parseDuration(match.settings.expiry) ?? 0);

/** Ends a match that never filled, once its time has come. */
export const expire = (match: MatchState, place: CommandPlace, engine: SealedEngine): Decided =>
  match.status !== 'open' || place.at < expiresAt(match)
    ? ok(unchanged)
    : single(match, { system: 'expiry' }, 'expire', { type: 'match.expired', v: 1 }, place, engine);
