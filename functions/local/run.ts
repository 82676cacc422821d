/** Every function in one process, over an embedded database (design §8). */
import { join } from 'node:path';
import { createApp } from '../api/app.ts';
import type { ApiDeps } from '../api/deps.ts';
import { createRateLimiter } from '../api/rate-limit.ts';
import { createDispatcher } from '../dispatcher/deliver.ts';
import { attemptTimeouts, post } from '../dispatcher/post.ts';
import { dnsResolve } from '../dispatcher/resolve.ts';
import type { TargetPolicy } from '../dispatcher/target.ts';
import type { Log } from '../shared/log.ts';
import { createDynamoClient, localConnection } from '../shared/store/dynamo/client.ts';
import { createTable } from '../shared/store/dynamo/create-table.ts';
import { createDynamoStore } from '../shared/store/dynamo/store.ts';
import type { ConsumerDeps } from '../stream/consume.ts';
import { consumeWritten } from '../stream/written.ts';
import { sweep } from '../sweeper/sweep.ts';
import { readAsset } from './assets.ts';
import { createBackground } from './background.ts';
import { CannotStart, reasonOf } from './cannot-start.ts';
import { type LocalDatabase, startDatabase } from './database.ts';
import { createDeliveryTimers } from './delivery-timers.ts';
import { openHttpServer } from './http-server.ts';
import { mendAll } from './mend.ts';
import { openSandbox, withSandbox } from './sandbox.ts';
import { openServerKey } from './server-key.ts';
import { createTail } from './tail.ts';

/** How the local runner is set. */
export interface LocalOptions {
  /** Where data is kept; in memory if left out. */
  readonly dataFolder?: string;
  /** Another DynamoDB-compatible server in place of the embedded one (design §8). */
  readonly databaseEndpoint?: string;
  /** How what is written reaches the consumer: `createTail`, unless a fault run wants it worse. */
  readonly openTail?: typeof createTail;
  readonly port: number;
  readonly logger: Log;
}

/** A running server. */
export interface LocalServer {
  readonly url: string;
  /**
   * Answers the requests that are under way, finishes what follows from them, and ends, within five seconds. What is left then
   * is done at the next start.
   */
  readonly stop: () => Promise<void>;
}

const tableName = 'giliran';
const sweepEveryMs = 5_000;
const rateLimit = { burst: 2_000, perSecond: 500 };
/** How long a stop waits for requests under way, and then for the work behind them. */
const answeringMs = 2_000;
const finishingMs = 1_500;

/** Starts everything and mends what a crash left. Throws `CannotStart` for what its user can mend. */
export const runLocal = async (options: LocalOptions): Promise<LocalServer> => {
  const database = await databaseOf(options);
  try {
    return await runOn(database, options);
  } catch (error) {
    await database.stop();
    throw error;
  }
};

const databaseOf = async ({ dataFolder, databaseEndpoint }: LocalOptions): Promise<LocalDatabase> => {
  if (databaseEndpoint !== undefined) return { endpoint: databaseEndpoint, stop: async () => {} };
  return startDatabase(dataFolder === undefined ? {} : { path: join(dataFolder, 'db') });
};

const runOn = async (
  database: LocalDatabase,
  { dataFolder, logger, openTail = createTail, port }: LocalOptions,
): Promise<LocalServer> => {
  const client = createDynamoClient(localConnection(database.endpoint));
  await createTable(client, tableName).catch((error: unknown) => {
    throw new CannotStart(`The database at ${database.endpoint} can't be used: ${reasonOf(error)}.`, {
      cause: error,
    });
  });
  const serverKey = await openServerKey(dataFolder);
  const sandbox = await openSandbox(dataFolder);
  const { clock, freshSeed } = sandbox;
  const http = await openHttpServer(port);

  const background = createBackground(logger);
  const tail = openTail((written) => consumeWritten(deps, written), background);
  const store = createDynamoStore({ client, tableName, ...clock, onWritten: tail.onWritten });
  const timers = createDeliveryTimers((ref) => dispatch(ref), background);
  const { enqueue } = timers;
  const deps: ConsumerDeps = { store, clock, logger, enqueue, publicUrl: http.url };
  /** This machine's own loopback may be a target, but neither this server nor its database. */
  const ownHosts = [http.url, database.endpoint].map((url) => new URL(url).host);
  const targetPolicy: TargetPolicy = { allowLoopback: true, ports: [], ownHosts };
  const postDeps = {
    policy: targetPolicy,
    resolve: dnsResolve(),
    timeouts: attemptTimeouts,
    now: clock.wall,
  };
  const dispatch = createDispatcher({ ...deps, post: (request) => post(request, postDeps) });
  const apiDeps: ApiDeps = {
    ...deps,
    serverKey,
    freshSeed,
    rateLimit,
    rateLimiter: createRateLimiter(rateLimit, clock.wall),
    receivedAt: () => clock.now(),
    clientAddress: () => 'local',
    targetPolicy,
    readAsset,
  };
  /** What is due has happened, and everybody has been told. */
  const settle = async (): Promise<void> => {
    await sweep(deps);
    await tail.consumed();
  };
  http.serve(withSandbox(createApp(apiDeps), apiDeps, sandbox, settle).fetch);

  await mendAll(deps);
  const sweepAside = () => background.track(sweep(deps), 'a sweep failed');
  sweepAside();
  const sweeper = setInterval(sweepAside, sweepEveryMs);

  const stop = async (): Promise<void> => {
    clearInterval(sweeper);
    timers.stop();
    await http.close(answeringMs);
    await background.settled(finishingMs);
    store.close();
    await database.stop();
  };
  return { url: http.url, stop };
};
