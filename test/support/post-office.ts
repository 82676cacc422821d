import { createDispatcher, type DispatcherDeps } from '../../functions/dispatcher/deliver.ts';
import { type AttemptTimeouts, type PostDeps, post } from '../../functions/dispatcher/post.ts';
import { healthy } from '../../functions/dispatcher/schedule.ts';
import { createSecret } from '../../functions/dispatcher/secrets.ts';
import { type DeliveryDeps, deliverNotice, type Enqueue } from '../../functions/shared/deliveries.ts';
import { freshId, hashId } from '../../functions/shared/ids.ts';
import { silentLog } from '../../functions/shared/log.ts';
import type { Delivery, DeliveryRef, Endpoint, Notice } from '../../functions/shared/store/notices.ts';
import type { Store } from '../../functions/shared/store/store.ts';
import { openTestStore } from './database.ts';

/** How a post office differs from the usual one. */
export interface PostOfficeOptions {
  readonly timeouts?: Partial<AttemptTimeouts>;
  /** By how much more an attempt is said to have lasted than it did: a short timeout then stands for the 15 s. */
  readonly slowness?: number;
  readonly policy?: PostDeps['policy'];
  readonly resolve?: PostDeps['resolve'];
}

/** The dispatcher over a real database, posting to real receivers, with a clock that goes only when it is told. */
export interface PostOffice {
  readonly store: Store;
  readonly deps: DispatcherDeps & DeliveryDeps;
  readonly player: string;
  readonly now: () => number;
  /** Lets time pass without doing what becomes due. */
  readonly advance: (ms: number) => void;
  /** An enabled endpoint of the player. */
  readonly open: (url: string, changes?: Partial<Endpoint>) => Promise<Endpoint>;
  /** Sets a fresh notice on its way to an endpoint. */
  readonly tell: (endpoint: Endpoint, changes?: Partial<Notice>) => Promise<Delivery>;
  /** Makes all attempts that are due, and those that become due at the same instant. */
  readonly deliver: () => Promise<void>;
  /** Moves the clock from one due attempt to the next, until nothing is due or `untilMs` have passed. */
  readonly deliverFor: (untilMs: number) => Promise<void>;
  /** A delivery as its row has it now. */
  readonly look: (delivery: Pick<Delivery, 'id' | 'endpoint'>) => Promise<Delivery>;
  readonly endpoint: (id: string) => Promise<Endpoint | undefined>;
  /** Deletes all endpoints and forgets what waits for them. */
  readonly clear: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Loopback and any port, as the local runner allows. */
const loopback: PostDeps['policy'] = { allowLoopback: true, ports: [], ownHosts: [] };
const begin = Date.UTC(2026, 10, 30, 9);
const roundsMax = 1_000;

/** Opens a post office of its own; one for each test file, or for each test that needs another dispatcher. */
export const openPostOffice = async (options: PostOfficeOptions = {}): Promise<PostOffice> => {
  let at = begin;
  const now = () => at;
  const { store, stop } = await openTestStore({ now });
  const player = freshId('plr', at);
  const waiting = new Map<DeliveryRef, number>();
  const enqueue: Enqueue = async (ref, delayMs = 0) => {
    waiting.set(ref, at + delayMs);
  };
  const deps: DispatcherDeps & DeliveryDeps = {
    store,
    clock: { now, wall: now },
    logger: silentLog,
    enqueue,
    post: async (request) => {
      const attempt = await post(request, {
        policy: options.policy ?? loopback,
        resolve: options.resolve ?? (async () => []),
        timeouts: { dnsMs: 1_000, connectMs: 1_000, totalMs: 1_000, ...options.timeouts },
        now,
      });
      return { ...attempt, durationMs: attempt.durationMs * (options.slowness ?? 1) };
    },
  };
  const dispatch = createDispatcher(deps);

  const open: PostOffice['open'] = async (url, changes = {}) => {
    const endpoint: Endpoint = {
      id: freshId('whe', at),
      player,
      url,
      description: '',
      eventTypes: null,
      format: 'standard',
      status: 'enabled',
      disabledReason: null,
      disabledAt: null,
      createdAt: at,
      requestHash: null,
      secrets: [createSecret(at)],
      lastSuccessAt: null,
      ...healthy,
      turn: null,
      revision: 1,
      ...changes,
    };
    await store.webhooks.createEndpoint(endpoint);
    return endpoint;
  };

  const tell: PostOffice['tell'] = async (endpoint, changes = {}) => {
    const data = { matchId: freshId('mat', at), playerId: endpoint.player };
    const notice: Notice = { id: freshId('evt', at), type: 'match.ended', at, data, ...changes };
    await deliverNotice(deps, [endpoint], notice, {});
    return look({ id: hashId('dlv', notice.at, notice.id, endpoint.id), endpoint: endpoint.id });
  };

  const look: PostOffice['look'] = async ({ id, endpoint }) => {
    const delivery = await store.webhooks.readDelivery({ player, endpoint, delivery: id });
    if (!delivery) throw new Error(`there is no delivery ${id}`);
    return delivery;
  };

  const takeDue = (): readonly DeliveryRef[] => {
    const due = [...waiting].filter(([, dueAt]) => dueAt <= at).map(([ref]) => ref);
    for (const ref of due) waiting.delete(ref);
    return due;
  };

  const deliver = async (): Promise<void> => {
    for (let round = 0; round < roundsMax; round++) {
      const due = takeDue();
      if (due.length === 0) return;
      await Promise.all(due.map(dispatch));
    }
    throw new Error('what is due does not get less');
  };

  /** What the queue can't hold is in the due index alone: the sweeper would find it there. */
  const nextDue = async (): Promise<number | undefined> => {
    const endpoints = await store.webhooks.listEndpoints(player);
    const pages = await Promise.all(
      endpoints.map(({ id }) => store.webhooks.listDeliveries(player, id, 1_000, undefined)),
    );
    for (const delivery of pages.flatMap(({ items }) => items)) {
      const { id, endpoint, nextAttemptAt } = delivery;
      const isQueued = [...waiting.keys()].some((ref) => ref.delivery === id);
      if (nextAttemptAt !== null && !isQueued) waiting.set({ player, endpoint, delivery: id }, nextAttemptAt);
    }
    return waiting.size === 0 ? undefined : Math.min(...waiting.values());
  };

  const deliverFor: PostOffice['deliverFor'] = async (untilMs) => {
    const end = at + untilMs;
    await deliver();
    for (let round = 0; round < roundsMax; round++) {
      const next = await nextDue();
      if (next === undefined || next > end) break;
      at = Math.max(at, next);
      await deliver();
    }
    at = end;
  };

  const clear: PostOffice['clear'] = async () => {
    waiting.clear();
    const endpoints = await store.webhooks.listEndpoints(player);
    await Promise.all(endpoints.map(({ id }) => store.webhooks.deleteEndpoint(player, id)));
  };

  return {
    store,
    deps,
    player,
    now,
    advance: (ms) => {
      at += ms;
    },
    open,
    tell,
    deliver,
    deliverFor,
    look,
    endpoint: (id) => store.webhooks.readEndpoint(player, id),
    clear,
    stop,
  };
};
