import type { GameId, Outcome, Seat } from '../../../domain/engine/engine.ts';
import type { Commit } from '../../../domain/match/commit.ts';
import type { Instant } from '../../../domain/match/instant.ts';
import type { ClockSettings, Visibility } from '../../../domain/match/settings.ts';
import type { MatchStatus } from '../../../domain/match/state.ts';

/** A decision that a seat is awaited for, as lists show it. */
export interface AwaitedDecision {
  readonly id: string;
  readonly seat: Seat;
  readonly kind: string;
  readonly deadlineAt: Instant | null;
}

/**
 * The read model of one match, made from its log alone: what lists, the lobby and the sweeper look at. Decisions and
 * authorisation never rest on it (design §4).
 */
export interface Head {
  readonly matchId: string;
  readonly game: GameId;
  readonly version: number;
  readonly status: MatchStatus;
  readonly visibility: Visibility;
  readonly createdAt: Instant;
  readonly createdBy: string;
  readonly at: Instant;
  readonly endedAt: Instant | null;
  readonly seats: readonly ({ readonly player: string; readonly name: string } | null)[];
  readonly invited: readonly string[];
  /** Anyone may join: it is in the lobby. */
  readonly isOpenToAll: boolean;
  readonly awaited: readonly AwaitedDecision[];
  /** When the sweeper must look next (a time-out, a reminder, an expiry); null for never. */
  readonly dueAt: Instant | null;
  readonly outcome: Outcome | null;
  /** The whole settings are in the log; lists show what one wants to know before joining: the clock, and when it stands still. */
  readonly clock: ClockSettings;
  readonly pauses: boolean;
  readonly weekendPause: boolean;
}

/** What one strongly consistent query gives: a foldable run of commits, oldest first, and HEAD as it stands. */
export interface Tail {
  readonly commits: readonly Commit[];
  readonly head: Head | undefined;
}

/** One page of a list; `next` is undefined on the last. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** The match log (design §3). Every read is strongly consistent but the two indexes (`lobby`, `due`), which are hints. */
export interface MatchLog {
  /**
   * Writes the next commit by one conditional put. `taken` says that another writer's commit has that version; a writer that
   * loses to its own earlier try (the attempt is the same) has won. Throws `StoreUnavailable` when neither is known.
   */
  readonly append: (commit: Commit) => Promise<'appended' | 'taken'>;
  /** The newest commits back to a usable snapshot or the first commit, with HEAD; no commits for an unknown match. */
  readonly readTail: (matchId: string) => Promise<Tail>;
  /** Commits back from `version` (included) to a usable snapshot or the first commit, oldest first; none if it isn't there yet. */
  readonly readUpTo: (matchId: string, version: number) => Promise<readonly Commit[]>;
  /** At most `limit` commits after `version`, oldest first. */
  readonly readAfter: (matchId: string, version: number, limit: number) => Promise<readonly Commit[]>;
  /** Brings HEAD forward, under `version < :v`; a HEAD that is already there is left alone. */
  readonly writeHead: (head: Head) => Promise<void>;
  /** Sets when the sweeper must look next, if HEAD is still at `version`. */
  readonly reschedule: (matchId: string, version: number, dueAt: Instant | null) => Promise<void>;
  /** The HEADs of these matches, in any order; those that have none are left out. */
  readonly readHeads: (matchIds: readonly string[]) => Promise<readonly Head[]>;
  /** Open public matches, newest first, from the lobby index of one game. A hint: the match may have filled since, or be gone. */
  readonly listLobby: (game: GameId, limit: number, before: string | undefined) => Promise<Page<LobbyEntry>>;
  /** Ids of matches whose HEAD is due at or before `until`, from one shard of the due index. A hint: read the match. */
  readonly listDue: (shard: number, until: Instant, limit: number) => Promise<readonly string[]>;
  /** Ids of every match, for mending on one machine (a scan; never on the way of a request). */
  readonly scanMatches: () => AsyncIterable<string>;
}

/** One entry of the lobby index; `position` sorts (creation time, then id) and serves as a cursor. */
export interface LobbyEntry {
  readonly matchId: string;
  readonly position: string;
}

/** How many shards the due index has; a match's shard is fixed by its id (S26). */
export const dueShards = 16;

/** The database could not be asked, or its answer is not known; the caller says 503 and the client tries again. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
