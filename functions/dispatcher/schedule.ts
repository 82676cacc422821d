import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { DurationMs, Instant } from '../../domain/match/instant.ts';
import type { Delivery, DeliveryStatus, Endpoint } from '../shared/store/notices.ts';
import { type Attempt, isDelivered } from './attempt.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The wait before each attempt, counted from the failure of the one before: Standard Webhooks' ten (design §6). */
export const attemptDelaysMs: readonly DurationMs[] = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** Each wait is stretched or shortened by up to this share, so that what failed together doesn't come back together. */
const jitterShare = 0.2;

/** A `Retry-After` may stretch a wait up to this many times, and never shortens it. */
const maxStretch = 2;

/** How long an endpoint may go without a success before its owner is warned, each time, ... */
const warnAfterMs: readonly DurationMs[] = [24 * hourMs, 96 * hourMs];
/** ... before it is disabled, ... */
const disableAfterMs: DurationMs = 120 * hourMs;
/** ... and the last warning is at least this old: an endpoint that was seldom called gets the time to act on it. */
const warningStandsMs: DurationMs = 12 * hourMs;

/** A failure that took this long is slow: a dead endpoint of this kind would hold up the dispatcher for others (`turns.ts`). */
const slowFailureMs: DurationMs = 3 * secondMs;

/** How an endpoint has been doing: part of its row. */
export type EndpointHealth = Pick<Endpoint, 'failingSince' | 'warnings' | 'warnedAt' | 'isSlow'>;

/** The health of an endpoint that is new, enabled again, or has just succeeded. */
export const healthy: EndpointHealth = { failingSince: null, warnings: 0, warnedAt: null, isSlow: false };

/** What an attempt means for its endpoint, beyond its health: the owner is to be warned, or it takes no more. */
export type EndpointEffect =
  | { readonly type: 'warn' }
  | { readonly type: 'disable'; readonly reason: NonNullable<Endpoint['disabledReason']> };

/** What follows from an attempt. */
export interface Verdict {
  readonly status: Exclude<DeliveryStatus, 'skipped'>;
  /** Set while the status is `pending`. */
  readonly nextAttemptAt: Instant | null;
  /** The very object that came in, where nothing has changed and nothing need be written. */
  readonly health: EndpointHealth;
  readonly effect: EndpointEffect | null;
}

/**
 * What follows from an attempt that ended at `now` (design §6). `delivery.attempt` counts the attempts of the schedule before
 * this one. The caller drops health and effect where the endpoint isn't enabled any more.
 */
export const afterAttempt = (
  delivery: Pick<Delivery, 'id' | 'attempt'>,
  health: EndpointHealth,
  attempt: Attempt,
  now: Instant,
): Verdict => {
  if (isDelivered(attempt)) {
    const isWell = health.failingSince === null;
    return { status: 'succeeded', nextAttemptAt: null, health: isWell ? health : healthy, effect: null };
  }
  const worse = afterFailure(health, attempt, now);
  const effect = effectOf(health, worse, attempt, now);
  const next = delivery.attempt + 1;
  if (effect?.type === 'disable' || next >= attemptDelaysMs.length) {
    return { status: 'failed', nextAttemptAt: null, health: worse, effect };
  }
  return {
    status: 'pending',
    nextAttemptAt: now + waitBefore(delivery.id, next, attempt.retryAfterMs),
    health: worse,
    effect,
  };
};

/** The wait before an attempt (counted from 0) of a delivery; the same whenever it is asked for. */
const waitBefore = (deliveryId: string, attempt: number, retryAfterMs: number | null): DurationMs => {
  const scheduled = (attemptDelaysMs[attempt] ?? 0) * (1 + jitterShare * swing(deliveryId, attempt));
  return Math.round(Math.min(Math.max(scheduled, retryAfterMs ?? 0), scheduled * maxStretch));
};

/** A number from -1 up to 1, spread evenly over deliveries and occasions (an attempt's number, an instant). */
const swing = (deliveryId: string, occasion: number): number =>
  createHash('sha256').update(`${deliveryId}.${occasion}`).digest().readInt32BE() / 2 ** 31;

const afterFailure = (health: EndpointHealth, { durationMs }: Attempt, now: Instant): EndpointHealth => {
  const failingSince = health.failingSince ?? now;
  const passed = warnAfterMs.filter((afterMs) => now - failingSince >= afterMs).length;
  const warnings = Math.max(health.warnings, passed);
  const warnedAt = warnings > health.warnings ? now : health.warnedAt;
  const worse = { failingSince, warnings, warnedAt, isSlow: durationMs >= slowFailureMs };
  return isDeepStrictEqual(worse, healthOf(health)) ? health : worse;
};

/** The health alone, of a row that holds more. */
const healthOf = ({ failingSince, warnings, warnedAt, isSlow }: EndpointHealth): EndpointHealth => ({
  failingSince,
  warnings,
  warnedAt,
  isSlow,
});

const effectOf = (
  before: EndpointHealth,
  after: EndpointHealth,
  attempt: Attempt,
  now: Instant,
): EndpointEffect | null => {
  if (attempt.error === 'gone') return { type: 'disable', reason: 'gone' };
  const failingForMs = now - (after.failingSince ?? now);
  const isWarned = before.warnedAt !== null && now - before.warnedAt >= warningStandsMs;
  if (failingForMs >= disableAfterMs && isWarned) return { type: 'disable', reason: 'failing' };
  return after.warnings > before.warnings ? { type: 'warn' } : null;
};

const putOffShare = 0.25;
const putOffMinMs = 5 * secondMs;
const putOffMaxMs = 30 * minuteMs;

/**
 * When a delivery looks again for a turn of its endpoint, which is busy until `busyUntil`. The older the delivery, the longer: a
 * backlog of thousands for one dead endpoint then costs few writes.
 */
export const putOffUntil = (
  delivery: Pick<Delivery, 'id' | 'createdAt'>,
  busyUntil: Instant,
  now: Instant,
): Instant => {
  const spreadMs = Math.min(Math.max((now - delivery.createdAt) * putOffShare, putOffMinMs), putOffMaxMs);
  const share = (1 + swing(delivery.id, now)) / 2;
  return Math.round(Math.max(now, busyUntil) + spreadMs * share);
};
