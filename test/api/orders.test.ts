/** Standing orders over the API (issue 4.5, design §5). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { faces } from '../../domain/games/district-noir/cards.ts';
import { consumeWritten } from '../../functions/stream/written.ts';
import { withDataFolder } from '../support/folder.ts';
import { type Inhabitant, openWorld, type World, type WorldAnswer } from '../support/world.ts';

let world: World;
let ayu: Inhabitant;
let budi: Inhabitant;
let path: string;
let matches = 0;
beforeAll(async () => {
  world = await openWorld();
  ayu = await world.settle('Ayu');
  budi = await world.settle('Budi');
});
afterAll(() => world.stop());

/** A match of District Noir in which Ayu is awaited first, and every turn offers to play a card. */
beforeEach(async () => {
  matches += 1;
  const settings = { game: 'district-noir', options: { firstSeat: 0 }, clock };
  const key = { 'Idempotency-Key': `match-${matches}` };
  const { body } = await world.call('POST', '/v1/matches', ayu, settings, key);
  path = `/v1/matches/${body.id}`;
  await world.call('POST', `${path}/join`, budi, {});
});

const clock = { kind: 'per-move', allowance: 'P2D' };
const anyCard = { template: 'play-in-order', parameters: { faces: [...faces] } };

const put = (by: Inhabitant, items: readonly unknown[]): Promise<WorldAnswer> =>
  world.call('PUT', `${path}/standing-orders`, by, { items });
const list = (by: Inhabitant): Promise<WorldAnswer> => world.call('GET', `${path}/standing-orders`, by);
const read = async (by?: Inhabitant) => (await world.call('GET', path, by)).body;
const log = async (by?: Inhabitant) => (await world.call('GET', `${path}/events`, by)).body.items;
const turnsTold = async (by: Inhabitant): Promise<number> => {
  const { body } = await world.call('GET', '/v1/inbox?limit=100', by);
  return body.items.filter(
    (notice: WorldAnswer['body']) => notice.type === 'turn.started' && path.endsWith(notice.data.matchId),
  ).length;
};
/** Plays the first listed move of the player who is awaited. */
const playBy = async (by: Inhabitant): Promise<WorldAnswer> => {
  const { decisions } = await read(by);
  const [{ id, legalMoves }] = decisions;
  return world.call('POST', `${path}/moves`, by, { decision: id, move: legalMoves[0] });
};
const ordersOf = async (by?: Inhabitant): Promise<readonly string[]> =>
  (await log(by)).flatMap(({ standingOrder }: { standingOrder?: string }) => standingOrder ?? []);

