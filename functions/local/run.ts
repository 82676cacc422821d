/** Every function in one process, over an embedded database (design §8). */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerType, serve } from '@hono/node-server';
import { createApp } from '../api/app.ts';
import type { ApiDeps } from '../api/deps.ts';
import { createRateLimiter } from '../api/rate-limit.ts';
import { createDispatcher } from '../dispatcher/deliver.ts';
import { attemptTimeouts, post } from '../dispatcher/post.ts';
import { dnsResolve } from '../dispatcher/resolve.ts';
import type { Enqueue } from '../shared/deliveries.ts';
import type { Log } from '../shared/log.ts';
import { createDynamoClient, localConnection } from '../shared/store/dynamo/client.ts';
import { createTable } from '../shared/store/dynamo/create-table.ts';
import { createDynamoStore } from '../shared/store/dynamo/store.ts';
import type { Written } from '../shared/store/written.ts';
import { tellVacation } from '../shared/vacations.ts';
import { consumeCommit } from '../stream/consume.ts';
import { consumeMessage } from '../stream/messages.ts';
import { consumeWritten, subjectOf } from '../stream/written.ts';
import { sweep } from '../sweeper/sweep.ts';
import { readAsset } from './assets.ts';
import { startDatabase } from './database.ts';
import { openSandbox, withSandbox } from './sandbox.ts';

/** How the local runner is set. */
export interface LocalOptions {
  /** Where data is kept; in memory if left out. */
  readonly dataFolder?: string;
  readonly port: number;
  readonly logger: Log;
}

/** A running server. */
export interface LocalServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const tableName = 'giliran';
const sweepEveryMs = 5_000;
const commitsPage = 100;
const messagesPage = 100;
/** How often the consumer tries, waiting longer each time; what it gives up is mended at the next start. */
const triesMax = 6;
const retryMs = 25;
/** Far above the commits that can follow from one another by themselves. */
const roundsMax = 10_000;

const readServerKey = async (folder: string | undefined): Promise<string> => {
  const fresh = randomBytes(32).toString('hex');
  if (folder === undefined) return fresh;
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(join(folder, 'server.key'), fresh, { flag: 'wx', mode: 0o600 });
    return fresh;
  } catch {
    return readFile(join(folder, 'server.key'), 'utf8');
  }
};

/** Starts everything and mends what a crash left. */
export const runLocal = async (options: LocalOptions): Promise<LocalServer> => {
  const { dataFolder, logger } = options;
  const serverKey = await readServerKey(dataFolder);
  const database = await startDatabase(dataFolder === undefined ? {} : { path: join(dataFolder, 'db') });
  const client = createDynamoClient(localConnection(database.endpoint));
  await createTable(client, tableName);
  const sandbox = await openSandbox(dataFolder);
  const { clock } = sandbox;
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  const track = (work: Promise<void>, message: string): void => {
    const tracked = work
      .catch((error: unknown) => logger.error(message, { error }))
      .finally(() => running.delete(tracked));
    running.add(tracked);
  };
  const queues = new Map<string, Promise<void>>();
  /** As the stream does on AWS: what fails is tried again, and holds up what comes after it on the same subject. */
  const untilConsumed = async (written: Written): Promise<void> => {
    for (let tried = 1; ; tried++) {
      try {
        return await consumeWritten(deps, written);
      } catch (error) {
        if (tried === triesMax) throw error;
        await sleep(retryMs * 2 ** tried);
      }
    }
  };
  const onWritten = (written: Written): void => {
    const subject = subjectOf(written);
    const before = queues.get(subject) ?? Promise.resolve();
    const work = before.catch(() => {}).then(() => untilConsumed(written));
    queues.set(subject, work);
    track(
      work.finally(() => queues.get(subject) === work && queues.delete(subject)),
      `a ${written.kind} was not consumed`,
    );
  };
  const store = createDynamoStore({ client, tableName, ...clock, onWritten });
  const busy = new Set<string>();
  const enqueue: Enqueue = async (ref, delayMs = 0) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (busy.has(ref.delivery)) return;
      busy.add(ref.delivery);
      track(
        dispatch(ref).finally(() => busy.delete(ref.delivery)),
        'a delivery failed',
      );
    }, delayMs);
    timers.add(timer);
  };

  let url = '';
  const publicUrl = () => url;
  const policy = { allowLoopback: true, ports: [], ownHosts: [] };
  const base = {
    store,
    clock,
    logger,
    enqueue,
    get publicUrl() {
      return publicUrl();
    },
  };
  const deps = base;
  const dispatch = createDispatcher({
    store,
    clock,
    logger,
    enqueue,
    post: (request: Parameters<typeof post>[0]) =>
      post(request, { policy, resolve: dnsResolve(), timeouts: attemptTimeouts, now: clock.wall }),
  });
  const rateLimit = { burst: 2_000, perSecond: 500 };
  const apiDeps: ApiDeps = {
    store,
    clock,
    logger,
    enqueue,
    get publicUrl() {
      return publicUrl();
    },
    serverKey,
    freshSeed: sandbox.freshSeed,
    rateLimit,
    rateLimiter: createRateLimiter(rateLimit, clock.wall),
    receivedAt: () => clock.now(),
    clientAddress: () => 'local',
    targetPolicy: policy,
    readAsset,
  };
  /** What is due has happened, and everybody has been told. */
  const settle = async (): Promise<void> => {
    await sweep(deps);
    for (let round = 0; queues.size > 0 && round < roundsMax; round++) {
      await Promise.allSettled(queues.values());
    }
  };
  const app = withSandbox(createApp(apiDeps), apiDeps, sandbox, settle);
  const server = await listen(app.fetch, options.port);
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : options.port;
  url = `http://127.0.0.1:${port}`;

  for await (const matchId of store.log.scanMatches()) {
    for (let after = 0; ; ) {
      const commits = await store.log.readAfter(matchId, after, commitsPage);
      for (const commit of commits) await consumeCommit(deps, commit);
      after = commits.at(-1)?.version ?? after;
      if (commits.length < commitsPage) break;
    }
    for (let before: string | undefined; ; ) {
      const page = await store.talk.listMessages(matchId, messagesPage, before);
      for (const message of page.items) await consumeMessage(deps, message);
      before = page.next;
      if (before === undefined) break;
    }
  }
  for await (const player of store.accounts.scanVacations()) await tellVacation(deps, player);
  track(sweep(deps), 'a sweep failed');
  const sweeper = setInterval(() => track(sweep(deps), 'a sweep failed'), sweepEveryMs);

  const stop = async (): Promise<void> => {
    clearInterval(sweeper);
    for (const timer of timers) clearTimeout(timer);
    await new Promise((resolve) => server.close(resolve));
    await Promise.allSettled(running);
    store.close();
    await database.stop();
  };
  return { url, stop };
};

const listen = (
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<ServerType> =>
  new Promise((resolve, reject) => {
    const server = serve({ fetch, port, hostname: '127.0.0.1' }, () => resolve(server));
    server.on('error', reject);
  });
