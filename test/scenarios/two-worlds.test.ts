/** Standing orders tell nobody anything: one world where the owner answers, one where an order does (issue 4.5, design §5). */
import { afterEach, expect, test } from 'vitest';
import { type GameId, gameIds } from '../../domain/engine/engine.ts';
import type { Random } from '../../domain/engine/random.ts';
import { hashId } from '../../functions/shared/ids.ts';
import { randomPlayer } from '../support/engines.ts';
import { eagerOrders } from '../support/orders.ts';
import { countFromEnv, randomFor, runSeed } from '../support/seed.ts';
import { type Inhabitant, openWorld, type World, type WorldAnswer } from '../support/world.ts';

const hourMs = 3_600_000;
const movesMax = countFromEnv('WORLDS_MOVES', 12);

const worlds: World[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.stop()));
});

/** One answer to a decision, and whether an order gave it. */
interface Played {
  readonly decision: string;
  readonly move: unknown;
  readonly isOrder: boolean;
}

interface Scene {
  readonly world: World;
  readonly path: string;
  readonly id: string;
  readonly owner: Inhabitant;
  readonly other: Inhabitant;
  readonly stranger: Inhabitant;
  /** All that came back to the other player when it acted. */
  readonly answers: WorldAnswer[];
}

const setUp = async (game: GameId): Promise<Scene> => {
  const world = await openWorld();
  worlds.push(world);
  const owner = await world.settle('Ayu');
  const other = await world.settle('Budi');
  const stranger = await world.settle('Citra');
  for (const [index, { id: player }] of [owner, other].entries()) {
    await world.store.webhooks.createEndpoint({
      id: hashId('whe', world.now(), index),
      player,
      url: 'https://hooks.example.com/',
      description: '',
      eventTypes: null,
      format: index === 0 ? 'standard' : 'discord',
      status: 'enabled',
      disabledReason: null,
      disabledAt: null,
      createdAt: world.now(),
      requestHash: null,
      secrets: [],
      lastSuccessAt: null,
      failingSince: null,

      warnings: 0,
      warnedAt: null,
      isSlow: false,
      turn: null,
      revision: 1,
    });
  }
  const settings = { game, clock: { kind: 'fischer', initial: 'P3D', increment: 'P1D', maximum: 'P3D' } };
  const created = await world.call('POST', '/v1/matches', owner, settings, { 'Idempotency-Key': 'one' });
  const { id } = created.body;
  await world.call('POST', `/v1/matches/${id}/join`, other, {});
  return { world, id, path: `/v1/matches/${id}`, owner, other, stranger, answers: [] };
};

const post = async ({ world, path, owner, other, answers }: Scene, played: Omit<Played, 'isOrder'>) => {
  const by = played.decision.endsWith('.0') ? owner : other;
  const { decision, move } = played;
  const answer = await world.call('POST', `${path}/moves`, by, { decision, move });
  expect([answer.status, answer.text]).toEqual([201, answer.text]);
  if (by === other) answers.push(answer);
};

/** What was played since a version, from the log itself. */
const playedSince = async ({ world, id }: Scene, version: number): Promise<readonly Played[]> =>
  (await world.store.log.readAfter(id, version, 100)).flatMap(({ steps, order }) =>
    steps.flatMap(({ actor, command }) =>
      'seat' in actor && command.type === 'move'
        ? [{ decision: command.decision, move: command.move, isOrder: order !== undefined }]
        : [],
    ),
  );

/** The world where orders answer; gives what was played. */
const playWithOrders = async (scene: Scene, game: GameId, random: Random): Promise<readonly Played[]> => {
  const { world, path, id, owner, other } = scene;
  const put = await world.call('PUT', `${path}/standing-orders`, owner, { items: eagerOrders[game] });
  expect(put.status).toBe(200);
  const played: Played[] = [];
  let version = 0;
  const note = async (): Promise<void> => {
    played.push(...(await playedSince(scene, version)));
    version = (await world.store.log.readAfter(id, version, 100)).at(-1)?.version ?? version;
  };
  await world.drain();
  await note();
  for (let move = 0; move < movesMax; move++) {
    const seat = (await world.call('GET', path)).body.decisions[0]?.seat;
    if (seat === undefined) break;
    const { body } = await world.call('GET', path, seat === 0 ? owner : other);
    const open = body.decisions.find((decision: { seat: number }) => decision.seat === seat);
    world.advance(hourMs);
    await post(scene, { decision: open.id, move: randomPlayer(open.legalMoves, random) });
    await world.drain();
    await note();
  }
  return played;
};

