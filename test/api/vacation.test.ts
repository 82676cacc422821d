/** Vacations over the API: allowance, matches, crashes (issue 4.2, design §5). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../functions/shared/store/match-log.ts';
import { consumeWritten } from '../../functions/stream/written.ts';
import { withDataFolder } from '../support/folder.ts';
import { type Inhabitant, openWorld, type World, type WorldAnswer } from '../support/world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const graceMs = 36_000;

/** What the tests put between the functions and the store. */
let appendsLeft = Number.POSITIVE_INFINITY;
let afterVacationRead: (() => Promise<void>) | undefined;

let world: World;
let ayu: Inhabitant;
let budi: Inhabitant;
let players = 0;
beforeAll(async () => {
  world = await openWorld((store) => ({
    ...store,
    log: {
      ...store.log,
      append: async (commit) => {
        if (appendsLeft-- <= 0) throw new StoreUnavailable('killed');
        return store.log.append(commit);
      },
    },
    accounts: {
      ...store.accounts,
      readVacation: async (player) => {
        const vacation = await store.accounts.readVacation(player);
        const then = afterVacationRead;
        afterVacationRead = undefined;
        await then?.();
        return vacation;
      },
    },
  }));
});
afterAll(() => world.stop());
beforeEach(async () => {
  appendsLeft = Number.POSITIVE_INFINITY;
  afterVacationRead = undefined;
  players += 1;
  ayu = await world.settle(`Ayu ${players}`);
  budi = await world.settle(`Budi ${players}`);
});

const clock = { kind: 'per-move', allowance: 'P4D' };

/** An open match of Ayu's, in which Ayu is awaited first. */
const create = async (settings: object = {}): Promise<string> => {
  const body = { game: 'district-noir', options: { firstSeat: 0 }, clock, ...settings };
  const created = await world.call('POST', '/v1/matches', ayu, body);
  expect(created.status).toBe(201);
  return `/v1/matches/${created.body.id}`;
};
const joinIn = (path: string): Promise<WorldAnswer> => world.call('POST', `${path}/join`, budi, {});
const start = async (settings: object = {}): Promise<string> => {
  const path = await create(settings);
  await joinIn(path);
  await world.drain();
  return path;
};

const iso = (at: number): string => new Date(at).toISOString();
const go = (until?: number): Promise<WorldAnswer> =>
  world.call('PUT', '/v1/me/vacation', ayu, until === undefined ? {} : { until: iso(until) });
const comeBack = (): Promise<WorldAnswer> => world.call('DELETE', '/v1/me/vacation', ayu);
const vacation = async () => (await world.call('GET', '/v1/me/vacation', ayu)).body;
const read = async (path: string) => (await world.call('GET', path, budi)).body;
const deadlineOf = async (path: string): Promise<number> =>
  Date.parse((await read(path)).decisions[0].deadlineAt);
const pausesIn = async (path: string): Promise<readonly { until: string }[]> => {
  const { body } = await world.call('GET', `${path}/events`, budi);
  return body.items.flatMap(({ events }: WorldAnswer['body']) =>
    events.filter(({ type }: { type: string }) => type === 'match.paused'),
  );
};
const inDays = (days: number): string => `PT${(days * dayMs) / 1_000}S`;

