import type { Seat } from '../engine/engine.ts';
import { upcast } from '../engine/replay.ts';
import { expectDefined, Fault, invariant } from '../engine/result.ts';
import type { SealedEngine } from '../engine/sealed.ts';
import { bankAfter, elapsedOf, initialBank, type SeatClock } from './clock.ts';
import { decisionId } from './commands.ts';
import { playSeed } from './digest.ts';
import { isMatchEvent, type MatchEvent, type RecordedEvent, type Step } from './events.ts';
import type { Instant } from './instant.ts';
import { clockBegins } from './pauses.ts';
import { type MatchState, noncesOf, type OpenDecision, type SeatHolder } from './state.ts';

/** The commit that a step belongs to, as far as folding needs it. */
export interface StepPlace {
  readonly version: number;
  readonly at: Instant;
}

/** A match of which nothing but its id is known: before its first step. */
export interface Unborn {
  readonly id: string;
}

/** How many answered decisions a seat's idempotency reaches back (design §3). */
const answeredMax = 8;

const replaceAt = <T>(items: readonly T[], index: number, item: T): readonly T[] =>
  items.map((old, i) => (i === index ? item : old));

const withSeat = (match: MatchState, seat: Seat, change: Partial<SeatHolder>): MatchState => {
  const holder = expectDefined(match.seats[seat] ?? undefined, `nobody sits on seat ${seat}`);
  return { ...match, seats: replaceAt(match.seats, seat, { ...holder, ...change }) };
};

const departed = (match: MatchState, player: string): MatchState => ({
  ...match,
  invited: match.invited.filter((other) => other !== player),
  departed: [...match.departed.filter((other) => other !== player), player],
});

const created = (
  id: string,
  event: Extract<MatchEvent, { type: 'match.created' }>,
  place: StepPlace,
): MatchState => ({
  id,
  game: event.game,
  rulesVersion: event.rulesVersion,
  rngScheme: event.rngScheme,
  options: event.options,
  settings: event.settings,
  serverSeed: event.serverSeed,
  playSeed: null,
  drawn: 0,
  createdBy: event.createdBy,
  createdAt: place.at,
  startedAt: null,
  endedAt: null,
  invited: event.invited,
  isByInvitation: event.invited.length === event.seats - 1,
  departed: [],
  joinCode: event.joinCode,
  rematchOf: event.rematchOf,
  rematch: null,
  status: 'open',
  version: 0,
  at: place.at,
  digest: '',
  seats: Array.from({ length: event.seats }, () => null),
  gameState: null,
  open: [],
  clocks: [],
  pauses: Array.from({ length: event.seats }, () => []),
  answered: Array.from({ length: event.seats }, () => []),
  drawOffer: null,
  closedDrawOffer: null,
  drawOffers: Array.from({ length: event.seats }, () => 0),
  cancelOffers: [],
  rematchOffers: [],
  outcome: null,
});

const started = (
  match: MatchState,
  event: Extract<MatchEvent, { type: 'match.started' }>,
  place: StepPlace,
  engine: SealedEngine,
): MatchState => ({
  ...match,
  status: 'active',
  startedAt: place.at,
  playSeed: playSeed(match.serverSeed, noncesOf(match)),
  gameState: engine.initial(),
  clocks: match.seats.map(() => ({
    bank: initialBank(match.settings.clock),
    since: null,
    sinceVersion: null,
  })),
  pauses: match.pauses.map((pauses, seat) => [
    ...pauses,
    ...event.pauses.filter((paused) => paused.seat === seat).map(({ pause }) => pause),
  ]),
});

/**
 * A later word about a pause that began at the same instant replaces the earlier one (a vacation that ends early). Pauses that were
 * over before the clock began are forgotten.
 */
const paused = (
  match: MatchState,
  { seat, pause }: Extract<MatchEvent, { type: 'match.paused' }>,
): MatchState => {
  const begins = clockBegins(match, seat);
  const others = (match.pauses[seat] ?? []).filter(
    ({ from, until }) => from !== pause.from && until > begins,
  );
  return { ...match, pauses: replaceAt(match.pauses, seat, [...others, pause]) };
};

/** Offers lapse: the players agreed on nothing while they stood. */
const withoutOffers = (match: MatchState, declinedBy: Seat | null = null): MatchState => ({
  ...match,
  drawOffer: null,
  closedDrawOffer: match.drawOffer ? { ...match.drawOffer, declinedBy } : match.closedDrawOffer,
  cancelOffers: [],
});

/** A seat stops playing. Offers lapse with it: who is left has agreed with someone else too. */
const withdrawn = (match: MatchState, seat: Seat, left: SeatHolder['left']): MatchState =>
  withoutOffers(withSeat(match, seat, { left }));

