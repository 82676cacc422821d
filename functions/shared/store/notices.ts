import type { Instant } from '../../../domain/match/instant.ts';
import type { Page } from './match-log.ts';

export const noticeTypes = [
  'match.invited',
  'invitation.declined',
  'match.joined',
  'match.started',
  'turn.started',
  'turn.reminder',
  'match.message',
  'draw.offered',
  'cancel.offered',
  'rematch.offered',
  'match.cancelled',
  'match.expired',
  'match.ended',
  'webhook.ping',
  'webhook.failing',
  'webhook.disabled',
] as const;
/** Every kind of notice (design §6). */
export type NoticeType = (typeof noticeTypes)[number];

/** What a player is told. The id is a hash of (source item, type, recipient, ordinal), so no notice ever has two. */
export interface Notice {
  readonly id: string;
  readonly type: NoticeType;
  readonly at: Instant;
  readonly data: NoticeData;
}

/** The thin content of a notice: no hand, no board, no move (design §6). */
export interface NoticeData {
  readonly [field: string]: string | number | null;
}

/** A notice as the inbox numbers it for its player, from 1. */
export interface InboxRow {
  readonly seq: number;
  readonly notice: Notice;
}

/** Each player's inbox (design §6): numbered by a conditional put, so that nothing ever lands behind a reader's cursor. */
export interface Inbox {
  /**
   * Appends the notices that aren't there yet, in their order, and returns the rows of all of them. A notice that is already there
   * is found again by looking back to its own `at` (less a margin), so that neither a repeat nor another consumer at the same time
   * numbers it twice. A notice older than the inbox is kept (90 days) is left out: its row would be gone.
   */
  readonly append: (player: string, notices: readonly Notice[]) => Promise<readonly InboxRow[]>;
  /** At most `limit` rows after `after`, oldest first. */
  readonly readAfter: (player: string, after: number, limit: number) => Promise<readonly InboxRow[]>;
  /** The number of the last row that the player has read; 0 for none. */
  readonly readMarker: (player: string) => Promise<number>;
  /** Moves the marker forward; a lower one is left alone. Returns the marker. */
  readonly markRead: (player: string, seq: number) => Promise<number>;
}

export const endpointStatuses = ['enabled', 'paused', 'disabled'] as const;
export type EndpointStatus = (typeof endpointStatuses)[number];

export const deliveryFormats = ['standard', 'discord', 'slack', 'ntfy'] as const;
/** The signed JSON of Standard Webhooks, or a body for people. */
export type DeliveryFormat = (typeof deliveryFormats)[number];

/** A secret that signs; `expiresAt` is set once a rotation has replaced it. */
export interface EndpointSecret {
  readonly secret: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
}

/** A webhook endpoint. */
export interface Endpoint {
  readonly id: string;
  readonly player: string;
  readonly url: string;
  readonly description: string;
  /** The types it is told of; null for all. */
  readonly eventTypes: readonly NoticeType[] | null;
  readonly format: DeliveryFormat;
  readonly status: EndpointStatus;
  readonly disabledReason: 'gone' | 'failing' | null;
  readonly disabledAt: Instant | null;
  readonly createdAt: Instant;
  /** SHA-256 of the request that made it, for a repeat under the same Idempotency-Key. */
  readonly requestHash: string | null;
  /** The current secret first, at most one earlier one after it. */
  readonly secrets: readonly EndpointSecret[];
  readonly lastSuccessAt: Instant | null;
  /** Since when no delivery has succeeded; null while it is well. */
  readonly failingSince: Instant | null;
  /** How many of the warnings have been sent since then. */
  readonly warnings: number;
  /** When the last of them was sent. */
  readonly warnedAt: Instant | null;
  /** True if its last failure took long: then it gets one attempt at a time. */
  readonly isSlow: boolean;
  /** Whose turn it is, where it gets one attempt at a time: a random id, and until when no other may begin. */
  readonly turn: { readonly id: string; readonly until: Instant } | null;
  /** Raised with every change of what the owner set; a change is conditional on it. */
  readonly revision: number;
}

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'skipped'] as const;
/** Waiting for its next attempt; told; given up; not sent because it no longer mattered. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const skipReasons = ['turn-over', 'not-enabled'] as const;
/** Why a delivery was skipped: its turn was over, or its endpoint was paused, disabled or deleted. */
export type SkipReason = (typeof skipReasons)[number];

/** One attempt at a delivery, as the log keeps it. */
export interface DeliveryAttempt {
  readonly at: Instant;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
}

/** One notice on its way to one endpoint. On one machine this row is the queue (design §6). Kept 30 days. */
export interface Delivery {
  readonly id: string;
  readonly player: string;
  readonly endpoint: string;
  readonly notice: Notice;
  /** The bytes that are signed and sent, serialised once, in this format. */
  readonly body: string;
  readonly format: DeliveryFormat;
  readonly status: DeliveryStatus;
  /** Set where the status is `skipped`. */
  readonly skipReason: SkipReason | null;
  readonly trigger: 'notice' | 'ping' | 'redelivery' | 'recovery';
  readonly createdAt: Instant;
  readonly attempts: readonly DeliveryAttempt[];
  /** How many attempts of the schedule have been made since it last began. */
  readonly attempt: number;
  readonly nextAttemptAt: Instant | null;
}

/** Where a delivery lies, as a queue message names it. */
export interface DeliveryRef {
  readonly player: string;
  readonly endpoint: string;
  readonly delivery: string;
}

/** Webhook endpoints and their delivery log. */
export interface Webhooks {
  /** False if an endpoint with that id is there already. */
  readonly createEndpoint: (endpoint: Endpoint) => Promise<boolean>;
  readonly readEndpoint: (player: string, id: string) => Promise<Endpoint | undefined>;
  readonly listEndpoints: (player: string) => Promise<readonly Endpoint[]>;
  /** Writes what the owner or the dispatcher changed, if the revision is still the one before; false if it isn't. */
  readonly updateEndpoint: (endpoint: Endpoint) => Promise<boolean>;
  readonly deleteEndpoint: (player: string, id: string) => Promise<boolean>;

  /** Writes a delivery unless one with that id is there; true if it was new. Ids sort by time. */
  readonly createDelivery: (delivery: Delivery) => Promise<boolean>;
  readonly readDelivery: (ref: DeliveryRef) => Promise<Delivery | undefined>;
  /** Writes the delivery's next state, if its number of attempts (`attempts.length`) is still `attemptsBefore`. */
  readonly updateDelivery: (delivery: Delivery, attemptsBefore: number) => Promise<boolean>;
  /** An endpoint's deliveries, newest first; `before` is a delivery id. */
  readonly listDeliveries: (
    player: string,
    endpoint: string,
    limit: number,
    before: string | undefined,
  ) => Promise<Page<Delivery>>;
  /** Deliveries whose next attempt is due at or before `until`, from one shard of the due index. */
  readonly listDueDeliveries: (
    shard: number,
    until: Instant,
    limit: number,
  ) => Promise<readonly DeliveryRef[]>;
}
