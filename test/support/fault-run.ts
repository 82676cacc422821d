/** Turns whose notices go out while everything fails: killed at random calls, throttled, duplicated, reordered, receivers down (design §9). */
import { Webhook } from 'standardwebhooks';
import type { Commit } from '../../domain/match/commit.ts';
import { foldCommits } from '../../domain/match/commit.ts';
import { createDispatcher } from '../../functions/dispatcher/deliver.ts';
import { post } from '../../functions/dispatcher/post.ts';
import { healthy } from '../../functions/dispatcher/schedule.ts';
import { createSecret } from '../../functions/dispatcher/secrets.ts';
import { headOf } from '../../functions/shared/head.ts';
import { freshId } from '../../functions/shared/ids.ts';
import { silentLog } from '../../functions/shared/log.ts';
import type { Delivery, DeliveryRef, Endpoint } from '../../functions/shared/store/notices.ts';
import { consumeCommit, noticeIdOf } from '../../functions/stream/consume.ts';
import { sweep } from '../../functions/sweeper/sweep.ts';
import { began, type PlayedLog, playLog } from '../store/logs.ts';
import { openTestStore } from './database.ts';
import { faultsBy, giveLife, Killed, type Life } from './mortal.ts';
import { behaviours, type Receiver, startReceiver } from './receiver.ts';
import { oneOf, randomFor } from './seed.ts';

/** What a run found: how much happened, and every breach of a guarantee, in words. */
export interface FaultReport {
  readonly notices: number;
  readonly delivered: number;
  readonly skipped: number;
  readonly kills: number;
  readonly posts: number;
  readonly breaches: readonly string[];
}

const faultsPerThousand = 4;
const matchesAtOnce = 25;
const drainRoundsMax = 400;
const hourMs = 3_600_000;

