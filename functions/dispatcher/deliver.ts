/** One delivery, one attempt: whether it still matters, whether it is its turn, sign, post, and what follows. */
import type { DurationMs, Instant } from '../../domain/match/instant.ts';
import type { Clock } from '../shared/clock.ts';
import type { Enqueue } from '../shared/deliveries.ts';
import { bodyOf, headersOf } from '../shared/formats.ts';
import type { Log } from '../shared/log.ts';
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryRef,
  Endpoint,
  SkipReason,
} from '../shared/store/notices.ts';
import type { Store } from '../shared/store/store.ts';
import type { Attempt } from './attempt.ts';
import { keepHealth } from './health.ts';
import { createLanes } from './lanes.ts';
import type { PostRequest } from './post.ts';
import { afterAttempt, putOffUntil } from './schedule.ts';
import { liveSecrets } from './secrets.ts';
import { signatureHeaders } from './sign.ts';
import { takeTurn } from './turns.ts';

/** What the dispatcher takes. */
export interface DispatcherDeps {
  readonly store: Pick<Store, 'webhooks' | 'inbox' | 'log'>;
  readonly clock: Clock;
  readonly logger: Log;
  readonly enqueue: Enqueue;
  readonly post: (request: PostRequest) => Promise<Attempt>;
}

/** The queue can hold a message back for 15 minutes; a longer wait is left to the sweeper. */
export const queueDelayMaxMs: DurationMs = 900_000;

/** Clocks differ a little: an attempt this close is made now. */
const earlyMs = 1_000;

/** Attempts that one endpoint has at the same time from one process. */
const laneWidth = 4;

/** A dispatcher: what `deliver` does, and to one endpoint no more than a few at the same time. One for each process. */
export const createDispatcher = (deps: DispatcherDeps): ((ref: DeliveryRef) => Promise<void>) => {
  const inLane = createLanes(laneWidth);
  return (ref) => inLane(ref.endpoint, () => deliver(deps, ref));
};

/** Makes the next attempt of a delivery, if it is due, still matters and has its turn. */
export const deliver = async (deps: DispatcherDeps, ref: DeliveryRef): Promise<void> => {
  const { webhooks } = deps.store;
  const delivery = await webhooks.readDelivery(ref);
  const due = delivery?.status === 'pending' ? delivery.nextAttemptAt : null;
  if (!delivery || due === null || due > deps.clock.wall() + earlyMs) return;
  const endpoint = await webhooks.readEndpoint(ref.player, ref.endpoint);
  if (!endpoint) return skip(deps, delivery, 'not-enabled');
  const reason = await reasonToSkip(deps, delivery, endpoint);
  if (reason) return skip(deps, delivery, reason);
  const now = deps.clock.wall();
  const taken = await takeTurn(deps.store, endpoint, now);
  await (taken ? attempt(deps, delivery, taken) : putOff(deps, delivery, endpoint, now));
};

const skip = async (deps: DispatcherDeps, delivery: Delivery, skipReason: SkipReason): Promise<void> => {
  const skipped: Delivery = { ...delivery, status: 'skipped', skipReason, nextAttemptAt: null };
  await deps.store.webhooks.updateDelivery(skipped, delivery.attempts.length);
};

/** What the owner asks for by name (a ping, a redelivery) goes to a paused or disabled endpoint too: how else would they try it? */
const reasonToSkip = async (
  deps: DispatcherDeps,
  delivery: Delivery,
  endpoint: Endpoint,
): Promise<SkipReason | undefined> => {
  const isOwnersWord = delivery.trigger === 'ping' || delivery.trigger === 'redelivery';
  if (isOwnersWord) return undefined;
  if (endpoint.status !== 'enabled') return 'not-enabled';
  return (await isTurnOver(deps, delivery)) ? 'turn-over' : undefined;
};

/** True only if HEAD shows that the turn's decision is no longer open; when in doubt the notice is sent (design §6). */
const isTurnOver = async (deps: DispatcherDeps, { notice }: Delivery): Promise<boolean> => {
  const { type, data } = notice;
  if (type !== 'turn.started' && type !== 'turn.reminder') return false;
  const [head] = await deps.store.log.readHeads([String(data.matchId)]);
  if (!head || head.version < Number(data.version)) return false;
  return !head.awaited.some(({ id }) => id === data.decision);
};

const putOff = async (
  deps: DispatcherDeps,
  delivery: Delivery,
  endpoint: Endpoint,
  now: Instant,
): Promise<void> => {
  const next = { ...delivery, nextAttemptAt: putOffUntil(delivery, endpoint.turn?.until ?? now, now) };
  if (await deps.store.webhooks.updateDelivery(next, delivery.attempts.length)) await queue(deps, next, now);
};

/** The body in the format that the endpoint has now: its owner may have changed it since. */
const inFormatOf = (endpoint: Endpoint, delivery: Delivery): Delivery =>
  delivery.format === endpoint.format
    ? delivery
    : { ...delivery, format: endpoint.format, body: bodyOf(delivery.notice, endpoint.format, {}) };

const attempt = async (deps: DispatcherDeps, stored: Delivery, endpoint: Endpoint): Promise<void> => {
  const delivery = inFormatOf(endpoint, stored);
  const at = deps.clock.wall();
  const result = await deps.post({
    url: endpoint.url,
    body: delivery.body,
    headers: headers(delivery, endpoint, at),
  });
  const now = deps.clock.wall();
  const verdict = afterAttempt(delivery, endpoint, result, now);
  const made: DeliveryAttempt = {
    at,
    durationMs: result.durationMs,
    status: result.status,
    error: result.error,
  };
  const next: Delivery = {
    ...delivery,
    status: verdict.status,
    attempts: [...delivery.attempts, made],
    attempt: delivery.attempt + 1,
    nextAttemptAt: verdict.nextAttemptAt,
  };
  const isOurs = await deps.store.webhooks.updateDelivery(next, delivery.attempts.length);
  if (!isOurs) return;
  await keepHealth(deps, endpoint, verdict, now);
  await queue(deps, next, now);
};

/** Queues what is still pending, if the queue can hold it back that long. */
const queue = async (deps: DispatcherDeps, delivery: Delivery, now: Instant): Promise<void> => {
  const { id, player, endpoint, status, nextAttemptAt } = delivery;
  const delayMs = Math.max(0, (nextAttemptAt ?? now) - now);
  if (status === 'pending' && delayMs <= queueDelayMaxMs) {
    await deps.enqueue({ player, endpoint, delivery: id }, delayMs);
  }
};

const headers = (delivery: Delivery, endpoint: Endpoint, at: Instant): Readonly<Record<string, string>> => ({
  ...headersOf(delivery.notice, endpoint.format),
  ...(endpoint.format === 'standard'
    ? signatureHeaders(delivery.notice.id, delivery.body, liveSecrets(endpoint.secrets, at), at)
    : {}),
});
