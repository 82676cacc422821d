/** How an endpoint does: kept in its row after each attempt, and told to its owner. */
import type { Instant } from '../../domain/match/instant.ts';
import type { Clock } from '../shared/clock.ts';
import { type DeliveryDeps, deliverNotice } from '../shared/deliveries.ts';
import { hashId } from '../shared/ids.ts';
import type { Endpoint, Notice } from '../shared/store/notices.ts';
import type { Store } from '../shared/store/store.ts';
import type { EndpointEffect, Verdict } from './schedule.ts';

/** What keeping an endpoint's health takes. */
export interface HealthDeps extends DeliveryDeps {
  readonly store: Pick<Store, 'webhooks' | 'inbox'>;
  readonly clock: Clock;
}

/** A success is noted at most once in this time, so that a busy endpoint costs no second write a notice. */
const successNotedEveryMs = 3_600_000;

const changedHealth = (endpoint: Endpoint, verdict: Verdict, now: Instant): Endpoint | undefined => {
  const isSuccess = verdict.status === 'succeeded';
  const isStale = isSuccess && now - (endpoint.lastSuccessAt ?? 0) >= successNotedEveryMs;
  if (verdict.health === endpoint && !isStale && verdict.effect === null) return undefined;
  const { failingSince, warnings, warnedAt, isSlow } = verdict.health;
  return {
    ...endpoint,
    failingSince,
    warnings,
    warnedAt,
    isSlow,
    lastSuccessAt: isSuccess ? now : endpoint.lastSuccessAt,
    ...(verdict.effect?.type === 'disable'
      ? { status: 'disabled', disabledReason: verdict.effect.reason, disabledAt: now }
      : {}),
    // The turn of a slow one ends with its slowness; a distance between messages stays.
    turn: endpoint.isSlow && !isSlow && endpoint.format === 'standard' ? null : endpoint.turn,
    revision: endpoint.revision + 1,
  };
};

/** Times that disabling is tried against other writers. */
const disableTriesMax = 5;

/**
 * Writes what an attempt said of its endpoint. If its row was changed meanwhile, that stands and the next attempt says it again; but a
 * 410 may be the last attempt, so that disabling is tried again, unless the owner meanwhile gave another URL. What the owner sends to
 * an endpoint that isn't enabled says nothing.
 */
export const keepHealth = async (
  deps: HealthDeps,
  endpoint: Endpoint,
  verdict: Verdict,
  now: Instant,
): Promise<void> => {
  let current: Endpoint | undefined = endpoint;
  for (let round = 0; current?.status === 'enabled' && round < disableTriesMax; round++) {
    const changed = changedHealth(current, verdict, now);
    if (!changed) return;
    if (await deps.store.webhooks.updateEndpoint(changed)) {
      if (verdict.effect) await tellOwner(deps, changed, verdict.effect, now);
      return;
    }
    if (verdict.effect?.type !== 'disable') return;
    current = await deps.store.webhooks.readEndpoint(endpoint.player, endpoint.id);
    if (current?.url !== endpoint.url) return;
  }
};

/** `webhook.failing` and `webhook.disabled` go to the inbox and the owner's other endpoints (design §6). */
const tellOwner = async (
  deps: HealthDeps,
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