describe('a vacation', () => {
  test('stops the clock of its player and no other, from the instant of the request, and everyone sees it', async () => {
    const path = await start();
    const deadline = await deadlineOf(path);
    world.advance(dayMs);
    const from = world.now();
    const answer = await go(from + 10 * dayMs);
    expect(answer.body).toMatchObject({ current: { from: iso(from), until: iso(from + 10 * dayMs) } });
    world.advance(hourMs);
    await world.drain();
    expect(await deadlineOf(path)).toBe(deadline + 10 * dayMs);
    const { seats } = await read(path);
    expect(seats[0].vacations).toEqual([{ from: iso(from), until: iso(from + 10 * dayMs) }]);
    expect(seats[1].vacations).toEqual([]);
    expect((await world.call('GET', `${path}/events`)).body.items.at(-1).events[0]).toMatchObject({
      type: 'match.paused',
      actor: { system: 'vacation' },
      seat: 0,
    });
  });

  test('that ends early leaves the time that was left, and gives back what was not used', async () => {
    const path = await start();
    const deadline = await deadlineOf(path);
    world.advance(dayMs);
    await go(world.now() + 10 * dayMs);
    await world.drain();
    expect((await vacation()).left).toBe(inDays(20));
    world.advance(2 * dayMs);
    expect((await comeBack()).status).toBe(204);
    expect((await comeBack()).status).toBe(204);
    await world.drain();
    expect(await deadlineOf(path)).toBe(deadline + 2 * dayMs);
    expect(await vacation()).toEqual({ current: null, allowance: inDays(30), left: inDays(28) });
  });

  test('gets another end by another request, and the same request again changes nothing', async () => {
    const path = await start();
    const deadline = await deadlineOf(path);
    const from = world.now();
    await go(from + 10 * dayMs);
    await world.drain();
    world.advance(dayMs);
    await go(from + 3 * dayMs);
    const again = await go(from + 3 * dayMs);
    expect(again.body).toMatchObject({ current: { from: iso(from) }, left: inDays(27) });
    await world.drain();
    expect(await deadlineOf(path)).toBe(deadline + 3 * dayMs);
    expect(await pausesIn(path)).toHaveLength(2);
  });

  test('does not pause a match that disallows it, and the match says so before one joins', async () => {
    const path = await create({ pauses: false });
    expect((await world.call('GET', path)).body.pauses).toBe(false);
    const lobby = (await world.call('GET', '/v1/lobby?game=district-noir')).body.items;
    expect(lobby.find(({ id }: { id: string }) => path.endsWith(id))).toMatchObject({
      pauses: false,
      weekendPause: false,
    });
    await joinIn(path);
    await world.drain();
    const deadline = await deadlineOf(path);
    await go();
    await world.drain();
    expect(await deadlineOf(path)).toBe(deadline);
    world.advance(4 * dayMs + graceMs);
    expect(await read(path)).toMatchObject({ status: 'finished', outcome: { winners: [1] } });
  });

  test('is the own affair of whoever has the token, with an end that lies ahead', async () => {
    expect((await world.call('GET', '/v1/me/vacation')).body.code).toBe('unauthenticated');
    expect((await go(world.now())).body).toMatchObject({
      code: 'validation-failed',
      errors: [{ pointer: '/until' }],
    });
    const odd = await world.call('PUT', '/v1/me/vacation', ayu, { days: 3 });
    expect(odd.body.code).toBe('validation-failed');
    expect(await vacation()).toEqual({ current: null, allowance: inDays(30), left: inDays(30) });
  });
});

describe('the allowance', () => {
  const untilNextYear = (): number =>
    Date.UTC(new Date(world.now()).getUTCFullYear() + 1, 0, 1) - world.now();

  test('that is used up ends the vacation by itself: the clock runs on, and nothing is left until the next year', async () => {
    world.advance(untilNextYear() + 31 * dayMs);
    const path = await start();
    const deadline = await deadlineOf(path);
    const { body } = await go();
    expect(body).toMatchObject({ current: { until: iso(world.now() + 30 * dayMs) }, left: inDays(0) });
    await world.drain();
    expect(await deadlineOf(path)).toBe(deadline + 30 * dayMs);
    world.advance(30 * dayMs);
    expect(await vacation()).toMatchObject({ current: null, left: inDays(0) });
    expect((await go()).body.code).toBe('limit-reached');
    world.advance(deadline + 30 * dayMs - world.now() + graceMs);
    expect((await read(path)).status).toBe('finished');
    world.advance(untilNextYear());
    expect(await vacation()).toMatchObject({ left: inDays(30) });
    expect((await go(world.now() + dayMs)).body).toMatchObject({ left: inDays(29) });
  });
});

