import type { GameId, Outcome, Seat } from '../engine/engine.ts';
import type { GameOptions, GameState } from '../engine/sealed.ts';
import { deadlineAt, type Pause, type SeatClock } from './clock.ts';
import type { Instant } from './instant.ts';
import type { MatchSettings } from './settings.ts';

export const matchStatuses = ['open', 'active', 'finished', 'cancelled', 'expired'] as const;
/** Where a match stands: waiting for players, being played, played to an end, called off, never filled. */
export type MatchStatus = (typeof matchStatuses)[number];

/** Raised whenever the shape of MatchState changes; snapshots of another one are ignored. */
export const matchStateVersion = 2;

/** Who sits on a seat. `left` says how a seat stopped playing. */
export interface SeatHolder {
  readonly player: string;
  readonly name: string;
  readonly nonce: string | null;
  readonly left: 'resigned' | 'timed-out' | null;
}

/** A decision that a seat is awaited for. Its id is `<version that opened it>.<seat>` (design §3). */
export interface OpenDecision {
  readonly id: string;
  readonly seat: Seat;
  readonly kind: string;
  readonly openedAt: Instant;
}

/** A decision that a seat has answered, and the version of the commit that holds the answer. */
export interface AnsweredDecision {
  readonly decision: string;
  readonly version: number;
}

/** A draw offer: open until every other seat accepted, one declined, a move was made or a seat left. */
export interface DrawOffer {
  readonly id: string;
  readonly seat: Seat;
  readonly accepted: readonly Seat[];
}

/** The draw offer that stood last, kept so that the same answer to it again changes nothing. */
export interface ClosedDrawOffer extends DrawOffer {
  readonly declinedBy: Seat | null;
}

/** The whole folded match: all that decides, and nothing that can't be rebuilt from the log. Plain JSON. */
export interface MatchState {
  readonly id: string;
  readonly game: GameId;
  readonly rulesVersion: number;
  readonly rngScheme: string;
  readonly options: GameOptions;
  readonly settings: MatchSettings;
  readonly serverSeed: string;
  /** Fixed at the start (design §7). */
  readonly playSeed: string | null;
  /** How many draws have been made. */
  readonly drawn: number;
  readonly createdBy: string;
  readonly createdAt: Instant;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly invited: readonly string[];
  /** Every other seat was kept for somebody: such a match never opens to others, whoever declines. */
  readonly isByInvitation: boolean;
  /** Players who left or declined before the start. */
  readonly departed: readonly string[];
  readonly joinCode: string | null;
  readonly rematchOf: string | null;
  readonly rematch: string | null;
  readonly status: MatchStatus;
  readonly version: number;
  readonly at: Instant;
  readonly digest: string;
  readonly seats: readonly (SeatHolder | null)[];
  readonly gameState: GameState | null;
  readonly open: readonly OpenDecision[];
  /** By seat; empty before the start. */
  readonly clocks: readonly SeatClock[];
  readonly pauses: readonly (readonly Pause[])[];
  /** By seat: the last eight, oldest first. */
  readonly answered: readonly (readonly AnsweredDecision[])[];
  readonly drawOffer: DrawOffer | null;
  readonly closedDrawOffer: ClosedDrawOffer | null;
  /** By seat: how many draw offers it has made. */
  readonly drawOffers: readonly number[];
  readonly cancelOffers: readonly Seat[];
  readonly rematchOffers: readonly Seat[];
  readonly outcome: Outcome | null;
}

/** The seat of a player, or undefined for someone who has none. */
export const seatOf = (match: MatchState, player: string): Seat | undefined => {
  const seat = match.seats.findIndex((holder) => holder?.player === player);
  return seat < 0 ? undefined : seat;
};

/** The instant at which a seat runs out of time, or undefined. */
export const deadlineOfSeat = (match: MatchState, seat: Seat): Instant | undefined => {
  const clock = match.clocks[seat];
  return clock && deadlineAt(clock, match.pauses[seat] ?? [], match.settings.weekendPause);
};

/** The earliest deadline of the match, or undefined. */
export const nextDeadline = (match: MatchState): Instant | undefined => {
  const deadlines = match.open.flatMap(({ seat }) => deadlineOfSeat(match, seat) ?? []);
  return deadlines.length > 0 ? Math.min(...deadlines) : undefined;
};

/** True once nothing more can be played. */
export const isEnded = (match: MatchState): boolean => match.status !== 'open' && match.status !== 'active';

/** The players' nonces by seat, null for none. */
export const noncesOf = (match: MatchState): readonly (string | null)[] =>
  match.seats.map((holder) => holder?.nonce ?? null);

/** The seats that still play. */
export const playingSeats = (match: MatchState): readonly Seat[] =>
  match.seats.flatMap((holder, seat) => (holder && holder.left === null ? [seat] : []));