const evolveMatch = (
  match: MatchState,
  event: MatchEvent,
  place: StepPlace,
  engine: SealedEngine,
): MatchState => {
  switch (event.type) {
    case 'match.created':
      throw new Fault('a match is created once');
    case 'match.joined':
      return {
        ...match,
        seats: replaceAt(match.seats, event.seat, {
          player: event.player,
          name: event.name,
          nonce: event.nonce,
          left: null,
        }),
        invited: match.invited.filter((player) => player !== event.player),
      };
    case 'match.left':
      return departed({ ...match, seats: replaceAt(match.seats, event.seat, null) }, event.player);
    case 'match.declined':
      return departed(match, event.player);
    case 'match.nonce-set':
      return withSeat(match, event.seat, { nonce: event.nonce });
    case 'match.started':
      return started(match, event, place, engine);
    case 'match.paused':
      return paused(match, event);
    case 'match.draw-offered':
      return {
        ...match,
        drawOffer: { id: event.offer, seat: event.seat, accepted: [] },
        drawOffers: replaceAt(match.drawOffers, event.seat, (match.drawOffers[event.seat] ?? 0) + 1),
      };
    case 'match.draw-accepted':
      return match.drawOffer
        ? { ...match, drawOffer: { ...match.drawOffer, accepted: [...match.drawOffer.accepted, event.seat] } }
        : match;
    case 'match.draw-declined':
      return { ...withoutOffers(match, event.seat), cancelOffers: match.cancelOffers };
    case 'match.cancel-offered':
      return { ...match, cancelOffers: [...match.cancelOffers, event.seat] };
    case 'match.rematch-offered':
      return { ...match, rematchOffers: [...match.rematchOffers, event.seat] };
    case 'match.rematched':
      return { ...match, rematch: event.rematch };
    case 'match.resigned':
      return withdrawn(match, event.seat, 'resigned');
    case 'match.timed-out':
      return withdrawn(match, event.seat, 'timed-out');
    case 'match.cancelled':
      return { ...withoutOffers(match), status: 'cancelled', endedAt: place.at };
    case 'match.expired':
      return { ...match, status: 'expired', endedAt: place.at };
    case 'match.ended':
      return {
        ...withoutOffers(match),
        status: 'finished',
        endedAt: event.endedAt,
        outcome: event.outcome,
      };
  }
};

const evolveGame = (match: MatchState, event: RecordedEvent, engine: SealedEngine): MatchState => {
  invariant(match.gameState !== null, `a game event before the start: ${event.type}`);
  return { ...match, gameState: engine.evolve(match.gameState, upcast(engine, event)) };
};

/** The seat whose decision the step answered, or undefined. */
const actingSeat = (step: Step): Seat | undefined =>
  step.command.type === 'move' ? step.command.seat : undefined;

const startClock = (clock: SeatClock, place: StepPlace): SeatClock => ({
  ...clock,
  since: place.at,
  sinceVersion: place.version,
});

/**
 * Brings the open decisions and the clocks in line with what the game awaits after a step. A decision of another seat that is
 * still awaited stays the one that it was; a seat's clock starts when it becomes awaited and stops when it no longer is, never in
 * between (design §3, §5).
 */
const settle = (
  match: MatchState,
  acting: Seat | undefined,
  place: StepPlace,
  engine: SealedEngine,
): MatchState => {
  const progress =
    match.status === 'active' && match.gameState !== null ? engine.progress(match.gameState) : undefined;
  const awaited = progress?.kind === 'awaiting' ? progress.decisions : [];
  const open = awaited.map(({ seat, kind }): OpenDecision => {
    const before = match.open.find((decision) => decision.seat === seat);
    const stays = before !== undefined && seat !== acting && before.kind === kind;
    return stays ? before : { id: decisionId(place.version, seat), seat, kind, openedAt: place.at };
  });
  const clocks = match.clocks.map((clock, seat): SeatClock => {
    const isAwaited = open.some((decision) => decision.seat === seat);
    if (isAwaited && clock.since === null) return startClock(clock, place);
    if (isAwaited || clock.since === null) return clock;
    const elapsed = elapsedOf(clock.since, place.at, match.pauses[seat] ?? [], match.settings.weekendPause);
    return { bank: bankAfter(match.settings.clock, clock.bank, elapsed), since: null, sinceVersion: null };
  });
  return { ...match, open, clocks };
};

const withAnswer = (match: MatchState, step: Step, place: StepPlace): MatchState => {
  if (step.command.type !== 'move' || !('seat' in step.actor)) return match;
  const { seat, decision } = step.command;
  const answers = [...(match.answered[seat] ?? []), { decision, version: place.version }];
  return {
    ...withoutOffers(match),
    answered: replaceAt(match.answered, seat, answers.slice(-answeredMax)),
  };
};

const evolveEvent = (
  match: MatchState | Unborn,
  event: RecordedEvent,
  place: StepPlace,
  engine: SealedEngine,
): MatchState => {
  if (!('status' in match)) {
    invariant(isMatchEvent(event) && event.type === 'match.created', 'a log begins with match.created');
    return created(match.id, event, place);
  }
  return isMatchEvent(event) ? evolveMatch(match, event, place, engine) : evolveGame(match, event, engine);
};

/** Folds one step into the match. Total over recorded steps: no refusal, no chance. */
export const evolveStep = (
  match: MatchState | Unborn,
  step: Step,
  place: StepPlace,
  engine: SealedEngine,
): MatchState => {
  const folded = step.events.reduce<MatchState | Unborn>(
    (state, event) => evolveEvent(state, event, place, engine),
    match,
  );
  invariant('status' in folded, 'a step records at least one event');
  const counted = { ...folded, drawn: folded.drawn + (step.draws ?? 0) };
  return settle(withAnswer(counted, step, place), actingSeat(step), place, engine);
};