/** Sends at least `wanted` notices through the consumer and the dispatcher under faults that the seed decides. */
export const runFaults = async (seed: string, wanted: number): Promise<FaultReport> => {
  const random = randomFor(seed, 'faults');
  let now = began;
  let kills = 0;
  const database = await openTestStore({ now: () => now });
  const receivers = await Promise.all(Array.from({ length: 5 }, () => startReceiver()));
  for (const receiver of receivers)
    receiver.behave((response) =>
      oneOf(random, [
        behaviours.ok,
        behaviours.ok,
        behaviours.ok,
        behaviours.answering(500),
        behaviours.reset,
      ])(response),
    );

  let queue: DeliveryRef[] = [];
  let life: Life;
  let dispatch: (ref: DeliveryRef) => Promise<void>;
  const clock = { now: () => now, wall: () => now };
  /** A new process knows nothing of what the one before had in its hands. */
  const begin = () => {
    const { store, isOver } = giveLife(database.store, faultsBy(random, faultsPerThousand));
    life = { store, isOver };
    queue = [];
    const deps = {
      store,
      clock,
      logger: silentLog,
      publicUrl: 'https://giliran.example',
      // A message may be delivered twice.
      enqueue: async (ref: DeliveryRef) => void queue.push(...(random.int(10) === 0 ? [ref, ref] : [ref])),
    };
    dispatch = createDispatcher({
      ...deps,
      post: (request) =>
        post(request, {
          policy: { allowLoopback: true, ports: [], ownHosts: [] },
          resolve: async () => [],
          timeouts: { dnsMs: 1_000, connectMs: 1_000, totalMs: 2_000 },
          now: clock.wall,
        }),
    });
    return deps;
  };
  let deps = begin();
  const survive = (error: unknown): void => {
    if (!(error instanceof Error)) throw error;
    if (life.isOver()) {
      kills += 1;
      deps = begin();
    } else if (error instanceof Killed || error.message !== 'the store is busy') throw error;
  };
  /** True if the work was done; false if it failed, or its process was killed. */
  const tried = (work: () => Promise<void>): Promise<boolean> =>
    work().then(
      () => true,
      (error: unknown) => {
        survive(error);
        return false;
      },
    );

  let stream: Commit[] = [];
  const consumeSome = async (most: number): Promise<void> => {
    for (let taken = 0; taken < most && stream.length > 0; taken++) {
      const [commit] = stream.splice(random.int(Math.min(stream.length, 20)), 1);
      if (!commit) return;
      const isDone = await tried(() => consumeCommit(deps, commit));
      if (!isDone || random.int(10) === 0) stream.push(commit);
    }
  };
  const dispatchSome = async (most: number): Promise<void> => {
    const refs = random.shuffle(queue.splice(0, most));
    for (const ref of refs) await tried(() => dispatch(ref));
  };

  const logs: PlayedLog[] = [];
  const endpoints: Endpoint[] = [];
  let expected = 0;
  for (let label = 0; expected < wanted; ) {
    const batch = Array.from({ length: Math.min(matchesAtOnce, Math.ceil((wanted - expected) / 40)) }, () =>
      playLog('district-noir', 400, label++),
    );
    logs.push(...batch);
    expected += batch.flatMap(({ commits }) => commits).reduce((sum, { notices }) => sum + notices.length, 0);
    now = began;
    for (const { match } of batch) {
      for (const holder of match.seats) {
        if (!holder) continue;
        const endpoint = endpointOf(holder.player, oneOf(random, receivers).url);
        await database.store.webhooks.createEndpoint(endpoint);
        endpoints.push(endpoint);
      }
    }
    await playBatch(batch);
    await drain();
  }

  async function playBatch(batch: readonly PlayedLog[]): Promise<void> {
    const longest = Math.max(...batch.map(({ commits }) => commits.length));
    for (let index = 0; index < longest; index++) {
      for (const { commits } of random.shuffle(batch)) {
        const commit = commits[index];
        if (!commit) continue;
        now = Math.max(now, commit.at);
        await database.store.log.append(commit);
        // The API writes HEAD beside its commit; that this fails now and then is no harm.
        if (random.int(5) > 0)
          await database.store.log.writeHead(headOf(foldCommits(commits.slice(0, index + 1))));
        stream.push(commit);
        await consumeSome(random.int(4));
        await dispatchSome(random.int(4));
      }
    }
  }

  /** Time goes on until everything is consumed and nothing is pending. */
  async function drain(): Promise<void> {
    for (let round = 0; round < drainRoundsMax; round++) {
      await consumeSome(stream.length);
      await dispatchSome(queue.length);
      if (stream.length > 0 || queue.length > 0) continue;
      now += hourMs;
      await tried(() => sweep(deps));
      if (queue.length === 0 && round > 40 && (await pending()) === 0) return;
    }
    throw new Error('what is pending does not get less');
  }

  async function pending(): Promise<number> {
    const all = await Promise.all(endpoints.slice(-2 * matchesAtOnce).map(deliveriesOf));
    return all.flat().filter(({ status }) => status === 'pending').length;
  }

  async function deliveriesOf({ player, id }: Endpoint): Promise<readonly Delivery[]> {
    return (await database.store.webhooks.listDeliveries(player, id, 1_000, undefined)).items;
  }

  const breaches = await breachesOf();
  const posts = receivers.reduce((sum, { received }) => sum + received.length, 0);
  const rows = (await Promise.all(endpoints.map(deliveriesOf))).flat();
  stream = [];
  await Promise.all(receivers.map(({ close }) => close()));
  await database.stop();
  return {
    notices: expected,
    delivered: rows.filter(({ status }) => status === 'succeeded').length,
    skipped: rows.filter(({ status }) => status === 'skipped').length,
    kills,
    posts,
    breaches,
  };

  async function breachesOf(): Promise<readonly string[]> {
    const found: string[] = [];
    const posted = postedBy(receivers, endpoints, found);
    const wantedIds = new Map<string, string[]>();
    for (const { commits } of logs)
      for (const commit of commits)
        for (const notice of commit.notices)
          wantedIds.set(notice.player, [...(wantedIds.get(notice.player) ?? []), noticeIdOf(commit, notice)]);
    for (const endpoint of endpoints) {
      const ids = (wantedIds.get(endpoint.player) ?? []).sort();
      const inbox = (await database.store.inbox.readAfter(endpoint.player, 0, 1_000))
        .map(({ notice }) => notice)
        .filter(({ type }) => !type.startsWith('webhook.'));
      if (JSON.stringify(inbox.map(({ id }) => id).sort()) !== JSON.stringify(ids))
        found.push(`the inbox of ${endpoint.player} is not what its matches call for`);
      const deliveries = await deliveriesOf(endpoint);
      if (JSON.stringify(deliveries.map(({ notice }) => notice.id).sort()) !== JSON.stringify(ids))
        found.push(`the deliveries to ${endpoint.id} are not what its matches call for`);
      for (const { notice, status, skipReason } of deliveries) {
        const isTold = status === 'succeeded' ? posted.has(notice.id) : skipReason === 'turn-over';
        if (!isTold) found.push(`${notice.type} ${notice.id} was lost: ${status} ${skipReason}`);
      }
    }
    return found;
  }
};

const endpointOf = (player: string, url: string): Endpoint => ({
  id: freshId('whe', began),
  player,
  url,
  description: '',
  eventTypes: null,
  format: 'standard',
  status: 'enabled',
  disabledReason: null,
  disabledAt: null,
  createdAt: began,
  requestHash: null,
  secrets: [createSecret(began)],
  lastSuccessAt: null,
  ...healthy,
  turn: null,
  revision: 1,
});

/** The ids that reached a receiver. What came under one id is one notice, and what is one notice came under one id, rightly signed. */
const postedBy = (
  receivers: readonly Receiver[],
  endpoints: readonly Endpoint[],
  breaches: string[],
): ReadonlySet<string> => {
  const secrets = new Map(endpoints.map(({ player, secrets: [current] }) => [player, current?.secret ?? '']));
  const bodies = new Map<string, string>();
  const ids = new Map<string, string>();
  for (const { headers, body } of receivers.flatMap(({ received }) => received)) {
    const id = String(headers['webhook-id']);
    const text = body.toString();
    const { data } = JSON.parse(text);
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const signature = new Webhook(secrets.get(data.playerId) ?? '').sign(id, sentAt, text);
    if (headers['webhook-signature'] !== signature) breaches.push(`${id} is wrongly signed`);
    if ((bodies.get(id) ?? text) !== text) breaches.push(`${id} came with two bodies`);
    if ((ids.get(text) ?? id) !== id) breaches.push(`${text} came under two ids`);
    bodies.set(id, text);
    ids.set(text, id);
  }
  return new Set(bodies.keys());
};
