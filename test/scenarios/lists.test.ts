/** Scenarios of real complaints (anchors.md, section c) about finding one's matches again. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApi, type TestApi, type TestPlayer } from '../support/client.ts';

let api: TestApi;
let ayu: TestPlayer;
let budi: TestPlayer;
beforeAll(async () => {
  api = await openApi();
  [ayu, budi] = await Promise.all([api.register('Ayu'), api.register('Budi')]);
});
afterAll(() => api.stop());

const listed = async (by: Pick<TestPlayer, 'token'>, query = ''): Promise<readonly string[]> =>
  (await api.call('GET', `/v1/matches?limit=100&${query}`, by)).body.items.map(
    (item: { id: string }) => item.id,
  );

test('82: the match’s link is lost, and the player comes with a new device: the match is in their list', async () => {
  const id = await api.startMatch([ayu, budi], { visibility: 'unlisted' });
  const { body } = await api.call('POST', '/v1/me/tokens', budi, { name: 'phone', scopes: ['matches:read'] });
  expect(await listed({ token: body.token })).toContain(id);
});

test('19, 20: a notice that was lost by every channel: the pending turn is in the list that asks for it, at once', async () => {
  const id = await api.startMatch([ayu, budi]);
  for (let moves = 0; moves < 6; moves++) {
    const { decisions } = (await api.call('GET', `/v1/matches/${id}`)).body;
    const seats: readonly number[] = decisions.map(({ seat }: { seat: number }) => seat);
    for (const [seat, by] of [ayu, budi].entries()) {
      expect((await listed(by, 'awaiting=me')).includes(id)).toBe(seats.includes(seat));
    }
    await api.play(id, [ayu, budi], 1);
  }
});

test('a match that ended is under the finished ones of both, at once, and under no other list', async () => {
  const id = await api.startMatch([ayu, budi]);
  await api.call('POST', `/v1/matches/${id}/resign`, ayu);
  for (const by of [ayu, budi]) {
    expect(await listed(by, 'state=finished')).toContain(id);
    for (const query of ['', 'state=active', 'state=open', 'awaiting=me']) {
      expect(await listed(by, query)).not.toContain(id);
    }
  }
});
