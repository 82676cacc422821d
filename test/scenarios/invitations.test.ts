/** Scenarios of real complaints (anchors.md, section c) about getting a match: invitations, links, the last seat. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Answer, openApi, type TestApi, type TestPlayer } from '../support/client.ts';

let api: TestApi;
let ayu: TestPlayer;
let budi: TestPlayer;
let citra: TestPlayer;
const open = async (): Promise<void> => {
  api = await openApi();
  [ayu, budi, citra] = await Promise.all([api.register('Ayu'), api.register('Budi'), api.register('Citra')]);
};
beforeAll(open);
afterAll(() => api.stop());

let isClockMoved = false;
afterEach(async () => {
  if (!isClockMoved) return;
  isClockMoved = false;
  await api.stop();
  await open();
});

const advance = async (by: string): Promise<void> => {
  isClockMoved = true;
  expect((await api.call('POST', '/sandbox/clock', undefined, { advance: by })).status).toBe(200);
};
const create = async (settings: object): Promise<Answer['body']> =>
  (await api.call('POST', '/v1/matches', ayu, { game: 'district-noir', ...settings })).body;
const join = (by: TestPlayer, id: string, body: object = {}): Promise<Answer> =>
  api.call('POST', `/v1/matches/${id}/join`, by, body);
const decline = (by: TestPlayer, id: string, reason = 'no-time'): Promise<Answer> =>
  api.call('POST', `/v1/matches/${id}/decline`, by, { reason });
const lobby = async (): Promise<readonly string[]> =>
  (await api.call('GET', '/v1/lobby?limit=100')).body.items.map(({ id }: { id: string }) => id);

test('6: three players join at once where one seat is free: one is seated, the others get 409', async () => {
  const dewi = await api.register('Dewi');
  for (let round = 0; round < 5; round++) {
    const { id } = await create({});
    const answers = await Promise.all([budi, citra, dewi].map((by) => join(by, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { body } = await api.call('GET', `/v1/matches/${id}`);
    expect([body.status, body.seats.length]).toEqual(['active', 2]);
  }
});

test('75: a direct challenge never opens to others, however many hours pass, nor when it is declined', async () => {
  for (const visibility of ['public', 'unlisted', 'private']) {
    const { id, you } = await create({ invited: [budi.id], visibility });
    const code = you.joinCode === null ? {} : { joinCode: you.joinCode };
    const refused = async () => {
      expect(await lobby()).not.toContain(id);
      const { status } = await join(citra, id, code);
      expect(status).toBe(visibility === 'private' ? 404 : 403);
    };
    await refused();
    await advance('PT20H');
    await refused();
    expect((await decline(budi, id)).status).toBe(204);
    await refused();
    expect((await join(budi, id, code)).status).toBe(visibility === 'private' ? 404 : 403);
  }
});

test('75: nor does a seat that is kept in a match that has others: they are for everybody, until it is declined', async () => {
  const settings = { game: 'dandelions', seats: 3, invited: [budi.id] };
  const { id } = await create(settings);
  const dewi = await api.register('Dewi');
  expect((await join(citra, id)).status).toBe(200);
  expect((await join(dewi, id)).body.code).toBe('match-full');
  await decline(budi, id);
  expect((await join(dewi, id)).body.status).toBe('active');
});

test('an invited player finds the match on their list, joins without a code, and the list says so', async () => {
  const { id } = await create({ invited: [budi.id], visibility: 'private' });
  const mine = async () => (await api.call('GET', '/v1/matches?state=open', budi)).body.items;
  const listed = (await mine()).find((item: { id: string }) => item.id === id);
  expect(listed).toMatchObject({ isInvited: true, yourSeat: null, isYourTurn: false });
  await expect
    .poll(async () =>
      (await api.inbox(budi)).some(({ type, data }) => type === 'match.invited' && data.matchId === id),
    )
    .toBe(true);
  expect((await join(budi, id)).body.status).toBe('active');
  expect((await mine()).some((item: { id: string }) => item.id === id)).toBe(false);
});

test('a declined invitation leaves the list, its reason reaches the creator alone, and declining again changes nothing', async () => {
  const { id } = await create({ invited: [budi.id], visibility: 'private' });
  const mine = async (): Promise<readonly string[]> =>
    (await api.call('GET', '/v1/matches', budi)).body.items.map((item: { id: string }) => item.id);
  expect((await decline(budi, id, 'other-clock')).status).toBe(204);
  expect((await decline(budi, id, 'other-clock')).headers.get('Idempotent-Replayed')).toBe('true');
  expect(await mine()).not.toContain(id);
  await expect
    .poll(
      async () =>
        (await api.inbox(ayu)).filter(
          ({ type, data }) => type === 'invitation.declined' && data.matchId === id,
        ).length,
    )
    .toBe(1);
  const { items } = (await api.call('GET', `/v1/matches/${id}/events`, ayu)).body;
  expect(JSON.stringify(items)).toContain('other-clock');
  expect((await decline(budi, id, 'because')).body.code).toBe('validation-failed');
});

test('29: whoever shares a link is told when it is accepted', async () => {
  const { id, you } = await create({ visibility: 'unlisted' });
  expect((await join(citra, id)).body.code).toBe('forbidden');
  expect((await join(citra, id, { joinCode: `${you.joinCode}x` })).body.code).toBe('forbidden');
  expect((await api.call('GET', `/v1/matches/${id}`, citra)).body.you.joinCode).toBeNull();
  expect((await join(citra, id, { joinCode: you.joinCode })).body.status).toBe('active');
  const types = async () =>
    (await api.inbox(ayu)).filter(({ data }) => data.matchId === id).map(({ type }) => type);
  await expect.poll(types).toEqual(expect.arrayContaining(['match.joined', 'match.started']));
});

test('an invitation to nobody, to oneself or twice to somebody is refused', async () => {
  const refused = async (invited: readonly string[], more: object = {}) =>
    (await create({ invited, ...more })).code;
  expect(await refused(['plr_00000000000000000000000000'])).toBe('validation-failed');
  expect(await refused([ayu.id])).toBe('validation-failed');
  expect(await refused([budi.id, budi.id], { game: 'dandelions', seats: 3 })).toBe('validation-failed');
  expect(await refused([budi.id, citra.id])).toBe('validation-failed');
  expect(await refused([], { visibility: 'private' })).toBe('validation-failed');
});

test('an invitation whose match expires or is called off leaves the list', async () => {
  const first = await create({ invited: [budi.id] });
  const second = await create({ invited: [budi.id] });
  await api.call('POST', `/v1/matches/${first.id}/cancel`, ayu);
  const mine = async (): Promise<readonly string[]> =>
    (await api.call('GET', '/v1/matches?limit=100', budi)).body.items.map((item: { id: string }) => item.id);
  expect(await mine()).not.toContain(first.id);
  expect(await mine()).toContain(second.id);
  await advance('P15D');
  expect((await api.call('GET', `/v1/matches/${second.id}`)).body.status).toBe('expired');
  expect(await mine()).not.toContain(second.id);
});
