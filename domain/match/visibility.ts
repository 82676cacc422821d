import { isSeat, type Viewer } from '../engine/engine.ts';
import type { SealedEngine } from '../engine/sealed.ts';
import { seedCommitment } from './digest.ts';
import { isMatchEvent, type MatchEvent, type RecordedEvent } from './events.ts';
import { type MatchState, seatOf } from './state.ts';

/** Whether a player (undefined: a stranger without a token) may know that the match exists. */
export const isVisibleTo = (match: MatchState, player: string | undefined): boolean =>
  match.settings.visibility !== 'private' ||
  (player !== undefined && (seatOf(match, player) !== undefined || match.invited.includes(player)));

/** Whether a player may know that the match exists, or has left or declined it while it still waits: who repeats that is no stranger. */
export const isKnownTo = (match: MatchState, player: string | undefined): boolean =>
  isVisibleTo(match, player) ||
  (player !== undefined && match.status === 'open' && match.departed.includes(player));

/** How a player looks at a match: from a seat, or as any spectator. */
export const viewerOf = (match: MatchState, player: string | undefined): Viewer => {
  const seat = player === undefined ? undefined : seatOf(match, player);
  return seat === undefined ? 'spectator' : { seat };
};

/** An event as a viewer may see it: `{ type, v, ...fields }`. */
export interface VisibleEvent {
  readonly type: string;
  readonly v: number;
}

/** The seat of the creator, who alone learns who declined, and why. */
const creatorSeat = 0;

/** What a viewer may see of the match's own events: never the server seed, the join code or a nonce. */
const redactMatchEvent = (event: MatchEvent, viewer: Viewer): VisibleEvent | undefined => {
  switch (event.type) {
    case 'match.created': {
      const { serverSeed, joinCode: _joinCode, invited: _invited, ...visible } = event;
      return { ...visible, seedCommitment: seedCommitment(serverSeed) } as VisibleEvent;
    }
    case 'match.joined': {
      const { nonce, ...visible } = event;
      return { ...visible, hasNonce: nonce !== null } as VisibleEvent;
    }
    case 'match.declined':
      return isSeat(viewer, creatorSeat) ? event : undefined;
    case 'match.nonce-set':
      return { type: event.type, v: event.v, seat: event.seat } as VisibleEvent;
    default:
      return event;
  }
};

/** An event as a viewer may see it, or undefined where it must not know that it happened. */
export const redactEvent = (
  engine: SealedEngine,
  event: RecordedEvent,
  viewer: Viewer,
): VisibleEvent | undefined =>
  isMatchEvent(event) ? redactMatchEvent(event, viewer) : engine.redact(event, viewer);

const outcomeLine = (event: Extract<MatchEvent, { type: 'match.ended' }>): string =>
  event.outcome.kind === 'drawn'
    ? `The match is drawn (${event.outcome.reason}).`
    : `${event.outcome.winners.map((seat) => `Seat ${seat}`).join(' and ')} won (${event.outcome.reason}).`;

const summarizeMatchEvent = (event: MatchEvent, viewer: Viewer): string | undefined => {
  switch (event.type) {
    case 'match.created':
      return 'The match was created.';
    case 'match.joined':
      return `${event.name} took seat ${event.seat}.`;
    case 'match.left':
      return `Seat ${event.seat} was given back.`;
    case 'match.declined':
      return isSeat(viewer, creatorSeat) ? `An invitation was declined (${event.reason}).` : undefined;
    case 'match.nonce-set':
      return `Seat ${event.seat} added randomness of its own.`;
    case 'match.started':
      return 'The match started.';
    case 'match.paused':
      return `Seat ${event.seat} is on vacation.`;
    case 'match.draw-offered':
      return `Seat ${event.seat} offered a draw.`;
    case 'match.draw-accepted':
      return `Seat ${event.seat} accepted the draw.`;
    case 'match.draw-declined':
      return `Seat ${event.seat} declined the draw.`;
    case 'match.cancel-offered':
      return `Seat ${event.seat} would call the match off.`;
    case 'match.rematch-offered':
      return `Seat ${event.seat} would play again.`;
    case 'match.rematched':
      return 'A rematch was made.';
    case 'match.resigned':
      return `Seat ${event.seat} resigned.`;
    case 'match.timed-out':
      return `Seat ${event.seat} ran out of time.`;
    case 'match.cancelled':
      return event.by === 'creator' ? 'The match was cancelled.' : 'The match was called off by agreement.';
    case 'match.expired':
      return 'The match never filled and expired.';
    case 'match.ended':
      return outcomeLine(event);
  }
};

/** One plain English line about an event for a viewer, or undefined. */
export const summarizeEvent = (
  engine: SealedEngine,
  event: RecordedEvent,
  viewer: Viewer,
): string | undefined =>
  isMatchEvent(event) ? summarizeMatchEvent(event, viewer) : engine.summarize(event, viewer);
