import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/client-dynamodb';
import { createApp } from '../../functions/api/app.ts';
import type { ApiDeps } from '../../functions/api/deps.ts';
import { createRateLimiter, type RateLimit } from '../../functions/api/rate-limit.ts';
import { readAsset } from '../../functions/local/assets.ts';
import { hashId, sha256 } from '../../functions/shared/ids.ts';
import { createLog } from '../../functions/shared/log.ts';
import { scopes } from '../../functions/shared/store/accounts.ts';
import type { Store } from '../../functions/shared/store/store.ts';
import type { Written } from '../../functions/shared/store/written.ts';
import type { ConsumerDeps } from '../../functions/stream/consume.ts';
import { consumeWritten } from '../../functions/stream/written.ts';
import { sweep } from '../../functions/sweeper/sweep.ts';
import { openTestStore } from './database.ts';

/** An answer of a world, with the bytes as they came. */
export interface WorldAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a client without types would
  readonly body: any;
}

/** A player of a world: the same name gives the same id and token in every world. */
export interface Inhabitant {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/**
 * The API and what stands behind it, in this process and over a database of its own, where nothing happens by itself: the clock stands
 * still until it is moved, and what was written waits until it is consumed. Two worlds that are told the same do the same.
 */
export interface World {
  readonly store: Store;
  readonly deps: ConsumerDeps;
  readonly now: () => number;
  readonly advance: (ms: number) => void;
  readonly call: (
    method: string,
    path: string,
    by?: Inhabitant,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<WorldAnswer>;
  /** A request as it is, for those that no client of ours would send. */
  readonly send: (path: string, init: RequestInit) => Promise<WorldAnswer>;
  readonly settle: (name: string) => Promise<Inhabitant>;
  /** Every item of the table, sorted, but for the days on which tokens were last used: equal dumps show that nothing was written. */
  readonly dump: () => Promise<readonly string[]>;
  /** The log lines so far, of the API and of what stands behind it. */
  readonly logged: readonly string[];
  /** What was written and waits. */
  readonly waiting: Written[];
  /** Consumes all that waits, and what is written meanwhile. */
  readonly drain: () => Promise<void>;
  readonly sweep: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const begin = Date.UTC(2026, 10, 30, 9);
const lastUse = /"lastUsedOn":\{[^}]*\}/;
const consumedMax = 10_000;
const publicUrl = 'https://giliran.example';

/** No limit that a test would reach. */
const noLimit: RateLimit = { burst: 1_000_000, perSecond: 1 };

/** Makes a world; every match in it has the same server seed. `wrap` puts a test's own doing between everything and the store. */
export const openWorld = async (
  wrap: (store: Store) => Store = (store) => store,
  rateLimit: RateLimit = noLimit,
): Promise<World> => {
  let at = begin;
  const now = () => at;
  const waiting: Written[] = [];
  const database = await openTestStore({ now, onWritten: (written) => waiting.push(written) });
  const store = wrap(database.store);
  const logged: string[] = [];
  const clock = { now, wall: now };
  const logger = createLog((line) => logged.push(line), now);
  const base = { store, clock, logger, publicUrl, enqueue: async () => {} };
  const deps: ApiDeps = {
    ...base,
    serverKey: 'k'.repeat(64),
    freshSeed: () => 'ab'.repeat(32),
    rateLimit,
    rateLimiter: createRateLimiter(rateLimit, now),
    receivedAt: now,
    clientAddress: () => 'test',
    targetPolicy: { allowLoopback: true, ports: [], ownHosts: [] },
    readAsset,
  };
  const app = createApp(deps);

  const send: World['send'] = async (path, init) => {
    const response = await app.request(path, init);
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text !== '' && isJson ? JSON.parse(text) : undefined,
    };
  };

  const call: World['call'] = (method, path, by, body, headers = {}) =>
    send(path, {
      method,
      headers: {
        ...(by ? { Authorization: `Bearer ${by.token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  const dump: World['dump'] = async () => {
    const items: string[] = [];
    let from: ScanCommandOutput['LastEvaluatedKey'];
    do {
      const page: ScanCommandOutput = await database.client.send(
        new ScanCommand({ TableName: database.tableName, ConsistentRead: true, ExclusiveStartKey: from }),
      );
      items.push(...(page.Items ?? []).map((item) => JSON.stringify(item).replace(lastUse, '')));
      from = page.LastEvaluatedKey;
    } while (from);
    return items.sort();
  };

  const settle: World['settle'] = async (name) => {
    const id = hashId('plr', begin, name);
    const token = `gil_${sha256(name)}`;
    await store.accounts.createPlayer({ id, name, createdAt: begin, linkTemplate: null });
    await store.accounts.createToken({
      id: hashId('tok', begin, name),
      player: id,
      hash: sha256(token),
      name: 'first',
      scopes,
      createdAt: begin,
      expiresAt: null,
      lastUsedOn: null,
    });
    return { id, name, token };
  };

  const drain = async (): Promise<void> => {
    for (let consumed = 0; waiting.length > 0; consumed++) {
      if (consumed > consumedMax) throw new Error('one thing brings the next without end');
      const next = waiting.shift();
      if (next) await consumeWritten(base, next);
    }
  };

  return {
    store,
    deps: base,
    now,
    advance: (ms) => {
      at += ms;
    },
    call,
    send,
    settle,
    dump,
    logged,
    waiting,
    drain,
    sweep: () => sweep(base),
    stop: database.stop,
  };
};
