import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, openApi, type TestApi, type TestPlayer } from '../support/client.ts';

let api: TestApi;
let ayu: TestPlayer;
let budi: TestPlayer;
let citra: TestPlayer;
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  [ayu, budi, citra] = await Promise.all([api.register('Ayu'), api.register('Budi'), api.register('Citra')]);
});

const block = (by: TestPlayer, other: string): Promise<Answer> =>
  api.call('PUT', `/v1/me/blocks/${other}`, by);
const unblock = (by: TestPlayer, other: string): Promise<Answer> =>
  api.call('DELETE', `/v1/me/blocks/${other}`, by);
const blocks = async (by: TestPlayer): Promise<readonly unknown[]> =>
  (await api.call('GET', '/v1/me/blocks', by)).body.items;
const create = (by: TestPlayer, settings: object = {}): Promise<Answer> =>
  api.call('POST', '/v1/matches', by, { game: 'district-noir', ...settings });
const join = (by: TestPlayer, match: string): Promise<Answer> =>
  api.call('POST', `/v1/matches/${match}/join`, by, {});

test('players are blocked, listed by name and unblocked; doing it again changes nothing', async () => {
  expect((await block(ayu, budi.id)).status).toBe(204);
  expect((await block(ayu, budi.id)).status).toBe(204);
  expect(await blocks(ayu)).toEqual([{ playerId: budi.id, name: 'Budi' }]);
  expect(await blocks(budi)).toEqual([]);
  expect((await unblock(ayu, budi.id)).status).toBe(204);
  expect((await unblock(ayu, budi.id)).status).toBe(204);
  expect(await blocks(ayu)).toEqual([]);
});

test('nobody is blocked who is not there, nor oneself', async () => {
  for (const other of ['nonsense', 'plr_00000000000000000000000000', 'a%2Fb']) {
    expect((await block(ayu, other)).body.code).toBe('not-found');
  }
  expect((await block(ayu, ayu.id)).body.code).toBe('forbidden');
  expect((await unblock(ayu, 'nonsense')).body.code).toBe('not-found');
  expect((await api.call('GET', '/v1/me/blocks')).body.code).toBe('unauthenticated');
});

test('a blocked player can join no match of mine, and is not told why', async () => {
  await block(ayu, budi.id);
  const { body } = await create(ayu);
  const refused = await join(budi, body.id);
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  expect(JSON.stringify(refused.body)).not.toMatch(/block/i);
  expect((await join(citra, body.id)).status).toBe(200);
});

test('nor can I join theirs, and I am told that it is my own doing', async () => {
  await block(ayu, budi.id);
  const { body } = await create(budi);
  expect((await join(ayu, body.id)).body.detail).toMatch(/You have blocked/);
  await unblock(ayu, budi.id);
  expect((await join(ayu, body.id)).status).toBe(200);
});

test('a blocked player can not invite me: the answer is the one for a player who does not exist', async () => {
  await block(ayu, budi.id);
  const refused = await create(budi, { invited: [ayu.id] });
  const unknown = await create(budi, { invited: ['plr_00000000000000000000000000'] });
  expect([refused.status, refused.body]).toEqual([422, unknown.body]);
  const mine = await create(ayu, { invited: [budi.id] });
  expect(mine.body.errors).toEqual([{ pointer: '/invited/0', detail: 'you have blocked this player' }]);
});

test('an invitation that came before the block is left out of my list', async () => {
  const { body } = await create(budi, { invited: [ayu.id] });
  const mine = async () => (await api.call('GET', '/v1/matches', ayu)).body.items;
  expect((await mine()).map(({ id }: { id: string }) => id)).toEqual([body.id]);
  await block(ayu, budi.id);
  expect(await mine()).toEqual([]);
});

test('a match that is being played goes on, without the messages of the blocked player', async () => {
  const id = await api.startMatch([ayu, budi]);
  const path = `/v1/matches/${id}/messages`;
  await block(ayu, budi.id);
  expect(await api.play(id, [ayu, budi], 2)).toBe(2);
  expect((await join(budi, id)).status).toBe(200);

  const unheard = await api.call('POST', path, budi, { text: 'unheard' });
  expect(unheard.status).toBe(201);
  const answer = await api.call('POST', path, ayu, { text: 'I do not hear you' });
  const texts = async (by: TestPlayer) =>
    (await api.call('GET', path, by)).body.items.map(({ text }: { text: string }) => text);
  expect(await texts(ayu)).toEqual(['I do not hear you']);
  expect(await texts(budi)).toEqual(['I do not hear you', 'unheard']);

  const told = async (by: TestPlayer) =>
    (await api.inbox(by)).filter(({ type }) => type === 'match.message').map(({ data }) => data.message);
  await expect.poll(() => told(budi)).toEqual([answer.body.id]);
  expect(await told(ayu)).toEqual([]);
});

test('there is no rematch with a blocked player', async () => {
  const id = await api.startMatch([ayu, budi]);
  await api.call('POST', `/v1/matches/${id}/resign`, ayu);
  await block(ayu, budi.id);
  for (const by of [ayu, budi]) {
    expect((await api.call('POST', `/v1/matches/${id}/rematch`, by)).body.code).toBe('forbidden');
  }
});

test('the matches of a blocked player are left out of my lobby, and of nobody else’s', async () => {
  const { body } = await create(budi);
  const lobby = async (by?: TestPlayer) =>
    (await api.call('GET', '/v1/lobby?limit=100', by)).body.items.map(({ id }: { id: string }) => id);
  expect(await lobby(ayu)).toContain(body.id);
  await block(ayu, budi.id);
  expect(await lobby(ayu)).not.toContain(body.id);
  for (const by of [citra, undefined]) expect(await lobby(by)).toContain(body.id);
});

test('a repeat of the request that created a match gets it again, also once the invited player has blocked me', async () => {
  const request = { game: 'district-noir', invited: [budi.id] };
  const key = { 'Idempotency-Key': 'once' };
  const first = await api.call('POST', '/v1/matches', ayu, request, key);
  await block(budi, ayu.id);
  const again = await api.call('POST', '/v1/matches', ayu, request, key);
  expect([again.status, again.body]).toEqual([201, first.body]);
  const other = await api.call('POST', '/v1/matches', ayu, { game: 'district-noir' }, key);
  expect(other.body.code).toBe('idempotency-key-reused');
});
