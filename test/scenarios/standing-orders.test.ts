/** What players complain of about programmed moves: rows 10 and 69 to 72 of the anchors. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { faces } from '../../domain/games/district-noir/cards.ts';
import { consumeWritten } from '../../functions/stream/written.ts';
import { randomPlayer } from '../support/engines.ts';
import { eagerOrders } from '../support/orders.ts';
import { randomFor, runSeed } from '../support/seed.ts';
import { type Inhabitant, openWorld, type World, type WorldAnswer } from '../support/world.ts';

let world: World;
let ayu: Inhabitant;
let budi: Inhabitant;
let path: string;
let runs = 0;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  runs += 1;
  [ayu, budi] = await Promise.all([world.settle(`Ayu ${runs}`), world.settle(`Budi ${runs}`)]);
});

/** A match in which Ayu is awaited first. */
const start = async (game: string): Promise<void> => {
  const { body } = await world.call('POST', '/v1/matches', ayu, { game, options: { firstSeat: 0 } });
  path = `/v1/matches/${body.id}`;
  await world.call('POST', `${path}/join`, budi, {});
  await world.drain();
};
const put = async (by: Inhabitant, items: readonly unknown[]): Promise<void> => {
  expect((await world.call('PUT', `${path}/standing-orders`, by, { items })).status).toBe(200);
};
const read = async (by?: Inhabitant) => (await world.call('GET', path, by)).body;
const move = (by: Inhabitant, decision: string, chosen: unknown): Promise<WorldAnswer> =>
  world.call('POST', `${path}/moves`, by, { decision, move: chosen });
/** Plays the first listed move of a player who is awaited. */
const playBy = async (by: Inhabitant): Promise<void> => {
  const { decisions, you } = await read(by);
  const mine = decisions.find(({ seat }: { seat: number }) => seat === you.seat);
  expect((await move(by, mine.id, mine.legalMoves[0])).status).toBe(201);
};
const versionNow = async (): Promise<number> => (await read()).version;
const anyCard = { template: 'play-in-order', parameters: { faces: [...faces] } };

test('10 a job for an order comes late, or twice: it never acts for another seat, nor for a later decision of the same', async () => {
  await start('district-noir');
  await put(budi, [anyCard]);
  await playBy(ayu);
  const jobs = [...world.waiting];
  await world.drain();
  await world.call('DELETE', `${path}/standing-orders/play-in-order`, budi);
  const { version, decisions } = await read();
  expect(decisions[0].seat).toBe(0);
  for (const job of [...jobs, ...jobs]) await consumeWritten(world.deps, job);
  expect(await versionNow()).toBe(version);
});

test('69 an order for one kind of decision: when another begins, it does not fire', async () => {
  console.log(`GILIRAN_SEED=${runSeed}`);
  const random = randomFor(runSeed, 'kinds of decision');
  await start('conquian');
  const [order] = eagerOrders.conquian.filter(({ template }) => template === 'pass-unless-melds');
  for (const by of [ayu, budi]) await put(by, [order]);
  await world.drain();
  const kinds = new Map<string, string>();
  for (let made = 0; made < 30; made++) {
    const { decisions, status } = await read();
    for (const { id, kind } of decisions) kinds.set(id, kind);
    if (status !== 'active') break;
    const by = decisions[0].seat === 0 ? ayu : budi;
    const [mine] = (await read(by)).decisions;
    await move(by, mine.id, randomPlayer(mine.legalMoves, random));
    while (world.waiting.length > 0) {
      const next = world.waiting.shift();
      for (const { id, kind } of (await read()).decisions) kinds.set(id, kind);
      if (next) await consumeWritten(world.deps, next);
    }
  }
  const commits = await world.store.log.readAfter(path.split('/').at(-1) ?? '', 0, 1_000);
  const answered = commits.flatMap(({ order: by, steps }) =>
    steps.flatMap(({ actor, command }) =>
      'seat' in actor && command.type === 'move'
        ? [{ isOrder: by !== undefined, kind: kinds.get(command.decision) }]
        : [],
    ),
  );
  const byOrders = answered.filter(({ isOrder }) => isOrder);
  expect(byOrders.length).toBeGreaterThan(0);
  expect(new Set(byOrders.map(({ kind }) => kind))).toEqual(new Set(['turned']));
});

test('70 the condition of an order is true already when it is given: it answers all the same', async () => {
  await start('district-noir');
  for (const by of [ayu, budi, ayu, budi]) await playBy(by);
  await playBy(ayu);
  await world.drain();
  const { version, decisions } = await read(budi);
  expect(decisions[0].legalMoves.some(({ type }: { type: string }) => type === 'take')).toBe(true);
  await put(budi, [{ template: 'take-when-row-is-full', parameters: { atLeast: 5 } }]);
  await world.drain();
  expect(await versionNow()).toBe(version + 1);
});

test('71 orders are listed after a reload, can be edited, and fire all the way down the line', async () => {
  await start('district-noir');
  const list = async () => (await world.call('GET', `${path}/standing-orders`, budi)).body.items;
  await put(budi, [{ template: 'play-in-order', parameters: { faces: ['5'] } }]);
  expect(await list()).toMatchObject([{ template: 'play-in-order', parameters: { faces: ['5'] } }]);
  await world.call('PUT', `${path}/standing-orders/play-in-order`, budi, { parameters: anyCard.parameters });
  expect(await list()).toMatchObject([{ parameters: { faces: anyCard.parameters.faces } }]);
  for (let turn = 0; turn < 3; turn++) {
    await playBy(ayu);
    await world.drain();
    expect((await read()).decisions).toMatchObject([{ seat: 0 }]);
  }
  const { items } = (await world.call('GET', `${path}/events`, budi)).body;
  const marks = items.flatMap(({ standingOrder }: { standingOrder?: string }) => standingOrder ?? []);
  expect(marks).toEqual(['play-in-order', 'play-in-order', 'play-in-order']);
  expect(await list()).toHaveLength(1);
});

test('72 a move by hand meets an order: what the server did stands, and the same move gets its answer, not a refusal', async () => {
  await start('district-noir');
  await put(budi, [anyCard]);
  await playBy(ayu);
  const [open] = (await read(budi)).decisions;
  await world.drain();
  const { items } = (await world.call('GET', `${path}/events?after=${(await versionNow()) - 1}`, budi)).body;
  const { card } = items[0].events[0];
  const isSame = ({ type, card: other }: { type: string; card?: string }) =>
    type === 'play' && other === card;
  const same = await move(budi, open.id, open.legalMoves.find(isSame));
  expect([same.status, same.headers.get('Idempotent-Replayed')]).toEqual([201, 'true']);
  const another = await move(
    budi,
    open.id,
    open.legalMoves.find((legal: { type: string }) => !isSame(legal)),
  );
  expect([another.status, another.body.code]).toEqual([409, 'decision-closed']);
});
