import type { GameId, Seat } from '../engine/engine.ts';
import type { GameOptions } from '../engine/sealed.ts';
import type { Pause } from './clock.ts';
import type { DeclineReason } from './events.ts';
import type { Instant } from './instant.ts';
import type { MatchSettings } from './settings.ts';

/** A player who takes a seat, with the display name as of now and, if wanted, randomness of their own (design §7). */
export interface Joiner {
  readonly player: string;
  readonly name: string;
  readonly nonce: string | null;
}

/** A vacation that is under way while a match starts. */
export interface PlayerPause {
  readonly player: string;
  readonly pause: Pause;
}

/** Sets up a match. `joiners` take the first seats (the creator first); a rematch brings all of them and so starts at once. */
export interface CreateCommand {
  readonly type: 'create';
  readonly game: GameId;
  readonly rulesVersion: number;
  readonly options: GameOptions;
  readonly seats: number;
  readonly settings: MatchSettings;
  readonly serverSeed: string;
  readonly joiners: readonly [Joiner, ...Joiner[]];
  readonly invited: readonly string[];
  readonly joinCode: string | null;
  readonly rematchOf: string | null;
  readonly vacations: readonly PlayerPause[];
}

/** Answers one open decision. `move` is what the client sent; the engine's schema parses it. */
export interface MoveCommand {
  readonly type: 'move';
  readonly player: string;
  readonly decision: string;
  readonly move: unknown;
}

/** What a match is asked to do, by a player or by the system. */
export type MatchCommand =
  | CreateCommand
  | ({
      readonly type: 'join';
      readonly code: string | null;
      readonly vacations: readonly PlayerPause[];
    } & Joiner)
  | { readonly type: 'leave'; readonly player: string }
  | { readonly type: 'decline'; readonly player: string; readonly reason: DeclineReason }
  | { readonly type: 'cancel'; readonly player: string }
  | { readonly type: 'set-nonce'; readonly player: string; readonly nonce: string }
  | MoveCommand
  | { readonly type: 'resign'; readonly player: string }
  | { readonly type: 'offer-draw'; readonly player: string }
  | { readonly type: 'accept-draw'; readonly player: string; readonly offer: string }
  | { readonly type: 'decline-draw'; readonly player: string; readonly offer: string }
  | { readonly type: 'offer-rematch'; readonly player: string; readonly rematch: string }
  | { readonly type: 'time-out' }
  | { readonly type: 'pause'; readonly player: string; readonly pause: Pause }
  | { readonly type: 'expire' };

/** When a command counts: the version it would make, and the later of the previous commit and the instant of receipt. */
export interface CommandPlace {
  readonly version: number;
  readonly at: Instant;
  /** The instant at which the gateway received the request; what deadlines are compared with. */
  readonly receivedAt: Instant;
}

/** The id of the decision that a version opened for a seat (design §3). */
export const decisionId = (version: number, seat: Seat): string => `${version}.${seat}`;

/** The form of a decision id, and of a draw offer's. */
export const decisionIdPattern = /^(0|[1-9]\d{0,8})\.(\d)$/;

/** The seat that a decision id names; undefined for anything else. */
export const seatOfDecision = (decision: string): Seat | undefined => {
  const seat = decisionIdPattern.exec(decision)?.[2];
  return seat === undefined ? undefined : Number(seat);
};