describe('a match', () => {
  test('that starts during a vacation knows of it', async () => {
    const path = await create();
    await go(world.now() + 5 * dayMs);
    await world.drain();
    const startedAt = world.now();
    await joinIn(path);
    expect(await deadlineOf(path)).toBe(startedAt + 9 * dayMs);
  });

  test('that starts while a vacation begins is paused: whoever started it read the row before it was written', async () => {
    const path = await create();
    await world.drain();
    afterVacationRead = async () => {
      await go(world.now() + 5 * dayMs);
      await world.drain();
    };
    await joinIn(path);
    expect(afterVacationRead).toBeUndefined();
    expect(await pausesIn(path)).toHaveLength(0);
    await world.drain();
    expect(await pausesIn(path)).toHaveLength(1);
    expect(await deadlineOf(path)).toBe(world.now() + 9 * dayMs);
  });

  test('that has not heard of a vacation times nobody out who is on it', async () => {
    const path = await start();
    const deadline = await deadlineOf(path);
    world.advance(deadline - world.now() - 1);
    await go(world.now() + dayMs);
    world.waiting.splice(0);
    world.advance(graceMs + hourMs);
    const match = await read(path);
    expect(match.status).toBe('active');
    expect(Date.parse(match.decisions[0].deadlineAt)).toBe(deadline + dayMs);
  });

  test('that has not heard of a vacation refuses no move as late which comes during it', async () => {
    const path = await start();
    const deadline = await deadlineOf(path);
    const { decisions } = (await world.call('GET', path, ayu)).body;
    world.advance(deadline - world.now() - 1);
    await go(world.now() + dayMs);
    world.waiting.splice(0);
    world.advance(hourMs / 120);
    const move = { decision: decisions[0].id, move: decisions[0].legalMoves[0] };
    expect((await world.call('POST', `${path}/moves`, ayu, move)).status).toBe(201);
  });

  test('that has not heard of a vacation reminds nobody who is on it', async () => {
    const path = await start();
    world.advance(dayMs);
    await go(world.now() + 10 * dayMs);
    world.waiting.splice(0);
    world.advance(dayMs + hourMs);
    await world.sweep();
    expect(await pausesIn(path)).toHaveLength(1);
    const { body } = await world.call('GET', '/v1/inbox', ayu);
    expect(body.items.filter(({ type }: { type: string }) => type === 'turn.reminder')).toEqual([]);
  });
});

describe('telling the matches', () => {
  test('that was killed after 3 of 10 is complete once it is done again, each told once', async () => {
    const paths = await Promise.all(Array.from({ length: 10 }, () => create()));
    for (const path of paths) await joinIn(path);
    await world.drain();
    await go(world.now() + 5 * dayMs);
    const words = world.waiting.splice(0);
    appendsLeft = 3;
    for (const word of words) await expect(consumeWritten(world.deps, word)).rejects.toThrow('killed');
    appendsLeft = Number.POSITIVE_INFINITY;
    const told = async () => (await Promise.all(paths.map(pausesIn))).map(({ length }) => length);
    expect((await told()).filter((count) => count === 1)).toHaveLength(3);
    await Promise.all([...words, ...words].map((word) => consumeWritten(world.deps, word)));
    expect(await told()).toEqual(paths.map(() => 1));
  });

  test('in any order ends with what the row says', async () => {
    const path = await start();
    const deadline = await deadlineOf(path);
    await go(world.now() + 9 * dayMs);
    world.advance(dayMs);
    await comeBack();
    world.advance(hourMs);
    await go(world.now() + 2 * dayMs);
    const words = world.waiting.splice(0);
    for (const word of [...words.toReversed(), ...words]) await consumeWritten(world.deps, word);
    expect(await deadlineOf(path)).toBe(deadline + 3 * dayMs);
    expect(await pausesIn(path)).toHaveLength(2);
  });

  test('is mended by the start of the local runner after a crash', () =>
    withDataFolder(async ({ run, alone }) => {
      const { match, citra, dewi } = await run(async (client) => {
        const [first, second] = [await client.register('Citra'), await client.register('Dewi')];
        const started = await client.startMatch([first, second], { clock });
        return { match: started, citra: first, dewi: second };
      });
      await alone(async ({ accounts }) => {
        const pauses = [{ from: Date.now(), until: Date.now() + dayMs }];
        const row = { pauses, year: new Date().getUTCFullYear(), allowanceMs: dayMs, revision: 1 };
        expect(await accounts.writeVacation(citra.id, row)).toBe(true);
      });
      const { body } = await run((client) => client.call('GET', `/v1/matches/${match}`, dewi));
      expect(body.seats[0].vacations).toHaveLength(1);
    }));
});

test('a weekend pause is agreed on with the match, and stops every clock on Saturday and Sunday, UTC', async () => {
  const monday = 4;
  const daysToMonday = (monday + 7 - (Math.floor(world.now() / dayMs) % 7)) % 7;
  world.advance(daysToMonday * dayMs);
  const path = await start({ weekendPause: true, clock: { kind: 'per-move', allowance: 'P6D' } });
  expect(await read(path)).toMatchObject({ weekendPause: true });
  expect(await deadlineOf(path)).toBe(world.now() + 8 * dayMs);
});
