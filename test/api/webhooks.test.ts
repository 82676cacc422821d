import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openApi, type TestApi, type TestPlayer } from '../support/client.ts';
import { behaviours, type Received, type Receiver, startReceiver } from '../support/receiver.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let api: TestApi;
let receiver: Receiver;
let ayu: TestPlayer;
let budi: TestPlayer;
beforeAll(async () => {
  [api, receiver] = await Promise.all([openApi(), startReceiver()]);
});
beforeEach(async () => {
  receiver.behave(behaviours.ok);
  [ayu, budi] = await Promise.all([api.register('Ayu'), api.register('Budi')]);
});
afterAll(() => Promise.all([api.stop(), receiver.close()]));

const create = (body: Readonly<Record<string, unknown>> = {}, by = ayu) =>
  api.call('POST', '/v1/webhooks', by, { url: receiver.url, ...body });
const get = (path: string, by = ayu) => api.call('GET', path, by);

const idOf = ({ headers }: Received): string => String(headers['webhook-id']);
/** What the receiver has been told under a notice id. */
const postsOf = (noticeId: string): readonly Received[] =>
  receiver.received.filter((received) => idOf(received) === noticeId);
const verify = (secret: string, { headers, body }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

/** The endpoint's deliveries, once `isReady` holds for them; newest first. */
const deliveriesOf = async (webhook: string, isReady: (items: readonly Row[]) => boolean) => {
  await expect
    .poll(async () => isReady((await get(`/v1/webhooks/${webhook}/deliveries`)).body.items), {
      timeout: 5_000,
    })
    .toBe(true);
  return (await get(`/v1/webhooks/${webhook}/deliveries`)).body.items as readonly Row[];
};
interface Row {
  readonly id: string;
  readonly noticeId: string;
  readonly status: string;
  readonly type: string;
  readonly attempts: readonly unknown[];
}
const allAre =
  (...statuses: readonly string[]) =>
  (items: readonly Row[]): boolean =>
    items.length > 0 && items.every(({ status }) => statuses.includes(status));
const allTried = (items: readonly Row[]): boolean =>
  items.length > 0 && items.every(({ attempts }) => attempts.length > 0);

describe('an endpoint', () => {
  test('shows its secret once, and its first notice is a ping that the secret verifies', async () => {
    const { status, body } = await create({ description: 'my bot' });
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^whsec_/);
    const read = await get(`/v1/webhooks/${body.id}`);
    expect(read.body).toMatchObject({
      url: receiver.url,
      description: 'my bot',
      status: 'enabled',
      eventTypes: null,
    });
    expect(JSON.stringify(read.body)).not.toContain(body.secret);
    expect(JSON.stringify((await get('/v1/webhooks')).body)).not.toContain(body.secret);
    const [ping] = await deliveriesOf(body.id, allAre('succeeded'));
    expect(ping).toMatchObject({
      type: 'webhook.ping',
      trigger: 'ping',
      attempts: [{ status: 204, error: null }],
    });
    const [posted] = postsOf(ping?.noticeId ?? '');
    expect(posted && verify(body.secret, posted)).toMatchObject({ type: 'webhook.ping', apiVersion: 'v1' });
  });

  test('changes its URL, types and description, and hears only its types', async () => {
    const { body } = await create({ url: `${receiver.url}/old` });
    const changed = await api.call('PATCH', `/v1/webhooks/${body.id}`, ayu, {
      url: `${receiver.url}/new`,
      eventTypes: ['match.started'],
      description: 'new',
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ eventTypes: ['match.started'], description: 'new' });
    const match = await api.startMatch([ayu, budi]);
    const started = (item: Row) => item.type === 'match.started';
    const items = await deliveriesOf(body.id, (rows) =>
      rows.some((row) => started(row) && row.status === 'succeeded'),
    );
    expect(items.map(({ type }) => type).sort()).toEqual(['match.started', 'webhook.ping']);
    const [posted] = postsOf(items.find(started)?.noticeId ?? '');
    expect(posted?.path).toBe('/hook/new');
    expect(JSON.parse(String(posted?.body)).data.matchId).toBe(match);
  });

  test('hears nothing while it is paused but what its owner sends it, and everything again once enabled', async () => {
    const { body } = await create({ eventTypes: ['match.started'] });
    await deliveriesOf(body.id, allAre('succeeded'));
    const set = (status: string) => api.call('PATCH', `/v1/webhooks/${body.id}`, ayu, { status });
    expect((await set('paused')).body.status).toBe('paused');
    await api.startMatch([ayu, budi]);
    await expect.poll(() => api.inbox(ayu)).not.toHaveLength(0);
    const ping = await api.call('POST', `/v1/webhooks/${body.id}/ping`, ayu);
    expect(ping.status).toBe(202);
    const items = await deliveriesOf(body.id, allAre('succeeded'));
    expect(items.map(({ type }) => type)).toEqual(['webhook.ping', 'webhook.ping']);
    expect((await set('enabled')).body.status).toBe('enabled');
    await api.startMatch([ayu, budi]);
    await deliveriesOf(body.id, (rows) => rows.some(({ type }) => type === 'match.started'));
  });

  test('is gone once it is deleted', async () => {
    const { body } = await create();
    expect((await api.call('DELETE', `/v1/webhooks/${body.id}`, ayu)).status).toBe(204);
    expect((await get(`/v1/webhooks/${body.id}`)).status).toBe(404);
    expect((await get(`/v1/webhooks/${body.id}/deliveries`)).status).toBe(404);
    expect((await api.call('DELETE', `/v1/webhooks/${body.id}`, ayu)).status).toBe(404);
  });

  test('is nobody else’s to see or touch', async () => {
    const { body } = await create();
    const [delivery] = await deliveriesOf(body.id, allAre('succeeded'));
    const path = `/v1/webhooks/${body.id}`;
    const answers = await Promise.all([
      get(path, budi),
      get(`${path}/deliveries`, budi),
      get(`${path}/deliveries/${delivery?.id}`, budi),
      api.call('PATCH', path, budi, { status: 'paused' }),
      api.call('DELETE', path, budi),
      api.call('POST', `${path}/ping`, budi),
      api.call('POST', `${path}/rotate-secret`, budi, {}),
      api.call('POST', `${path}/recover`, budi, { since: new Date().toISOString() }),
      api.call('POST', `${path}/deliveries/${delivery?.id}/redeliver`, budi),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await get('/v1/webhooks', budi)).body.items).toEqual([]);
  });

  test('of a player there are five at the most', async () => {
    for (let n = 0; n < 5; n += 1) expect((await create()).status).toBe(201);
    expect(await create()).toMatchObject({ status: 409, body: { code: 'limit-reached' } });
  });

  test('made again under the same key is the same one, and another body is refused', async () => {
    const headers = { 'Idempotency-Key': 'bot-1' };
    const make = (description: string) =>
      api.call('POST', '/v1/webhooks', ayu, { url: receiver.url, description }, headers);
    const [first, again, other] = [await make('a'), await make('a'), await make('b')];
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused' } });
  });
});

