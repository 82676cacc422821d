import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { headOf } from '../../functions/shared/head.ts';
import { freshAttempt, freshId } from '../../functions/shared/ids.ts';
import { createDynamoClient, localConnection } from '../../functions/shared/store/dynamo/client.ts';
import { createDynamoStore } from '../../functions/shared/store/dynamo/store.ts';
import { StoreUnavailable } from '../../functions/shared/store/match-log.ts';
import type { Store } from '../../functions/shared/store/store.ts';
import { openTestStore, type TestStore } from '../support/database.ts';
import {
  type FaultProxy,
  invalid,
  type ProxyFault,
  rateLimited,
  serverFailed,
  startFaultProxy,
  throttled,
} from '../support/proxy.ts';
import { began, playLog } from './logs.ts';

/** The SDK's own tries of one call. */
const tries = 3;
const loseAnswer: ProxyFault = { kind: 'lose-answer' };
const drop: ProxyFault = { kind: 'drop' };

const { commits, match } = playLog('district-noir', 1);
const [template] = commits;
const freshCommit = () => {
  if (!template) throw new Error('a log has a first commit');
  return { ...template, matchId: freshId('mat', began), attempt: freshAttempt() };
};

let db: TestStore;
let proxy: FaultProxy;
let store: Store;
beforeAll(async () => {
  db = await openTestStore();
  proxy = await startFaultProxy(db.endpoint);
});
/** A client of its own for each test: the SDK allows each so many retries in a row. */
beforeEach(() => {
  proxy.clear();
  const client = createDynamoClient(localConnection(proxy.endpoint));
  store = createDynamoStore({ client, tableName: db.tableName, now: Date.now });
});
afterEach(() => store.close());
afterAll(async () => {
  await proxy.stop();
  await db.stop();
});

describe('append, when the connection is cut', () => {
  test('after the write took effect: the SDK tries again, loses to itself, and the writer knows that it won', async () => {
    const commit = freshCommit();
    proxy.failNext('PutItem', loseAnswer);
    expect(await store.log.append(commit)).toBe('appended');
    expect(proxy.counts().PutItem).toBe(2);
  });

  test('after every try, the first of which took effect: the writer reads the version and knows that it won', async () => {
    const commit = freshCommit();
    proxy.failNext('PutItem', loseAnswer, tries);
    expect(await store.log.append(commit)).toBe('appended');
  });

  test('after every try, and another writer has the version: it is taken', async () => {
    const commit = freshCommit();
    await db.store.log.append({ ...commit, attempt: freshAttempt() });
    proxy.failNext('PutItem', loseAnswer, tries);
    expect(await store.log.append(commit)).toBe('taken');
  });

  test('before the database heard of it: unavailable, nothing is written, and the same append succeeds later', async () => {
    const commit = freshCommit();
    proxy.failNext('PutItem', drop, tries);
    await expect(store.log.append(commit)).rejects.toThrow(StoreUnavailable);
    expect((await store.log.readTail(commit.matchId)).commits).toEqual([]);
    expect(await store.log.append(commit)).toBe('appended');
  });

  test('and the version can’t be read either: unavailable, and the next append finds out that it had won', async () => {
    const commit = freshCommit();
    proxy.inject(({ operation }) => (operation === 'PutItem' ? loseAnswer : drop));
    await expect(store.log.append(commit)).rejects.toThrow(StoreUnavailable);
    proxy.clear();
    expect(await store.log.append(commit)).toBe('appended');
  });

  test('once, and throttled from then on: the writer still knows that it won', async () => {
    const commit = freshCommit();
    let puts = 0;
    proxy.inject(({ operation }) => {
      if (operation !== 'PutItem') return undefined;
      return puts++ === 0 ? loseAnswer : throttled;
    });
    expect(await store.log.append(commit)).toBe('appended');
  });
});

describe('other errors (S24)', () => {
  const faults = Object.entries({ throttled, rateLimited, serverFailed, drop });

  test.each(faults)('%s once is retried and does not show', async (_, fault) => {
    proxy.failNext('PutItem', fault);
    expect(await store.log.append(freshCommit())).toBe('appended');
    proxy.failNext('Query', fault);
    expect((await store.log.readTail(freshId('mat', began))).commits).toEqual([]);
  });

  test.each(faults)('%s to the end is unavailable, never “not there” or “taken”', async (_, fault) => {
    proxy.inject(() => fault);
    const unavailable = [
      store.log.append(freshCommit()),
      store.log.readTail(match.id),
      store.log.readHeads([match.id]),
      store.log.writeHead(headOf(match)),
      store.log.listDue(0, 0, 1),
      store.accounts.readPlayer('plr'),
      store.accounts.updatePlayer('plr', { name: 'x' }),
      store.accounts.findToken('hash'),
      store.webhooks.deleteEndpoint('plr', 'whe'),
    ];
    for (const answer of await Promise.allSettled(unavailable)) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } });
    }
  });

  test('a request that the database refuses is thrown as it is: our defect, not the database’s state', async () => {
    proxy.failNext('PutItem', invalid);
    await expect(store.log.append(freshCommit())).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('a database that does not answer is given up within the time limit of a call, and asked again', async () => {
    proxy.failNext('GetItem', { kind: 'delay', delayMs: 6_000 });
    const started = performance.now();
    expect(await store.accounts.readPlayer('plr')).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(5_900);
    expect(proxy.counts().GetItem).toBe(2);
  });

  test('a database that is not there is unavailable', async () => {
    const client = createDynamoClient(localConnection('http://127.0.0.1:9'));
    const nowhere = createDynamoStore({ client, tableName: db.tableName, now: Date.now });
    await expect(nowhere.log.readTail(match.id)).rejects.toThrow(StoreUnavailable);
    nowhere.close();
  });
});

describe('a lost answer is never taken for a lost race', () => {
  test('of a vacation, an endpoint, a delivery, an inbox row', async () => {
    const player = freshId('plr', began);
    proxy.inject(
      (() => {
        let puts = 0;
        return ({ operation }) => (operation === 'PutItem' && puts++ % 2 === 0 ? loseAnswer : undefined);
      })(),
    );
    const vacation = { pauses: [], year: 2026, allowanceMs: 1, revision: 1 };
    expect(await store.accounts.writeVacation(player, vacation)).toBe(true);
    expect(await store.accounts.writeVacation(player, { ...vacation, revision: 2 })).toBe(true);
    const notice = { id: freshId('evt', began), type: 'turn.started', at: Date.now(), data: {} } as const;
    expect(await store.inbox.append(player, [notice])).toEqual([{ seq: 1, notice }]);
    expect(await store.inbox.readAfter(player, 0, 10)).toEqual([{ seq: 1, notice }]);
  });

  test('of a delete: the endpoint was there', async () => {
    const player = freshId('plr', began);
    const token = {
      id: 'tok',
      player,
      hash: freshAttempt(),
      name: 'x',
      scopes: [],
      createdAt: 1,
      expiresAt: null,
      lastUsedOn: null,
    };
    await store.accounts.createToken(token);
    proxy.failNext('DeleteItem', loseAnswer);
    expect(await store.accounts.deleteToken(player, 'tok')).toBe(true);
    expect(await store.accounts.findToken(token.hash)).toBeUndefined();
  });
});
