import type { DurationMs, Instant } from '../../domain/match/instant.ts';
import type { Clock } from './clock.ts';
import { bodyOf, spacingMs } from './formats.ts';
import { freshId, hashId } from './ids.ts';
import { deliveryKeptMs } from './store/codec.ts';
import type { Delivery, DeliveryRef, Endpoint, Notice } from './store/notices.ts';
import type { Store } from './store/store.ts';
import type { NoticeNames } from './wording.ts';

/** Hands a delivery to the dispatcher, now or after a wait that the queue can hold. Losing it is no loss: its row is due. */
export type Enqueue = (delivery: DeliveryRef, delayMs?: DurationMs) => Promise<void>;

/** What making deliveries takes. */
export interface DeliveryDeps {
  readonly store: Pick<Store, 'webhooks'>;
  readonly clock: Clock;
  readonly enqueue: Enqueue;
}

/** How far apart recovered deliveries are sent at the least (issue 5.2: paced). */
const recoverySpacingMs = 500;
const recoveredMax = 1_000;
const pageSize = 100;

const refOf = ({ player, endpoint, id }: Delivery): DeliveryRef => ({ player, endpoint, delivery: id });

const newDelivery = (
  endpoint: Endpoint,
  notice: Notice,
  trigger: Delivery['trigger'],
  names: NoticeNames,
  wall: Instant,
): Delivery => ({
  id: hashId('dlv', notice.at, notice.id, endpoint.id),
  player: endpoint.player,
  endpoint: endpoint.id,
  notice,
  body: bodyOf(notice, endpoint.format, names),
  format: endpoint.format,
  status: 'pending',
  skipReason: null,
  trigger,
  createdAt: wall,
  attempts: [],
  attempt: 0,
  nextAttemptAt: wall,
});

/** Writes the row before anything is queued (design §6); a delivery that is there already is only queued again. */
const start = async (deps: DeliveryDeps, delivery: Delivery): Promise<Delivery> => {
  await deps.store.webhooks.createDelivery(delivery);
  await deps.enqueue(refOf(delivery));
  return delivery;
};

const hears = ({ eventTypes, status }: Endpoint, { type }: Notice): boolean =>
  status === 'enabled' && (eventTypes === null || eventTypes.includes(type));

/** How far the clocks of two machines may differ: one wrote down the endpoint, another the notice. */
const marginMs = 60_000;

/**
 * What happened before the endpoint was there isn't for it; nor is what is older than deliveries are kept, for then nobody knows whether it
 * was sent. Mending goes over whole logs.
 */
const isNews = ({ createdAt }: Endpoint, { at }: Notice, wall: Instant): boolean =>
  at >= createdAt - marginMs && at > wall - deliveryKeptMs;

/** Sets a notice on its way to each of its player's endpoints that hear its type. Doing it again changes nothing. */
export const deliverNotice = async (
  deps: DeliveryDeps,
  endpoints: readonly Endpoint[],
  notice: Notice,
  names: NoticeNames,
): Promise<void> => {
  const wall = deps.clock.wall();
  for (const endpoint of endpoints) {
    if (hears(endpoint, notice) && isNews(endpoint, notice, wall))
      await start(deps, newDelivery(endpoint, notice, 'notice', names, wall));
  }
};

/** Sends a `webhook.ping` to one endpoint, whatever types it hears. */
export const pingEndpoint = (deps: DeliveryDeps, endpoint: Endpoint): Promise<Delivery> => {
  const at = deps.clock.now();
  const data = { webhookId: endpoint.id, playerId: endpoint.player };
  const notice: Notice = { id: freshId('evt', at), type: 'webhook.ping', at, data };
  return start(deps, newDelivery(endpoint, notice, 'ping', {}, deps.clock.wall()));
};

/** Starts a delivery's schedule afresh after `delayMs`, under the same notice id; undefined if there is no such delivery. */
export const redeliver = async (
  deps: DeliveryDeps,
  ref: DeliveryRef,
  trigger: 'redelivery' | 'recovery',
  delayMs: DurationMs,
): Promise<Delivery | undefined> => {
  const delivery = await deps.store.webhooks.readDelivery(ref);
  if (!delivery) return undefined;
  const nextAttemptAt = deps.clock.wall() + delayMs;
  const again: Delivery = {
    ...delivery,
    status: 'pending',
    skipReason: null,
    trigger,
    attempt: 0,
    nextAttemptAt,
  };
  const isWritten = await deps.store.webhooks.updateDelivery(again, delivery.attempts.length);
  if (!isWritten) return deps.store.webhooks.readDelivery(ref);
  await deps.enqueue(ref, delayMs);
  return again;
};

/** What its endpoint should have heard and hasn't: given up, or not sent while the endpoint wasn't enabled. */
const isRecoverable = ({ status, skipReason }: Delivery): boolean =>
  status === 'failed' || skipReason === 'not-enabled';

/** Sends again the notices since a moment that failed, oldest first, paced; returns how many (at most 1,000 at a time). */
export const recoverDeliveries = async (
  deps: DeliveryDeps,
  endpoint: Endpoint,
  since: Instant,
): Promise<number> => {
  const failed: Delivery[] = [];
  let before: string | undefined;
  do {
    const page = await deps.store.webhooks.listDeliveries(endpoint.player, endpoint.id, pageSize, before);
    const recent = page.items.filter(({ notice }) => notice.at >= since);
    failed.push(...recent.filter(isRecoverable));
    before = recent.length === page.items.length ? page.next : undefined;
  } while (before !== undefined && failed.length < recoveredMax);
  const oldestFirst = failed.slice(0, recoveredMax).reverse();
  const apartMs = Math.max(recoverySpacingMs, spacingMs[endpoint.format]);
  for (const [index, delivery] of oldestFirst.entries()) {
    await redeliver(deps, refOf(delivery), 'recovery', index * apartMs);
  }
  return oldestFirst.length;
};
