import type { Pause } from '../../../domain/match/clock.ts';
import type { Instant } from '../../../domain/match/instant.ts';

export const scopes = ['matches:read', 'matches:write', 'webhooks', 'account'] as const;
/** What a token may be used for (design §4). */
export type Scope = (typeof scopes)[number];

/** A player's profile. */
export interface Player {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Instant;
  /** A URL with `{match}` in it that opens a match in the player's own client; null for none. */
  readonly linkTemplate: string | null;
}

/** An access token as it is kept: its SHA-256, never the token. */
export interface Token {
  readonly id: string;
  readonly player: string;
  readonly hash: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  /** The UTC day of last use, `2026-11-30`; null for never. */
  readonly lastUsedOn: string | null;
}

/** A player's vacations: the truth from which matches are told (design §5). */
export interface Vacation {
  /** The last few, oldest first; the last of them may be under way. */
  readonly pauses: readonly Pause[];
  /** The calendar year (UTC) that the allowance below belongs to. */
  readonly year: number;
  /** What was left of that year's allowance, in milliseconds, as the last of them began. */
  readonly allowanceMs: number;
  /** Raised with every change; a change is conditional on it. */
  readonly revision: number;
}

/** One match in a player's list. A live one is sorted by the caller; a finished one by `endedAt`, newest first. */
export interface FinishedMatch {
  readonly matchId: string;
  readonly endedAt: Instant;
}

/** Players, their tokens, blocks, vacations and memberships. All reads are strongly consistent. */
export interface Accounts {
  readonly createPlayer: (player: Player) => Promise<void>;
  readonly readPlayer: (id: string) => Promise<Player | undefined>;
  readonly readPlayers: (ids: readonly string[]) => Promise<readonly Player[]>;
  /** Changes the profile of an existing player; undefined for an unknown one. */
  readonly updatePlayer: (
    id: string,
    change: Partial<Pick<Player, 'name' | 'linkTemplate'>>,
  ) => Promise<Player | undefined>;

  /** Lists the token under its player first, then makes it work, so that a crash never leaves one that can't be seen. */
  readonly createToken: (token: Token) => Promise<void>;
  /** The token with this SHA-256, expired ones included. */
  readonly findToken: (hash: string) => Promise<Token | undefined>;
  readonly listTokens: (player: string) => Promise<readonly Token[]>;
  /** Stops the token from working, then takes it off the list; false if there was none. */
  readonly deleteToken: (player: string, id: string) => Promise<boolean>;
  /** Notes the day of last use. */
  readonly touchToken: (token: Token, day: string) => Promise<void>;

  readonly listBlocks: (player: string) => Promise<readonly string[]>;
  /** Whether a player has blocked another. */
  readonly hasBlocked: (player: string, other: string) => Promise<boolean>;
  readonly block: (player: string, other: string) => Promise<void>;
  readonly unblock: (player: string, other: string) => Promise<void>;

  readonly readVacation: (player: string) => Promise<Vacation | undefined>;
  /** Writes the vacation if its revision is still `revision - 1` (or there is none yet for 1); false if it isn't. */
  readonly writeVacation: (player: string, vacation: Vacation) => Promise<boolean>;
  /** Every player who ever was on vacation, for mending on one machine (a scan; never on the way of a request). */
  readonly scanVacations: () => AsyncIterable<string>;

  /**
   * Puts a match on a player's list of live ones (open or active); writing it again changes nothing, nor does a late word that comes
   * after `finishMembership`. After `removeMembership` it does (one may join again): a consumer that replays a join looks at the log.
   */
  readonly addMembership: (player: string, matchId: string) => Promise<void>;
  /** Takes a match off the list of live ones (left, declined, cancelled before the start). */
  readonly removeMembership: (player: string, matchId: string) => Promise<void>;
  /** Moves a match from the live ones to the finished ones. */
  readonly finishMembership: (player: string, finished: FinishedMatch) => Promise<void>;
  /** At most `limit` ids of a player's live matches. */
  readonly listLive: (player: string, limit: number) => Promise<readonly string[]>;

  /** Puts a match on the list of those that a player is invited to. */
  readonly addInvitation: (player: string, matchId: string) => Promise<void>;
  readonly removeInvitation: (player: string, matchId: string) => Promise<void>;
  /** At most `limit` ids of matches that a player is, or was a moment ago, invited to: HEAD tells. */
  readonly listInvitations: (player: string, limit: number) => Promise<readonly string[]>;
  /** Finished matches, newest first; `before` is a position from an earlier page. */
  readonly listFinished: (
    player: string,
    limit: number,
    before: string | undefined,
  ) => Promise<{ readonly items: readonly FinishedMatch[]; readonly next: string | undefined }>;
}
