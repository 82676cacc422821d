/** Scenarios of real complaints (anchors.md, section c) about offers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, openApi, type TestApi, type TestPlayer } from '../support/client.ts';

let api: TestApi;
let ayu: TestPlayer;
let budi: TestPlayer;
beforeAll(async () => {
  api = await openApi();
  [ayu, budi] = await Promise.all([api.register('Ayu'), api.register('Budi')]);
});
afterAll(() => api.stop());

const post = (path: string, by: TestPlayer): Promise<Answer> => api.call('POST', `/v1/matches/${path}`, by);

test('7: both ask for a rematch at once: one new match exists, and both get its id', async () => {
  for (let round = 0; round < 3; round++) {
    const id = await api.startMatch([ayu, budi]);
    await post(`${id}/resign`, ayu);
    const answers = await Promise.all([ayu, budi, ayu, budi].map((by) => post(`${id}/rematch`, by)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const ids = new Set<string>();
    for (const by of [ayu, budi]) ids.add((await post(`${id}/rematch`, by)).body.rematch);
    expect(ids.size).toBe(1);
    for (const by of [ayu, budi]) {
      const { items } = (await api.call('GET', '/v1/matches?state=active&limit=100', by)).body;
      const seen = await Promise.all(
        items.map((item: { id: string }) => api.call('GET', `/v1/matches/${item.id}`, by)),
      );
      const rematches = seen.filter(({ body }) => body.rematchOf === id).map(({ body }) => body.id);
      expect(rematches).toEqual([...ids]);
    }
  }
});

test('74: draws offered again and again are refused at the limit, whatever is played between', async () => {
  const id = await api.startMatch([ayu, budi]);
  for (let offer = 0; offer < 3; offer++) {
    expect((await post(`${id}/draw-offers`, ayu)).status).toBe(201);
    await api.play(id, [ayu, budi], 1);
  }
  const refused = await post(`${id}/draw-offers`, ayu);
  expect([refused.status, refused.body.code]).toEqual([409, 'limit-reached']);
  expect((await post(`${id}/draw-offers`, budi)).status).toBe(201);
});

test('an offer and a move at the same instant: both are kept, and the offer never outlives the move', async () => {
  for (let round = 0; round < 3; round++) {
    const id = await api.startMatch([ayu, budi]);
    const { version } = (await api.call('GET', `/v1/matches/${id}`, ayu)).body;
    const [offer, moves] = await Promise.all([post(`${id}/draw-offers`, ayu), api.play(id, [ayu, budi], 1)]);
    expect([offer.status, moves]).toEqual([201, 1]);
    const { body } = await api.call('GET', `/v1/matches/${id}`, ayu);
    expect(body.version).toBe(version + 2);
    const { items } = (await api.call('GET', `/v1/matches/${id}/events?after=${version}`, ayu)).body;
    const isMoveLast = !items
      .at(-1)
      .events.some(({ type }: { type: string }) => type === 'match.draw-offered');
    expect(body.drawOffer === null).toBe(isMoveLast);
  }
});

test('a draw that two players accept and decline at once has one outcome', async () => {
  const citra = await api.register('Citra');
  for (let round = 0; round < 3; round++) {
    const id = await api.startMatch([ayu, budi, citra], { game: 'dandelions' });
    const { body } = await post(`${id}/draw-offers`, ayu);
    const answers = await Promise.all([
      post(`${id}/draw-offers/${body.id}/accept`, budi),
      post(`${id}/draw-offers/${body.id}/decline`, citra),
    ]);
    const after = (await api.call('GET', `/v1/matches/${id}`, ayu)).body;
    expect([after.status, after.drawOffer]).toEqual(['active', null]);
    expect(answers[1].status).toBe(200);
    expect([200, 409]).toContain(answers[0].status);
  }
});
