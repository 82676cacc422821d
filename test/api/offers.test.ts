import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, openApi, type TestApi, type TestPlayer } from '../support/client.ts';

let api: TestApi;
let ayu: TestPlayer;
let budi: TestPlayer;
let citra: TestPlayer;
beforeAll(async () => {
  api = await openApi();
  [ayu, budi, citra] = await Promise.all([api.register('Ayu'), api.register('Budi'), api.register('Citra')]);
});
afterAll(() => api.stop());

let path: string;
beforeEach(async () => {
  path = `/v1/matches/${await api.startMatch([ayu, budi])}`;
});

const post = (action: string, by: TestPlayer): Promise<Answer> => api.call('POST', `${path}${action}`, by);
const match = async (by = ayu): Promise<Answer['body']> => (await api.call('GET', path, by)).body;
const playOne = (players = [ayu, budi]): Promise<number> =>
  api.play(path.slice('/v1/matches/'.length), players, 1);

const codes = (answers: readonly Answer[]): readonly string[] =>
  answers.map(({ status, body }) => `${status} ${body.code}`);

describe('a draw', () => {
  test('that is offered and accepted ends the match, drawn by agreement', async () => {
    const offer = await post('/draw-offers', ayu);
    expect(offer.status).toBe(201);
    expect(offer.body).toEqual({ id: expect.stringMatching(/^\d+\.0$/), seat: 0, accepted: [] });
    expect((await match(budi)).drawOffer).toEqual(offer.body);
    const accepted = await post(`/draw-offers/${offer.body.id}/accept`, budi);
    expect(accepted.status).toBe(200);
    expect(accepted.body).toMatchObject({
      status: 'finished',
      outcome: { kind: 'drawn', reason: 'agreement' },
    });
    expect(accepted.body.decisions).toEqual([]);
  });

  test('on offer is told to the other player, once', async () => {
    const { body } = await post('/draw-offers', ayu);
    await post('/draw-offers', ayu);
    const told = async () =>
      (await api.inbox(budi)).filter(
        ({ type, data }) => type === 'draw.offered' && path.endsWith(data.matchId),
      );
    await expect.poll(async () => (await told()).length).toBe(1);
    await post(`/draw-offers/${body.id}/decline`, budi);
    expect(await told()).toHaveLength(1);
  });

  test('offered again while it stands, accepted again and declined again change nothing', async () => {
    const offer = await post('/draw-offers', ayu);
    const again = await post('/draw-offers', ayu);
    expect([again.status, again.body]).toEqual([201, offer.body]);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');

    const declined = await post(`/draw-offers/${offer.body.id}/decline`, budi);
    expect([declined.status, declined.body.drawOffer]).toEqual([200, null]);
    const repeated = await post(`/draw-offers/${offer.body.id}/decline`, budi);
    expect([repeated.status, repeated.body]).toEqual([200, declined.body]);
    expect(repeated.headers.get('Idempotent-Replayed')).toBe('true');

    const second = await post('/draw-offers', ayu);
    const accepted = await post(`/draw-offers/${second.body.id}/accept`, budi);
    const twice = await post(`/draw-offers/${second.body.id}/accept`, budi);
    expect([twice.status, twice.body]).toEqual([200, accepted.body]);
  });

  test('lapses with the next move', async () => {
    const { body } = await post('/draw-offers', ayu);
    await playOne();
    expect((await match()).drawOffer).toBeNull();
    expect(codes([await post(`/draw-offers/${body.id}/accept`, budi)])).toEqual(['409 offer-closed']);
    expect((await match()).status).toBe('active');
  });

  test('is taken back by whoever offered it, and cannot be accepted by them', async () => {
    const { body } = await post('/draw-offers', ayu);
    expect(codes([await post(`/draw-offers/${body.id}/accept`, ayu)])).toEqual(['403 forbidden']);
    expect((await post(`/draw-offers/${body.id}/decline`, ayu)).status).toBe(200);
    expect(codes([await post(`/draw-offers/${body.id}/accept`, budi)])).toEqual(['409 offer-closed']);
  });

  test('offer costs nobody their turn: the decision that was open is still answered', async () => {
    const before = (await match()).decisions;
    await post('/draw-offers', ayu);
    expect((await match()).decisions.map(({ id }: { id: string }) => id)).toEqual(
      before.map(({ id }: { id: string }) => id),
    );
    expect(await playOne()).toBe(1);
  });

  test('is refused to strangers, before the start, after the end, and under ids that are none', async () => {
    expect(codes([await post('/draw-offers', citra)])).toEqual(['403 forbidden']);
    const { body: open } = await api.call('POST', '/v1/matches', ayu, { game: 'district-noir' });
    expect(codes([await api.call('POST', `/v1/matches/${open.id}/draw-offers`, ayu)])).toEqual([
      '409 match-not-started',
    ]);
    expect(codes([await post('/draw-offers/nonsense/accept', budi)])).toEqual(['404 not-found']);
    expect(codes([await post('/draw-offers/9.0/decline', budi)])).toEqual(['409 offer-closed']);
    await post('/resign', ayu);
    expect(codes([await post('/draw-offers', budi)])).toEqual(['409 match-over']);
  });

  test('of a match of three takes the word of both others', async () => {
    const three = [ayu, budi, citra];
    path = `/v1/matches/${await api.startMatch(three, { game: 'dandelions' })}`;
    const { body } = await post('/draw-offers', budi);
    const first = await post(`/draw-offers/${body.id}/accept`, ayu);
    expect(first.body).toMatchObject({ status: 'active', drawOffer: { accepted: [0] } });
    const second = await post(`/draw-offers/${body.id}/accept`, citra);
    expect(second.body.outcome).toEqual({ kind: 'drawn', reason: 'agreement' });
  });

  test('of a match of three lapses when one of them resigns', async () => {
    path = `/v1/matches/${await api.startMatch([ayu, budi, citra], { game: 'dandelions' })}`;
    await post('/draw-offers', budi);
    await post('/resign', citra);
    expect((await match()).drawOffer).toBeNull();
    const { body } = await post('/draw-offers', budi);
    expect((await post(`/draw-offers/${body.id}/accept`, ayu)).body.status).toBe('finished');
  });
});

describe('calling a match off after its start', () => {
  test('takes the word of both; the other is told', async () => {
    const offered = await post('/cancel', ayu);
    expect(offered.body).toMatchObject({ status: 'active', cancelOffers: [0] });
    expect((await post('/cancel', ayu)).headers.get('Idempotent-Replayed')).toBe('true');
    await expect
      .poll(async () =>
        (await api.inbox(budi)).some(
          ({ type, data }) => type === 'cancel.offered' && path.endsWith(data.matchId),
        ),
      )
      .toBe(true);
    const agreed = await post('/cancel', budi);
    expect(agreed.body).toMatchObject({ status: 'cancelled', outcome: null, decisions: [] });
    expect((await post('/cancel', budi)).status).toBe(200);
  });

  test('lapses with the next move, and is refused to strangers and after the end', async () => {
    await post('/cancel', ayu);
    await playOne();
    expect((await match()).cancelOffers).toEqual([]);
    expect((await post('/cancel', budi)).body.status).toBe('active');
    expect(codes([await post('/cancel', citra)])).toEqual(['403 forbidden']);
    await post('/resign', ayu);
    expect(codes([await post('/cancel', budi)])).toEqual(['409 match-over']);
  });
});
