import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshId } from '../../functions/shared/ids.ts';
import { dueShards } from '../../functions/shared/store/match-log.ts';
import type { Delivery, DeliveryRef, Endpoint, Webhooks } from '../../functions/shared/store/notices.ts';
import { openTestStore, type TestStore } from '../support/database.ts';

const dayMs = 86_400_000;
const begin = Date.UTC(2026, 10, 30);

let now = begin;
let player = '';
let db: TestStore;
let webhooks: Webhooks;
beforeAll(async () => {
  db = await openTestStore({ now: () => now });
  webhooks = db.store.webhooks;
});
beforeEach(() => {
  now = begin;
  player = freshId('plr', begin);
});
afterAll(() => db.stop());

const endpoint = (changes: Partial<Endpoint> = {}): Endpoint => ({
  id: 'whe_1',
  player,
  url: 'https://example.org/hook',
  description: '',
  eventTypes: null,
  format: 'standard',
  status: 'enabled',
  disabledReason: null,
  disabledAt: null,
  createdAt: begin,
  requestHash: null,
  secrets: [{ secret: 'whsec_1', createdAt: begin, expiresAt: null }],
  lastSuccessAt: null,
  failingSince: null,

  warnings: 0,
  warnedAt: null,
  isSlow: false,
  turn: null,
  revision: 1,
  ...changes,
});

const delivery = (changes: Partial<Delivery> = {}): Delivery => ({
  id: freshId('dlv', begin),
  player,
  endpoint: 'whe_1',
  notice: { id: 'evt_1', type: 'turn.started', at: begin, data: { matchId: 'mat_1' } },
  body: '{}',
  format: 'standard',
  skipReason: null,
  status: 'pending',
  trigger: 'notice',
  createdAt: begin,
  attempts: [],
  attempt: 0,
  nextAttemptAt: begin,
  ...changes,
});
const refOf = (d: Delivery): DeliveryRef => ({ player, endpoint: d.endpoint, delivery: d.id });
const attempted = (d: Delivery, changes: Partial<Delivery>): Delivery => ({
  ...d,
  attempts: [...d.attempts, { at: begin, durationMs: 3, status: 500, error: null }],
  attempt: d.attempt + 1,
  ...changes,
});

describe('endpoints', () => {
  test('are created once under an id, listed and read under their player', async () => {
    expect(await webhooks.createEndpoint(endpoint())).toBe(true);
    expect(await webhooks.createEndpoint(endpoint({ url: 'https://example.org/other' }))).toBe(false);
    expect(await webhooks.readEndpoint(player, 'whe_1')).toEqual(endpoint());
    expect(await webhooks.listEndpoints(player)).toEqual([endpoint()]);
    expect(await webhooks.readEndpoint('plr_unknown', 'whe_1')).toBeUndefined();
  });

  test('of concurrent changes to one revision exactly one is written, and none to a deleted endpoint', async () => {
    await webhooks.createEndpoint(endpoint());
    const changes = [1, 2, 3].map((warnings) => endpoint({ warnings, revision: 2 }));
    const written = await Promise.all(changes.map(webhooks.updateEndpoint));
    expect(written.filter(Boolean)).toHaveLength(1);
    expect(await webhooks.readEndpoint(player, 'whe_1')).toEqual(changes[written.indexOf(true)]);

    expect(await webhooks.deleteEndpoint(player, 'whe_1')).toBe(true);
    expect(await webhooks.deleteEndpoint(player, 'whe_1')).toBe(false);
    expect(await webhooks.updateEndpoint(endpoint({ revision: 3 }))).toBe(false);
    expect(await webhooks.readEndpoint(player, 'whe_1')).toBeUndefined();
  });
});

describe('deliveries', () => {
  const due = async (until: number): Promise<readonly DeliveryRef[]> => {
    const shards = Array.from({ length: dueShards }, (_, shard) =>
      webhooks.listDueDeliveries(shard, until, 50),
    );
    return (await Promise.all(shards)).flat().filter((ref) => ref.player === player);
  };

  test('are created once under an id and read as they were', async () => {
    const created = delivery();
    expect(await webhooks.createDelivery(created)).toBe(true);
    expect(await webhooks.createDelivery({ ...created, body: 'another' })).toBe(false);
    expect(await webhooks.readDelivery(refOf(created))).toEqual(created);
  });

  test('of two dispatchers that made the same attempt one writes it', async () => {
    const created = delivery();
    await webhooks.createDelivery(created);
    const next = attempted(created, { status: 'succeeded', nextAttemptAt: null });
    const other = attempted(created, { nextAttemptAt: begin + 5_000 });
    expect(await webhooks.updateDelivery(next, 0)).toBe(true);
    expect(await webhooks.updateDelivery(other, 0)).toBe(false);
    expect(await webhooks.readDelivery(refOf(created))).toEqual(next);
  });

  test('are due while pending, at the time of their next attempt', async () => {
    const created = delivery();
    await webhooks.createDelivery(created);
    expect(await due(begin - 1)).toEqual([]);
    expect(await due(begin)).toEqual([refOf(created)]);
    const later = attempted(created, { nextAttemptAt: begin + 5_000 });
    await webhooks.updateDelivery(later, 0);
    expect(await due(begin + 4_999)).toEqual([]);
    expect(await due(begin + 5_000)).toEqual([refOf(created)]);
    await webhooks.updateDelivery(attempted(later, { status: 'failed', nextAttemptAt: null }), 1);
    expect(await due(Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  test('of one endpoint are listed newest first, page by page', async () => {
    const created = [1, 2, 3, 4, 5].map((ms) => delivery({ id: freshId('dlv', begin + ms) }));
    for (const d of created) await webhooks.createDelivery(d);
    await webhooks.createDelivery(delivery({ endpoint: 'whe_2' }));
    const newestFirst = created.toReversed();
    const first = await webhooks.listDeliveries(player, 'whe_1', 3, undefined);
    const second = await webhooks.listDeliveries(player, 'whe_1', 3, first.next);
    expect(first.items).toEqual(newestFirst.slice(0, 3));
    expect(second).toEqual({ items: newestFirst.slice(3), next: undefined });
  });

  test('are kept 30 days and count as absent from then on, deleted or not (S27)', async () => {
    const old = delivery({ id: freshId('dlv', begin) });
    await webhooks.createDelivery(old);
    now = begin + 30 * dayMs;
    const young = delivery({ id: freshId('dlv', now), createdAt: now });
    await webhooks.createDelivery(young);
    expect(await webhooks.readDelivery(refOf(old))).toBeUndefined();
    expect(await webhooks.listDeliveries(player, 'whe_1', 1, undefined)).toEqual({
      items: [young],
      next: undefined,
    });
  });
});
