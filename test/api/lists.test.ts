import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, openApi, type TestApi, type TestPlayer } from '../support/client.ts';

let api: TestApi;
let ayu: TestPlayer;
let budi: TestPlayer;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  [ayu, budi] = await Promise.all([api.register('Ayu'), api.register('Budi')]);
});

type Item = Answer['body'];
const page = async (by: TestPlayer, query: string): Promise<{ items: readonly Item[]; nextCursor: string }> =>
  (await api.call('GET', `/v1/matches?${query}`, by)).body;
const idsOf = (items: readonly Item[]): readonly string[] => items.map(({ id }) => id);
const list = async (by: TestPlayer, query = ''): Promise<readonly string[]> =>
  idsOf((await page(by, query)).items);

/** A started match in which Ayu (seat 0) begins, with this much time. */
const withAllowance = (allowance: string, firstSeat = 0): Promise<string> =>
  api.startMatch([ayu, budi], { clock: { kind: 'per-move', allowance }, options: { firstSeat } });

describe('my matches', () => {
  test('come most urgent first: my turns by deadline, those without one, invitations, then the others', async () => {
    const theirs = await withAllowance('PT1H', 1);
    const unclocked = await api.startMatch([ayu, budi], { options: { firstSeat: 0 } });
    const slow = await withAllowance('P3D');
    const { body: invited } = await api.call('POST', '/v1/matches', budi, {
      game: 'conquian',
      invited: [ayu.id],
    });
    const fast = await withAllowance('PT1H');
    expect(await list(ayu)).toEqual([fast, slow, unclocked, invited.id, theirs]);
    expect(await list(ayu, 'awaiting=me')).toEqual([fast, slow, unclocked]);
    expect(await list(ayu, 'state=open')).toEqual([invited.id]);
    expect(await list(ayu, 'state=active&game=conquian')).toEqual([]);
  });

  test('say what is awaited, of whom and until when', async () => {
    const id = await withAllowance('P3D');
    const { items } = await page(budi, '');
    const { body: match } = await api.call('GET', `/v1/matches/${id}`, budi);
    const { seat, kind, deadlineAt, id: decision } = match.decisions[0];
    expect(deadlineAt).toMatch(/Z$/);
    expect(items[0]).toMatchObject({
      id,
      yourSeat: 1,
      isYourTurn: false,
      isInvited: false,
      decisions: [{ id: decision, seat, kind, deadlineAt }],
    });
  });

  test('no longer say that it is my turn once my move was accepted', async () => {
    const id = await withAllowance('P3D');
    for (let made = 0; made < 10; made++) {
      const { body } = await api.call('GET', `/v1/matches/${id}`, ayu);
      const { seat } = body.decisions[0];
      const by = seat === 0 ? ayu : budi;
      await api.play(id, [ayu, budi], 1);
      const { items } = await page(by, '');
      const { body: after } = await api.call('GET', `/v1/matches/${id}`, by);
      expect(items[0].version).toBe(after.version);
      expect(items[0].isYourTurn).toBe(after.decisions.some((open: { seat: number }) => open.seat === seat));
    }
  });

  test('are each on one page, whatever is played between two pages', async () => {
    const matches: string[] = [];
    for (let made = 0; made < 6; made++) matches.push(await withAllowance(`P${made + 1}D`, made % 2));
    const first = await page(ayu, 'limit=2');
    for (const id of matches) await api.play(id, [ayu, budi], 1);
    const second = await page(ayu, `limit=2&cursor=${first.nextCursor}`);
    for (const id of matches) await api.play(id, [ayu, budi], 1);
    const third = await page(ayu, `limit=2&cursor=${second.nextCursor}`);
    const seen = [first, second, third].flatMap(({ items }) => idsOf(items));
    expect(seen.toSorted()).toEqual(matches.toSorted());
    expect(third.nextCursor).toBeNull();
  });

  test('cursors are of one list and one player', async () => {
    for (let made = 0; made < 2; made++) await withAllowance('P1D');
    const { nextCursor } = await page(ayu, 'limit=1');
    for (const [by, query] of [
      [budi, 'limit=1'],
      [ayu, 'limit=1&awaiting=me'],
    ] as const) {
      const answer = await api.call('GET', `/v1/matches?${query}&cursor=${nextCursor}`, by);
      expect([answer.status, answer.body.code]).toEqual([400, 'malformed-request']);
    }
  });
});

describe('finished matches', () => {
  test('come newest first, page by page, and those that end meanwhile move nothing', async () => {
    const matches: string[] = [];
    for (let made = 0; made < 5; made++) matches.push(await api.startMatch([ayu, budi]));
    for (const id of matches.slice(0, 4)) await api.call('POST', `/v1/matches/${id}/resign`, ayu);
    const first = await page(budi, 'state=finished&limit=2');
    await api.call('POST', `/v1/matches/${matches[4]}/resign`, budi);
    const second = await page(budi, `state=finished&limit=2&cursor=${first.nextCursor}`);
    expect([first, second].flatMap(({ items }) => idsOf(items))).toEqual(matches.slice(0, 4).reverse());
    expect(second.nextCursor).toBeNull();
    expect(await list(budi, 'state=finished')).toEqual(matches.toReversed());
    expect(await list(budi)).toEqual([]);
  });

  test('hold those that were called off, with their status', async () => {
    const id = await api.startMatch([ayu, budi]);
    for (const by of [ayu, budi]) await api.call('POST', `/v1/matches/${id}/cancel`, by);
    await expect
      .poll(async () => (await page(ayu, 'state=finished')).items.map((item) => [item.id, item.status]))
      .toEqual([[id, 'cancelled']]);
  });
});

test('the lobby holds matches that anyone may join, not those whose free seats are kept', async () => {
  const create = async (settings: object) =>
    (await api.call('POST', '/v1/matches', ayu, { game: 'dandelions', ...settings })).body.id;
  const open = await create({});
  const partly = await create({ seats: 3, invited: [budi.id] });
  const direct = await create({ invited: [budi.id] });
  const unlisted = await create({ visibility: 'unlisted' });
  const lobby = async () => idsOf((await api.call('GET', '/v1/lobby?game=dandelions&limit=100')).body.items);
  expect(await lobby()).toEqual(expect.arrayContaining([open, partly]));
  for (const id of [direct, unlisted]) expect(await lobby()).not.toContain(id);
  const citra = await api.register('Citra');
  await api.call('POST', `/v1/matches/${partly}/join`, citra, {});
  expect(await lobby()).not.toContain(partly);
});
