/** One delivery, one attempt: whether it still matters, sign, post, and what follows. */
import type { DurationMs, Instant } from '../../domain/match/instant.ts';
import type { Clock } from '../shared/clock.ts';
import { deliverNotice, type Enqueue } from '../shared/deliveries.ts';
import { headersOf } from '../shared/formats.ts';
import { hashId } from '../shared/ids.ts';
import type { Log } from '../shared/log.ts';
import type { Delivery, DeliveryAttempt, DeliveryRef, Endpoint, Notice } from '../shared/store/notices.ts';
import type { Store } from '../shared/store/store.ts';
import type { Attempt } from './attempt.ts';
import type { PostRequest } from './post.ts';
import { afterAttempt, type EndpointEffect, type Verdict } from './schedule.ts';
import { liveSecrets, signatureHeaders } from './sign.ts';

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

/** Makes the next attempt of a delivery, if it is due and still matters. */
export const deliver = async (deps: DispatcherDeps, ref: DeliveryRef): Promise<void> => {
  const delivery = await deps.store.webhooks.readDelivery(ref);
  const due = delivery?.status === 'pending' ? delivery.nextAttemptAt : null;
  if (!delivery || due === null || due > deps.clock.wall() + earlyMs) return;
  const endpoint = await deps.store.webhooks.readEndpoint(ref.player, ref.endpoint);
  if (endpoint?.status !== 'enabled' || (await isTurnOver(deps, delivery))) {
    const skipped: Delivery = { ...delivery, status: 'skipped', nextAttemptAt: null };
    await deps.store.webhooks.updateDelivery(skipped, delivery.attempts.length);
    return;
  }
  await attempt(deps, delivery, endpoint);
};

/** True only if HEAD shows that the turn's decision is no longer open; when in doubt the notice is sent (design §6). */
const isTurnOver = async (deps: DispatcherDeps, { notice, trigger }: Delivery): Promise<boolean> => {
  const { type, data } = notice;
  if (trigger === 'redelivery' || (type !== 'turn.started' && type !== 'turn.reminder')) return false;
  const [head] = await deps.store.log.readHeads([String(data.matchId)]);
  if (!head || head.version < Number(data.version)) return false;
  return !head.awaited.some(({ id }) => id === data.decision);
};

const attempt = async (deps: DispatcherDeps, delivery: Delivery, endpoint: Endpoint): Promise<void> => {
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
  const delayMs = (verdict.nextAttemptAt ?? now) - now;
  if (verdict.status === 'pending' && delayMs <= queueDelayMaxMs) {
    await deps.enqueue({ player: delivery.player, endpoint: endpoint.id, delivery: delivery.id }, delayMs);
  }
};

const headers = (delivery: Delivery, endpoint: Endpoint, at: Instant): Readonly<Record<string, string>> => ({
  ...headersOf(delivery.notice, endpoint.format),
  ...(endpoint.format === 'standard'
    ? signatureHeaders(delivery.notice.id, delivery.body, liveSecrets(endpoint.secrets, at), at)
    : {}),
});

/** A success is noted at most once in this time, so that a busy endpoint costs no second write a notice. */
const successNotedEveryMs = 3_600_000;

const changedHealth = (endpoint: Endpoint, verdict: Verdict, now: Instant): Endpoint | undefined => {
  const isSuccess = verdict.status === 'succeeded';
  const isStale = isSuccess && now - (endpoint.lastSuccessAt ?? 0) >= successNotedEveryMs;
  if (verdict.health === endpoint && !isStale && verdict.effect === null) return undefined;
  const { failingSince, failedMessages, warnings } = verdict.health;
  return {
    ...endpoint,
    failingSince,
    failedMessages,
    warnings,
    lastSuccessAt: isSuccess ? now : endpoint.lastSuccessAt,
    ...(verdict.effect?.type === 'disable'
      ? { status: 'disabled', disabledReason: verdict.effect.reason, disabledAt: now }
      : {}),
    revision: endpoint.revision + 1,
  };
};

/** Writes the endpoint's health. If its owner changed it meanwhile their word stands: the next attempt writes it again. */
const keepHealth = async (
  deps: DispatcherDeps,
  endpoint: Endpoint,
  verdict: Verdict,
  now: Instant,
): Promise<void> => {
  const changed = changedHealth(endpoint, verdict, now);
  if (!changed || !(await deps.store.webhooks.updateEndpoint(changed))) return;
  if (verdict.effect) await tellOwner(deps, changed, verdict.effect, now);
};

/** `webhook.failing` and `webhook.disabled` go to the inbox and the owner's other endpoints (design §6). */
const tellOwner = async (
  deps: DispatcherDeps,
  endpoint: Endpoint,
  effect: EndpointEffect,
  now: Instant,
): Promise<void> => {
  const type = effect.type === 'disable' ? 'webhook.disabled' : 'webhook.failing';
  const notice: Notice = {
    id: hashId('evt', now, endpoint.id, type, endpoint.player, endpoint.revision),
    type,
    at: deps.clock.now(),
    data: {
      webhookId: endpoint.id,
      playerId: endpoint.player,
      failingSince: endpoint.failingSince,
      ...(effect.type === 'disable' ? { reason: effect.reason } : {}),
    },
  };
  await deps.store.inbox.append(endpoint.player, [notice]);
  const others = (await deps.store.webhooks.listEndpoints(endpoint.player)).filter(
    ({ id }) => id !== endpoint.id,
  );
  await deliverNotice(deps, others, notice, {});
};
