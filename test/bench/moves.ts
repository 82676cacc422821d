/**
 * What a move costs over the database calls that it can't do without, and whether a long match makes it dearer (design §9). All figures
 * are ratios of medians that were measured turn about in one run. `npm run bench:moves`
 */
import { randomBytes } from 'node:crypto';
import {
  type AttributeValue,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';
import { createApp } from '../../functions/api/app.ts';
import { createRateLimiter } from '../../functions/api/rate-limit.ts';
import { readAsset } from '../../functions/local/assets.ts';
import { systemClock } from '../../functions/shared/clock.ts';
import { silentLog } from '../../functions/shared/log.ts';
import { runCommand } from '../../functions/shared/matches.ts';
import { createDynamoClient, localConnection } from '../../functions/shared/store/dynamo/client.ts';
import { createTable } from '../../functions/shared/store/dynamo/create-table.ts';
import { createDynamoStore } from '../../functions/shared/store/dynamo/store.ts';
import { forkDatabase, median, reportBar, timed } from './support/measure.ts';

const tableName = 'giliran';
const database = await forkDatabase();
const connection = localConnection(database.endpoint);
const client = createDynamoClient(connection);
const bareClient = createDynamoClient(connection);
await createTable(client, tableName);
const store = createDynamoStore({ client, tableName, now: Date.now });
const rateLimit = { burst: 1e9, perSecond: 1e9 };
const app = createApp({
  store,
  clock: systemClock,
  logger: silentLog,
  publicUrl: 'http://bench.invalid',
  serverKey: randomBytes(32).toString('hex'),
  freshSeed: () => randomBytes(32).toString('hex'),
  rateLimit,
  rateLimiter: createRateLimiter(rateLimit, systemClock.wall),
  receivedAt: () => Date.now(),
  clientAddress: () => 'bench',
  targetPolicy: { allowLoopback: true, ports: [], ownHosts: [] },
  enqueue: async () => {},
  readAsset,
});

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a client without types would
const send = async (method: string, path: string, token?: string, body?: unknown): Promise<any> => {
  const response = await app.request(path, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      'Content-Type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
};

const register = async (name: string): Promise<{ readonly id: string; readonly token: string }> => {
  const { player, token } = await send('POST', '/v1/players', undefined, { name });
  return { id: player.id, token };
};
const players = [await register('Ayu'), await register('Budi')];
const tokenOf = (seat: number): string => players[seat]?.token ?? '';

const startMatch = async (): Promise<string> => {
  const { id } = await send('POST', '/v1/matches', tokenOf(0), { game: 'district-noir' });
  await send('POST', `/v1/matches/${id}/join`, tokenOf(1), {});
  return id;
};

/** A match is made long by vacations that end at ever other times: commits without a move, through the real log. */
const lengthen = async (id: string, version: number): Promise<void> => {
  const deps = { log: store.log, accounts: store.accounts, clock: systemClock, logger: silentLog };
  const player = players[0]?.id ?? '';
  for (let now = 2; now < version; now++) {
    const pause = { from: 0, until: now };
    await runCommand(deps, id, { receivedAt: Date.now() }, () => ({
      ok: true,
      value: { type: 'pause', player, pause },
    }));
  }
};

/** The next move of a match, ready to be sent; undefined after the end. */
const nextMove = async (id: string): Promise<(() => Promise<unknown>) | undefined> => {
  const seat = (await send('GET', `/v1/matches/${id}`, tokenOf(0))).decisions[0]?.seat;
  if (seat === undefined) return undefined;
  const [decision] = (await send('GET', `/v1/matches/${id}`, tokenOf(seat))).decisions;
  const body = { decision: decision.id, move: decision.legalMoves[0] };
  return () => send('POST', `/v1/matches/${id}/moves`, tokenOf(seat), body);
};

type Item = Record<string, AttributeValue>;
interface Sent {
  readonly name: string;
  readonly input: unknown;
}

/** What the SDK is asked while some work is done. */
let recorded: Sent[] = [];
client.middlewareStack.add(
  (next, context) => async (args) => {
    recorded.push({ name: context.commandName ?? '', input: args.input });
    return next(args);
  },
  { step: 'initialize', name: 'record' },
);

/** The same calls with the same items, bare; puts go to a partition of their own, so that their conditions hold again. */
const repeatBare = (calls: readonly Sent[], partition: string): (() => Promise<void>) => {
  const commands = calls.map(({ name, input }) => {
    if (name === 'GetItemCommand') return new GetItemCommand(input as { TableName: string; Key: Item });
    if (name === 'QueryCommand') return new QueryCommand(input as QueryCommandInput);
    if (name !== 'PutItemCommand') throw new Error(`a move needs no ${name}`);
    const put = input as { TableName: string; Item: Item };
    return new PutItemCommand({ ...put, Item: { ...put.Item, pk: { S: partition } } });
  });
  return async () => {
    for (const command of commands) {
      if (command instanceof GetItemCommand) await bareClient.send(command);
      else if (command instanceof QueryCommand) await bareClient.send(command);
      else await bareClient.send(command);
    }
  };
};

/** Plays matches on from a version; the time of each move, and of its database calls alone. */
const measure = async (matches: readonly string[]): Promise<{ move: number[]; bare: number[] }> => {
  const times = { move: [] as number[], bare: [] as number[] };
  for (const id of matches) {
    for (let turn = 0; turn < 40; turn++) {
      const move = await nextMove(id);
      if (!move) break;
      recorded = [];
      times.move.push(await timed(move));
      times.bare.push(await timed(repeatBare(recorded, `BARE#${id}#${turn}`)));
    }
  }
  return times;
};

const matchesOf = async (count: number, version: number): Promise<readonly string[]> => {
  const ids = await Promise.all(Array.from({ length: count }, startMatch));
  await Promise.all(ids.map((id) => lengthen(id, version)));
  return ids;
};

await measure(await matchesOf(10, 2)); // warms everything up
const short = await measure(await matchesOf(12, 20));
const long = await measure(await matchesOf(12, 2_000));
console.log(`${short.move.length} moves at version 20 and on, ${long.move.length} at version 2,000 and on`);
console.log(`calls of the last move: ${recorded.map(({ name }) => name).join(', ')}`);
const holds = [
  reportBar(
    'median move ÷ median of its bare SDK calls',
    median(short.move) / median(short.bare),
    1.4,
    'at most',
  ),
  reportBar(
    'median move at version 2,000 ÷ at version 20',
    median(long.move) / median(short.move),
    1.2,
    'at most',
  ),
];
store.close();
bareClient.destroy();
database.stop();
process.exit(holds.every(Boolean) ? 0 : 1);
