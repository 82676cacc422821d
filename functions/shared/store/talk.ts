import type { Seat } from '../../../domain/engine/engine.ts';
import type { Instant } from '../../../domain/match/instant.ts';
import type { Page } from './match-log.ts';

/** What a player wrote in a match. Ids sort by time. */
export interface Message {
  readonly id: string;
  readonly matchId: string;
  readonly player: string;
  readonly seat: Seat;
  readonly text: string;
  readonly at: Instant;
}

/** What makes writing a message safe to repeat: the id that an Idempotency-Key gives, and the SHA-256 of the request. */
export interface MessageClaim {
  readonly id: string;
  readonly requestHash: string;
}

/** The last message that a player says to have seen. */
export interface SeenMarker {
  readonly player: string;
  readonly message: string;
}

/** Whether a player wants no notices of a match's messages, and since when they have said so. */
export interface Mute {
  readonly isMuted: boolean;
  readonly since: Instant;
}

/** A player's own note on a match. */
export interface Note {
  readonly text: string;
  readonly updatedAt: Instant;
}

/** What is said and noted beside a match. It hangs on the match's partition and never disturbs its log. */
export interface Talk {
  /**
   * Writes a message. With a claim, the first message under it stands: the same request again gets that one, another request
   * `claimed`.
   */
  readonly writeMessage: (
    message: Message,
    claim?: MessageClaim,
  ) => Promise<{ readonly message: Message; readonly isRepeat: boolean } | 'claimed'>;
  readonly readMessage: (matchId: string, id: string) => Promise<Message | undefined>;
  /** A match's messages, newest first; `before` is a message's id. */
  readonly listMessages: (
    matchId: string,
    limit: number,
    before: string | undefined,
  ) => Promise<Page<Message>>;
  readonly listSeen: (matchId: string) => Promise<readonly SeenMarker[]>;
  /** Moves a player's marker forward; an older message leaves it alone. */
  readonly markSeen: (matchId: string, player: string, message: string) => Promise<void>;
  readonly readMute: (matchId: string, player: string) => Promise<Mute | undefined>;
  readonly writeMute: (matchId: string, player: string, mute: Mute) => Promise<void>;
  readonly readNote: (matchId: string, player: string) => Promise<Note | undefined>;
  readonly writeNote: (matchId: string, player: string, note: Note) => Promise<void>;
}