describe('a rotation', () => {
  test('lets both secrets sign for 24 hours; another one meanwhile is refused unless it replaces the previous', async () => {
    const { body: made } = await create();
    const rotate = (body = {}) => api.call('POST', `/v1/webhooks/${made.id}/rotate-secret`, ayu, body);
    const before = Date.now();
    const { body: second } = await rotate();
    expect(second.secret).not.toBe(made.secret);
    expect(Date.parse(second.previousSecretExpiresAt) - before).toBeGreaterThanOrEqual(dayMs);
    expect(await rotate()).toMatchObject({ status: 409, body: { code: 'limit-reached' } });

    const verifiedBy = async (secret: string) => {
      const { body } = await api.call('POST', `/v1/webhooks/${made.id}/ping`, ayu);
      await expect.poll(() => postsOf(body.noticeId).length).toBe(1);
      const [posted] = postsOf(body.noticeId);
      return () => posted && verify(secret, posted);
    };
    expect(await verifiedBy(made.secret)).not.toThrow();
    expect(await verifiedBy(second.secret)).not.toThrow();

    const { body: third } = await rotate({ replacePrevious: true });
    expect(await verifiedBy(made.secret)).toThrow();
    expect(await verifiedBy(second.secret)).not.toThrow();
    expect(await verifiedBy(third.secret)).not.toThrow();
  });
});