describe('are kept', () => {
  const fullRow = { template: 'take-when-row-is-full', parameters: { atLeast: 6 } };

  test('in their order, with defaults filled in, and read again as they were written', async () => {
    const written = await put(budi, [fullRow, { template: 'take-when-it-pays' }]);
    expect(written.status).toBe(200);
    expect(written.body.items).toMatchObject([
      { ...fullRow, decision: 'turn', title: 'Take when the row is full' },
      { template: 'take-when-it-pays', parameters: { atLeast: 5 } },
    ]);
    expect((await list(budi)).body).toEqual(written.body);
    expect((await put(budi, [fullRow, { template: 'take-when-it-pays' }])).body).toEqual(written.body);
  });

  test('one by one: a new one comes last, a known one is changed in its place, a deleted one is gone', async () => {
    const one = (template: string) => `${path}/standing-orders/${template}`;
    await world.call('PUT', one('take-when-row-is-full'), budi, { parameters: { atLeast: 6 } });
    await world.call('PUT', one('take-when-it-pays'), budi, {});
    const changed = await world.call('PUT', one('take-when-row-is-full'), budi, {
      parameters: { atLeast: 7 },
    });
    expect(changed.body.items.map(({ parameters }: typeof fullRow) => parameters.atLeast)).toEqual([7, 5]);
    expect((await world.call('DELETE', one('take-when-row-is-full'), budi)).status).toBe(204);
    expect((await world.call('DELETE', one('take-when-row-is-full'), budi)).status).toBe(204);
    expect((await list(budi)).body.items).toHaveLength(1);
    expect((await world.call('DELETE', `${path}/standing-orders`, budi)).status).toBe(204);
    expect((await list(budi)).body.items).toEqual([]);
  });

  test('of several changes at once none is lost', async () => {
    const templates = ['take-when-row-is-full', 'take-when-it-pays', 'play-in-order'];
    await Promise.all(
      templates.map((template) => world.call('PUT', `${path}/standing-orders/${template}`, budi, {})),
    );
    const { items } = (await list(budi)).body;
    expect(items.map(({ template }: typeof fullRow) => template).sort()).toEqual([...templates].sort());
  });

  test('for their owner alone: the other player sees neither them nor that there are any', async () => {
    const before = [await list(ayu), await world.call('GET', path, ayu)].map(({ text }) => text);
    await put(budi, [fullRow]);
    expect([await list(ayu), await world.call('GET', path, ayu)].map(({ text }) => text)).toEqual(before);
  });

  test('not for a stranger, without a token, of another game, twice, or with other parameters', async () => {
    const stranger = await world.settle(`Citra ${matches}`);
    const refused: readonly (readonly [string, WorldAnswer])[] = [
      ['forbidden', await put(stranger, [])],
      ['forbidden', await list(stranger)],
      ['unauthenticated', await world.call('GET', `${path}/standing-orders`)],
      ['validation-failed', await put(ayu, [{ template: 'always-allow' }])],
      ['validation-failed', await put(ayu, [fullRow, fullRow])],
      ['validation-failed', await put(ayu, [{ ...fullRow, parameters: { atLeast: 0 } }])],
      ['validation-failed', await put(ayu, [{ ...fullRow, parameters: { atLeast: 6, extra: 1 } }])],
      ['not-found', await world.call('PUT', `${path}/standing-orders/always-allow`, ayu, {})],
      ['not-found', await world.call('GET', '/v1/matches/mat_x/standing-orders', ayu)],
    ];
    expect(refused.map(([, { body }]) => body.code)).toEqual(refused.map(([code]) => code));
    expect(refused[5]?.[1].body.errors[0].pointer).toBe('/items/0/parameters/atLeast');
    expect((await list(ayu)).body.items).toEqual([]);
  });

  test('no longer once the match is over', async () => {
    await world.call('POST', `${path}/resign`, ayu);
    expect((await put(budi, [fullRow])).body.code).toBe('match-over');
  });

  test('for the seat of whoever gave them: the next holder of the seat has none', async () => {
    const { body } = await world.call('POST', '/v1/matches', ayu, { game: 'dandelions', seats: 3 });
    path = `/v1/matches/${body.id}`;
    const dewi = await world.settle(`Dewi ${matches}`);
    await world.call('POST', `${path}/join`, budi, {});
    expect((await put(budi, [{ template: 'always-keep' }])).status).toBe(200);
    await world.call('POST', `${path}/leave`, budi);
    await world.call('POST', `${path}/join`, dewi, {});
    expect((await list(dewi)).body.items).toEqual([]);
    expect((await put(dewi, [{ template: 'always-reroll' }])).body.items).toHaveLength(1);
  });
});

