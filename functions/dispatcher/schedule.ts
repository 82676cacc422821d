import { createHash } from 'node:crypto';
import type { DurationMs, Instant } from '../../domain/match/instant.ts';
import type { Delivery, DeliveryFormat, DeliveryStatus, Endpoint } from '../shared/store/notices.ts';
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
/** ... if at least this many messages failed meanwhile. */
const disableAfterMessages = 10;

/** How an endpoint has been doing: part of its row. `failedMessages` counts those whose first attempt failed since `failingSince`. */
export type EndpointHealth = Pick<Endpoint, 'failingSince' | 'failedMessages' | 'warnings'>;

/** The health of an endpoint that is new, enabled again, or has just succeeded. */
export const healthy: EndpointHealth = { failingSince: null, failedMessages: 0, warnings: 0 };

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
  const worse = afterFailure(health, delivery.attempt === 0, now);
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

/** A number from -1 up to 1, spread evenly over deliveries and attempts. */
const swing = (deliveryId: string, attempt: number): number =>
  createHash('sha256').update(`${deliveryId}.${attempt}`).digest().readInt32BE() / 2 ** 31;

const afterFailure = (health: EndpointHealth, isFirst: boolean, now: Instant): EndpointHealth => {
  const failingSince = health.failingSince ?? now;
  const failedMessages = health.failedMessages + (isFirst ? 1 : 0);
  const passed = warnAfterMs.filter((afterMs) => now - failingSince >= afterMs).length;
  const warnings = Math.max(health.warnings, passed);
  const isSame =
    failingSince === health.failingSince &&
    failedMessages === health.failedMessages &&
    warnings === health.warnings;
  return isSame ? health : { failingSince, failedMessages, warnings };
};

const effectOf = (
  before: EndpointHealth,
  after: EndpointHealth,
  attempt: Attempt,
  now: Instant,
): EndpointEffect | null => {
  if (attempt.error === 'gone') return { type: 'disable', reason: 'gone' };
  const failingForMs = now - (after.failingSince ?? now);
  if (failingForMs >= disableAfterMs && after.failedMessages >= disableAfterMessages) {
    return { type: 'disable', reason: 'failing' };
  }
  return after.warnings > before.warnings ? { type: 'warn' } : null;
};

/**
 * The least time between two messages that services for people stand: Discord 30 a minute and webhook, Slack one a second and
 * webhook, ntfy one in five seconds and visitor. Each of our requests to one ntfy server comes from the same visitor.
 */
const spacingMs: Readonly<Record<DeliveryFormat, DurationMs>> = {
  standard: 0,
  discord: 2 * secondMs,
  slack: 1 * secondMs,
  ntfy: 5 * secondMs,
};

/** Which deliveries must keep a distance from each other, all those with the same `key`, and which one. */
export const pacingOf = (
  format: DeliveryFormat,
  url: URL,
): { readonly key: string; readonly spacingMs: DurationMs } => ({
  key: format === 'ntfy' ? url.host : url.host + url.pathname,
  spacingMs: spacingMs[format],
});