/** The world where the owner does what the orders did, in the very instant. */
const playByHand = async (scene: Scene, played: readonly Played[]): Promise<void> => {
  await scene.world.drain();
  for (const one of played) {
    if (!one.isOrder) scene.world.advance(hourMs);
    await post(scene, one);
    await scene.world.drain();
  }
};

const told = ({ status, headers, text }: WorldAnswer) => ({
  status,
  text,
  headers: [...headers].filter(([name]) => name !== 'request-id'),
});

/** Ends the match in either world alike, for the transcript. */
const endMatch = async ({ world, path, other }: Scene): Promise<void> => {
  await world.call('POST', `${path}/resign`, other);
  await world.drain();
  expect((await world.call('GET', `${path}/transcript`, other)).status).toBe(200);
};

/** Every byte that others get: matches, logs, every version, lists, notices, deliveries. */
const seenByOthers = async ({ world, path, other, stranger, answers }: Scene) => {
  const { version } = (await world.call('GET', path, other)).body;
  const versions = Array.from({ length: version }, (_, index) => `${path}/versions/${index + 1}`);
  const pages = Array.from(
    { length: Math.ceil(version / 50) },
    (_, page) => `${path}/events?after=${page * 50}`,
  );
  const own = ['/v1/inbox?limit=100', '/v1/matches?state=active', '/v1/matches?state=finished'];
  const shared = [path, ...pages, `${path}/transcript`];
  const seen: unknown[] = answers.map(told);
  const look = async (by: Inhabitant | undefined, paths: readonly string[]): Promise<void> => {
    for (const one of paths) seen.push([one, told(await world.call('GET', one, by))]);
  };
  await look(other, [...shared, ...versions, ...own]);
  await look(stranger, [...shared, ...own]);
  await look(undefined, shared);
  for (const endpoint of await world.store.webhooks.listEndpoints(other.id)) {
    seen.push(await world.store.webhooks.listDeliveries(other.id, endpoint.id, 100, undefined));
  }
  return seen;
};

const turnsToldTo = async ({ world }: Scene, by: Inhabitant): Promise<readonly string[]> => {
  const told: string[] = [];
  for (let after = 0; ; ) {
    const page = await world.store.inbox.readAfter(by.id, after, 100);
    told.push(
      ...page
        .filter(({ notice }) => notice.type === 'turn.started')
        .map(({ notice }) => `${notice.data.decision}`),
    );
    after = page.at(-1)?.seq ?? after;
    if (page.length < 100) return told;
  }
};

test.each(gameIds)(
  '%s: others get the same bytes whether the owner answers or an order does, and the owner no needless notice',
  async (game) => {
    console.log(`GILIRAN_SEED=${runSeed}`);
    const withOrders = await setUp(game);
    const played = await playWithOrders(withOrders, game, randomFor(runSeed, 'two worlds', game));
    const byHand = await setUp(game);
    await playByHand(byHand, played);
    for (const scene of [withOrders, byHand]) await endMatch(scene);
    expect(await seenByOthers(withOrders)).toEqual(await seenByOthers(byHand));

    const notices = await turnsToldTo(withOrders, withOrders.owner);
    const ordered = played.filter(({ isOrder }) => isOrder).map(({ decision }) => decision);
    expect(notices.filter((decision) => ordered.includes(decision))).toEqual([]);
    if (game !== 'dandelions') expect(ordered.length).toBeGreaterThan(0);
    const awaited = played.filter(({ decision, isOrder }, index) => {
      const before = played[index - 1];
      return decision.endsWith('.0') && !isOrder && (before?.isOrder || !before?.decision.endsWith('.0'));
    });
    expect(notices).toEqual(expect.arrayContaining(awaited.map(({ decision }) => decision)));
  },
);