describe('are played', () => {
  test('as a move of the seat, by the consumer; the owner is not told, and alone sees which order it was', async () => {
    await put(budi, [anyCard]);
    await world.drain();
    const [aTurns, bTurns] = [await turnsTold(ayu), await turnsTold(budi)];
    expect((await playBy(ayu)).status).toBe(201);
    const { version } = await read();
    await world.drain();
    expect(await read()).toMatchObject({ version: version + 1, decisions: [{ seat: 0 }] });
    expect((await log(budi)).at(-1)).toMatchObject({ events: [{ actor: { seat: 1 } }] });
    expect(await ordersOf(budi)).toEqual(['play-in-order']);
    expect([await ordersOf(ayu), await ordersOf()]).toEqual([[], []]);
    expect([await turnsTold(ayu), await turnsTold(budi)]).toEqual([aTurns + 1, bTurns]);
  });

  test('at once when they are given while the decision is open', async () => {
    await playBy(ayu);
    await world.drain();
    const { version } = await read();
    await put(budi, [anyCard]);
    await world.drain();
    expect(await read()).toMatchObject({ version: version + 1, decisions: [{ seat: 0 }] });
  });

  test('for the decisions they were given for alone: where an order has no answer, the owner is told as ever', async () => {
    await put(budi, [{ template: 'take-when-row-is-full', parameters: { atLeast: 20 } }]);
    await playBy(ayu);
    await world.drain();
    expect((await read()).decisions).toMatchObject([{ seat: 1 }]);
    expect(await turnsTold(budi)).toBe(1);
  });

  test('no more after they were deleted', async () => {
    await put(budi, [anyCard]);
    await world.call('DELETE', `${path}/standing-orders`, budi);
    await playBy(ayu);
    await world.drain();
    expect((await read()).decisions).toMatchObject([{ seat: 1 }]);
    expect(await turnsTold(budi)).toBe(1);
  });

  test('once, whoever comes first: the owner, the order, or the consumer a second time', async () => {
    await put(budi, [anyCard]);
    await playBy(ayu);
    const { version, decisions } = await read(budi);
    const again = [...world.waiting];
    const [answer] = await Promise.all([
      world.call('POST', `${path}/moves`, budi, {
        decision: decisions[0].id,
        move: decisions[0].legalMoves[0],
      }),
      ...again.map((written) => consumeWritten(world.deps, written)),
    ]);
    expect([201, 409]).toContain(answer.status);
    for (const written of again) await consumeWritten(world.deps, written);
    await world.drain();
    expect((await read()).version).toBe(version + 1);
  });

  test('after the deadline no more', async () => {
    await playBy(ayu);
    await world.drain();
    const { version } = await read();
    world.advance(2 * 86_400_000 + 1);
    await put(budi, [anyCard]);
    await world.drain();
    expect((await read()).version).toBe(version);
  });

  test('against each other until the rules end it, one commit for each answer', async () => {
    await put(ayu, [anyCard, { template: 'take-when-row-is-full', parameters: { atLeast: 1 } }]);
    await put(budi, [anyCard, { template: 'take-when-row-is-full', parameters: { atLeast: 1 } }]);
    await world.drain();
    const match = await read();
    expect(match.status).toBe('finished');
    const answered = (await log(ayu)).filter(
      ({ standingOrder }: { standingOrder?: string }) => standingOrder,
    );
    expect(answered.length).toBeGreaterThan(3);
    expect(match.version).toBeLessThan(60);
  });
});

describe('after a crash', () => {
  test('between a commit and the order that answers it, the commit consumed again plays it and tells nobody', async () => {
    await put(budi, [anyCard]);
    await playBy(ayu);
    const lost = world.waiting.splice(0);
    const { version } = await read();
    for (const written of lost) await consumeWritten(world.deps, written);
    expect((await read()).version).toBe(version + 1);
    world.waiting.splice(0);
    for (const written of lost.toReversed()) await consumeWritten(world.deps, written);
    expect(await turnsTold(budi)).toBe(0);
    expect((await read()).version).toBe(version + 1);
  });

  test('a turn that an order answered stays untold, also where the orders are gone when it is consumed again', async () => {
    await put(budi, [anyCard]);
    await playBy(ayu);
    const commits = [...world.waiting];
    await world.drain();
    await world.call('DELETE', `${path}/standing-orders`, budi);
    for (const written of commits) await consumeWritten(world.deps, written);
    expect(await turnsTold(budi)).toBe(0);
  });

  test('where word of new orders is lost, the sweeper plays them when it next looks at the match', async () => {
    await playBy(ayu);
    await world.drain();
    const { version } = await read();
    await put(budi, [anyCard]);
    world.waiting.splice(0);
    world.advance(86_400_000);
    await world.sweep();
    await world.drain();
    expect((await read()).version).toBe(version + 1);
  });

  test('the start of the local runner plays orders that nobody had heard of', () =>
    withDataFolder(async ({ run, alone }) => {
      const { match, first } = await run(async (client) => {
        const holders = [await client.register('Citra'), await client.register('Dewi')] as const;
        const started = await client.startMatch(holders, { options: { firstSeat: 0 } });
        return { match: started, first: holders[0] };
      });
      await alone(async ({ orders }) => {
        const row = { matchId: match, seat: 0, player: first.id, orders: [anyCard], revision: 1 };
        expect(await orders.write(row)).toBe(true);
      });
      const { body } = await run(async (client) => {
        await expect
          .poll(async () => (await client.call('GET', `/v1/matches/${match}`)).body.decisions[0].seat)
          .toBe(1);
        return client.call('GET', `/v1/matches/${match}/events`, first);
      });
      expect(body.items.at(-1).standingOrder).toBe('play-in-order');
    }));
});