describe('the delivery log', () => {
  test('shows each attempt with its status, error and duration, and the next try', async () => {
    receiver.behave(behaviours.answering(500));
    const { body } = await create();
    const before = Date.now();
    const [delivery] = await deliveriesOf(body.id, allTried);
    const read = await get(`/v1/webhooks/${body.id}/deliveries/${delivery?.id}`);
    expect(read.body).toMatchObject({ status: 'pending', attempts: [{ status: 500, error: 'http' }] });
    expect(read.body.attempts[0].durationMs).toBeGreaterThanOrEqual(0);
    const waitMs = Date.parse(read.body.nextAttemptAt) - before;
    expect(waitMs).toBeGreaterThan(2_000);
    expect(waitMs).toBeLessThan(10_000);
    expect((await get(`/v1/webhooks/${body.id}`)).body.failingSince).not.toBeNull();
  });

  test('filters by status, type and time, and gives full pages', async () => {
    const { body } = await create({ eventTypes: ['match.started'] });
    await api.startMatch([ayu, budi]);
    await deliveriesOf(body.id, (rows) => rows.some(({ type }) => type === 'match.started'));
    for (let n = 0; n < 4; n += 1) await api.call('POST', `/v1/webhooks/${body.id}/ping`, ayu);
    const items = await deliveriesOf(body.id, allAre('succeeded'));
    const list = async (query: string) =>
      (await get(`/v1/webhooks/${body.id}/deliveries?${query}`)).body as {
        items: Row[];
        nextCursor: string | null;
      };
    const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
    expect(idsOf((await list('type=match.started&limit=1')).items)).toEqual(
      idsOf(items.filter(({ type }) => type === 'match.started')),
    );
    expect((await list('status=failed')).items).toEqual([]);
    expect((await list('status=succeeded')).items).toHaveLength(items.length);
    expect((await list(`since=${new Date(Date.now() + hourMs).toISOString()}`)).items).toEqual([]);
    const first = await list('type=webhook.ping&limit=3');
    expect(first.items).toHaveLength(3);
    const second = await list(`type=webhook.ping&limit=3&cursor=${first.nextCursor}`);
    expect(idsOf([...first.items, ...second.items])).toEqual(
      idsOf(items.filter(({ type }) => type === 'webhook.ping')),
    );
  });

  test('a delivery is sent again under the same id, to a paused endpoint too', async () => {
    const { body } = await create();
    const [delivery] = await deliveriesOf(body.id, allAre('succeeded'));
    await api.call('PATCH', `/v1/webhooks/${body.id}`, ayu, { status: 'paused' });
    const again = await api.call('POST', `/v1/webhooks/${body.id}/deliveries/${delivery?.id}/redeliver`, ayu);
    expect(again).toMatchObject({ status: 202, body: { status: 'pending', trigger: 'redelivery' } });
    const [after] = await deliveriesOf(body.id, ([row]) => row?.attempts.length === 2);
    expect(after).toMatchObject({ id: delivery?.id, noticeId: delivery?.noticeId, status: 'succeeded' });
    expect(postsOf(delivery?.noticeId ?? '')).toHaveLength(2);
  });

  test('what failed since a moment is recovered, under its id, and nothing else', async () => {
    const { body } = await create({ eventTypes: ['match.started', 'match.joined'] });
    await deliveriesOf(body.id, allAre('succeeded'));
    receiver.behave(behaviours.gone);
    const since = new Date().toISOString();
    await api.startMatch([ayu, budi]);
    const failed = (await deliveriesOf(body.id, allAre('succeeded', 'failed', 'skipped'))).filter(
      ({ status }) => status !== 'succeeded',
    );
    expect(failed.length).toBeGreaterThan(0);
    await expect
      .poll(async () => (await get(`/v1/webhooks/${body.id}`)).body)
      .toMatchObject({ status: 'disabled', disabledReason: 'gone' });
    await expect.poll(async () => (await api.inbox(ayu)).at(-1)).toMatchObject({ type: 'webhook.disabled' });

    receiver.behave(behaviours.ok);
    await api.call('PATCH', `/v1/webhooks/${body.id}`, ayu, { status: 'enabled' });
    const recovered = await api.call('POST', `/v1/webhooks/${body.id}/recover`, ayu, { since });
    expect(recovered).toMatchObject({ status: 202, body: { recovered: failed.length } });
    const after = await deliveriesOf(body.id, allAre('succeeded'));
    expect(after.map(({ noticeId }) => noticeId)).toEqual(
      expect.arrayContaining(failed.map(({ noticeId }) => noticeId)),
    );
  });

  test('what is more than 14 days old is not recovered', async () => {
    const { body } = await create();
    const recover = (ageMs: number) =>
      api.call('POST', `/v1/webhooks/${body.id}/recover`, ayu, {
        since: new Date(Date.now() - ageMs).toISOString(),
      });
    expect(await recover(14 * dayMs + 1_000)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/since' }] },
    });
    expect((await recover(14 * dayMs - 10_000)).status).toBe(202);
  });
});

test('notices carry a link by the account’s own template', async () => {
  await api.call('PATCH', '/v1/me', ayu, { linkTemplate: 'https://play.example/{match}?by=hook' });
  const { body } = await create({ eventTypes: ['match.started'] });
  const match = await api.startMatch([ayu, budi]);
  const items = await deliveriesOf(body.id, (rows) => rows.some(({ type }) => type === 'match.started'));
  const started = items.find(({ type }) => type === 'match.started');
  await expect.poll(() => postsOf(started?.noticeId ?? '').length).toBe(1);
  const [posted] = postsOf(started?.noticeId ?? '');
  expect(JSON.parse(String(posted?.body)).data).toMatchObject({
    link: `https://play.example/${match}?by=hook`,
    url: expect.stringContaining(`/v1/matches/${match}`),
  });
});
