import type { GameEvent, GameId, GameMove, Outcome, Seat } from '../engine/engine.ts';
import type { GameOptions } from '../engine/sealed.ts';
import type { Pause } from './clock.ts';
import type { Instant } from './instant.ts';
import type { MatchSettings } from './settings.ts';

/** Facts about the match itself. Their types are dotted; an event without a dot belongs to the game. */
export type MatchEvent =
  | {
      readonly type: 'match.created';
      readonly v: 1;
      readonly game: GameId;
      readonly rulesVersion: number;
      readonly rngScheme: string;
      readonly options: GameOptions;
      readonly seats: number;
      readonly settings: MatchSettings;
      /** 32 random bytes in hexadecimal; secret until the end. */
      readonly serverSeed: string;
      readonly createdBy: string;
      /** Players for whom seats are kept. */
      readonly invited: readonly string[];
      /** For unlisted matches: what a stranger must show to join. */
      readonly joinCode: string | null;
      /** The match that this one is a rematch of. */
      readonly rematchOf: string | null;
    }
  | {
      readonly type: 'match.joined';
      readonly v: 1;
      readonly seat: Seat;
      readonly player: string;
      /** The display name as of joining. */
      readonly name: string;
      readonly nonce: string | null;
    }
  | { readonly type: 'match.left'; readonly v: 1; readonly seat: Seat; readonly player: string }
  | {
      readonly type: 'match.declined';
      readonly v: 1;
      readonly player: string;
      readonly reason: DeclineReason;
    }
  | { readonly type: 'match.nonce-set'; readonly v: 1; readonly seat: Seat; readonly nonce: string }
  /** `pauses` are the vacations under way at the start, by seat. */
  | { readonly type: 'match.started'; readonly v: 1; readonly pauses: readonly SeatPause[] }
  /** A vacation of the seat's player, as far as it is known; a later one from the same instant replaces it. */
  | { readonly type: 'match.paused'; readonly v: 1; readonly seat: Seat; readonly pause: Pause }
  | { readonly type: 'match.draw-offered'; readonly v: 1; readonly seat: Seat; readonly offer: string }
  | { readonly type: 'match.draw-accepted'; readonly v: 1; readonly seat: Seat; readonly offer: string }
  | { readonly type: 'match.draw-declined'; readonly v: 1; readonly seat: Seat; readonly offer: string }
  | { readonly type: 'match.cancel-offered'; readonly v: 1; readonly seat: Seat }
  | { readonly type: 'match.rematch-offered'; readonly v: 1; readonly seat: Seat }
  | { readonly type: 'match.rematched'; readonly v: 1; readonly rematch: string }
  | { readonly type: 'match.resigned'; readonly v: 1; readonly seat: Seat }
  | { readonly type: 'match.timed-out'; readonly v: 1; readonly seat: Seat; readonly deadlineAt: Instant }
  | { readonly type: 'match.cancelled'; readonly v: 1; readonly by: 'creator' | 'agreement' }
  | { readonly type: 'match.expired'; readonly v: 1 }
  | { readonly type: 'match.ended'; readonly v: 1; readonly outcome: Outcome; readonly endedAt: Instant };

export interface SeatPause {
  readonly seat: Seat;
  readonly pause: Pause;
}

export const declineReasons = [
  'no-time',
  'other-game',
  'other-clock',
  'other-options',
  'not-now',
  'other',
] as const;
/** Why an invitation was declined, machine-readable. */
export type DeclineReason = (typeof declineReasons)[number];

/** What a commit records: facts about the match or about its game. */
export type RecordedEvent = MatchEvent | GameEvent;

/** Tells the match's own events from the game's. */
export const isMatchEvent = (event: RecordedEvent): event is MatchEvent => event.type.startsWith('match.');

export const systemActors = ['deadline', 'forced', 'vacation', 'expiry'] as const;

/** Who brought a step about: a seat, a player who has none, or the system. */
export type Actor =
  | { readonly seat: Seat }
  | { readonly player: string }
  | { readonly system: (typeof systemActors)[number] };

/** The command of a step as it is kept for audit (never for replay): its type and fields, without who sent it. */
export type RecordedCommand =
  | { readonly type: 'move'; readonly seat: Seat; readonly decision: string; readonly move: GameMove }
  | { readonly type: Exclude<MatchCommandType, 'move'> };

export const matchCommandTypes = [
  'create',
  'join',
  'leave',
  'decline',
  'cancel',
  'set-nonce',
  'move',
  'resign',
  'offer-draw',
  'accept-draw',
  'decline-draw',
  'offer-rematch',
  'time-out',
  'pause',
  'expire',
] as const;
export type MatchCommandType = (typeof matchCommandTypes)[number];

/**
 * One thing that happened: who did it, by which command, and the facts that followed. `draws` is the number of random draws it
 * made, left out for none.
 */
export interface Step {
  readonly actor: Actor;
  readonly command: RecordedCommand;
  readonly events: readonly RecordedEvent[];
  readonly draws?: number;
}
