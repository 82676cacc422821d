import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Delivery } from '../../functions/shared/store/notices.ts';
import { openPostOffice, type PostOffice } from '../support/post-office.ts';
import { behaviours, type Receiver, startReceiver } from '../support/receiver.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let office: PostOffice;
/** Its attempts run into a timeout of a fifth of a second, for receivers that never answer. */
let impatient: PostOffice;
let receiver: Receiver;
beforeAll(async () => {
  [office, impatient, receiver] = await Promise.all([
    openPostOffice(),
    openPostOffice({ timeouts: { totalMs: 200 } }),
    startReceiver(),
  ]);
});
afterAll(() => Promise.all([office.stop(), impatient.stop(), receiver.close()]));
beforeEach(async () => {
  receiver.behave(behaviours.ok);
  await Promise.all([office.clear(), impatient.clear()]);
});

/** The delivery of one notice to the receiver, after its first attempt. */
const first = async (at: PostOffice, url = receiver.url): Promise<Delivery> => {
  const delivery = await at.tell(await at.open(url));
  await at.deliver();
  return at.look(delivery);
};

/** Within 20 % of its place in the schedule. */
const expectWait = (delivery: Delivery, fromAt: number, scheduledMs: number, stretch = 1): void => {
  const waitMs = (delivery.nextAttemptAt ?? Number.NaN) - fromAt;
  expect(waitMs).toBeGreaterThanOrEqual(0.8 * scheduledMs);
  expect(waitMs).toBeLessThanOrEqual(1.2 * scheduledMs * stretch);
};

describe('the delivery log after one attempt', () => {
  test.each([
    ['well', behaviours.ok, 204, null],
    ['slow', behaviours.slow(100), 204, null],
    ['well, with an endless answer', behaviours.endless(200), 200, 'too-large'],
    ['well, then cut off', behaviours.resetInBody, 200, 'reset'],
    ['well, with a bomb of zeros', behaviours.bomb, 200, null],
  ] as const)('of a receiver that is %s: delivered', async (_, behaviour, status, error) => {
    receiver.behave(behaviour);
    const delivery = await first(office);
    expect(delivery).toMatchObject({
      status: 'succeeded',
      nextAttemptAt: null,
      attempts: [{ status, error }],
    });
    expect(delivery.attempts[0]?.durationMs).toBeGreaterThanOrEqual(behaviour === behaviours.ok ? 0 : 1);
  });

  test.each([
    ['answers 500', behaviours.answering(500), 500, 'http'],
    ['answers 404', behaviours.answering(404), 404, 'http'],
    ['answers 301', behaviours.redirect('http://127.0.0.1:1/', 301), 301, 'redirect'],
    ['answers 302', behaviours.redirect('https://example.com/'), 302, 'redirect'],
    ['answers 307 to itself', behaviours.redirect('/hook', 307), 307, 'redirect'],
    ['resets the connection', behaviours.reset, null, 'reset'],
    ['hangs up', behaviours.hangUp, null, 'reset'],
    ['speaks no HTTP', behaviours.garbage, null, 'protocol'],
    ['fails with an endless answer', behaviours.endless(500), 500, 'http'],
    ['sends endless headers', behaviours.endlessHeaders, null, 'too-large'],
  ] as const)('of a receiver that %s: to be tried again in 5 s', async (_, behaviour, status, error) => {
    receiver.behave(behaviour);
    const before = receiver.received.length;
    const delivery = await first(office);
    expect(delivery).toMatchObject({ status: 'pending', attempt: 1, attempts: [{ status, error }] });
    expectWait(delivery, office.now(), 5 * secondMs);
    expect(receiver.received.length - before).toBe(1);
  });

  test.each([
    ['is silent', behaviours.silent, null],
    ['is slower than the timeout', behaviours.slow(5_000), null],
    ['trickles its headers', behaviours.trickle(500), 500],
  ] as const)('of a receiver that %s: cut off by the timeout', async (_, behaviour, status) => {
    receiver.behave(behaviour);
    const delivery = await first(impatient);
    const error = status === null ? 'timeout' : 'http';
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ status, error }] });
    expectWait(delivery, impatient.now(), 5 * secondMs);
  });

  test('of nobody there', async () => {
    const gone = await startReceiver();
    await gone.close();
    expect(await first(office, gone.url)).toMatchObject({
      status: 'pending',
      attempts: [{ status: null, error: 'refused' }],
    });
  });

  test.each(['cert.pem', 'expired.pem'] as const)('of a broken TLS (%s)', async (cert) => {
    const broken = await startReceiver({ cert });
    const delivery = await first(office, broken.url.replace('127.0.0.1', 'localhost'));
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ status: null, error: 'tls' }] });
    expect(broken.received).toHaveLength(0);
    await broken.close();
  });

  test('of plain HTTP where TLS was expected', async () => {
    const delivery = await first(office, receiver.url.replace('http://', 'https://'));
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ status: null, error: 'tls' }] });
  });
});

describe('Retry-After', () => {
  test.each([
    ['absurd in seconds', '99999999999999999999999'],
    ['a century away', 'Fri, 01 Jan 2126 00:00:00 GMT'],
  ])('%s stretches the wait to its double, and no further', async (_, retryAfter) => {
    receiver.behave(behaviours.tooMany(retryAfter));
    const delivery = await first(office);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [{ status: 429, error: 'http' }] });
    expectWait(delivery, office.now() + 3 * secondMs, 5 * secondMs, 2);
  });

  test.each(['0', '-1', 'soon', 'NaN', '1e3', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    '%s changes nothing',
    async (retryAfter) => {
      receiver.behave(behaviours.tooMany(retryAfter));
      expectWait(await first(office), office.now(), 5 * secondMs);
    },
  );
});

describe('410', () => {
  test('disables the endpoint at once, tells its owner in the inbox and at their other endpoint, and nothing more is sent', async () => {
    const other = await startReceiver();
    const watched = await office.open(other.url);
    receiver.behave(behaviours.gone);
    const endpoint = await office.open(receiver.url);
    const delivery = await office.tell(endpoint);
    await office.deliver();
    expect(await office.look(delivery)).toMatchObject({
      status: 'failed',
      nextAttemptAt: null,
      attempts: [{ status: 410, error: 'gone' }],
    });
    expect(await office.endpoint(endpoint.id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'gone',
      disabledAt: office.now(),
    });
    const [told] = (await office.store.inbox.readAfter(office.player, 0, 100)).slice(-1);
    expect(told?.notice).toMatchObject({
      type: 'webhook.disabled',
      data: { webhookId: endpoint.id, reason: 'gone' },
    });
    expect(other.received.map(({ headers }) => headers['webhook-id'])).toEqual([told?.notice.id]);

    const before = receiver.received.length;
    const late = await office.tell(endpoint);
    await office.deliverFor(dayMs);
    expect(await office.look(late)).toMatchObject({
      status: 'skipped',
      skipReason: 'not-enabled',
      attempts: [],
    });
    expect(receiver.received.length).toBe(before);
    expect((await office.endpoint(watched.id))?.status).toBe('enabled');
    await other.close();
  });
});

describe('a receiver that is down', () => {
  test('for an hour gets each notice once when it is back, under its own id, with a fresh timestamp', async () => {
    receiver.behave(behaviours.answering(503));
    const endpoint = await office.open(receiver.url);
    const told = [];
    for (let n = 0; n < 6; n += 1) {
      told.push(await office.tell(endpoint));
      await office.deliverFor(10 * minuteMs);
    }
    receiver.behave(behaviours.ok);
    const backAt = office.now();
    const before = receiver.received.length;
    await office.deliverFor(3 * hourMs);
    const rows = await Promise.all(told.map(office.look));
    expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'succeeded'));
    expect(rows.every(({ attempts }) => attempts.length >= 3 && attempts.length <= 5)).toBe(true);
    const posted = receiver.received.slice(before);
    expect(posted.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
      rows.map(({ notice }) => notice.id).sort(),
    );
    const times = posted.map(({ headers }) => Number(headers['webhook-timestamp']) * secondMs);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(backAt - secondMs);
    expect(await office.endpoint(endpoint.id)).toMatchObject({ status: 'enabled', failingSince: null });
  });

  test('for good gets ten attempts in about 75 hours, and then the delivery has failed', async () => {
    receiver.behave(behaviours.answering(503));
    const delivery = await office.tell(await office.open(receiver.url));
    const startedAt = office.now();
    await office.deliverFor(5 * dayMs);
    const { status, attempts } = await office.look(delivery);
    expect(status).toBe('failed');
    expect(attempts).toHaveLength(10);
    const hours = ((attempts.at(-1)?.at ?? Number.NaN) - startedAt) / hourMs;
    expect(hours).toBeGreaterThan(60);
    expect(hours).toBeLessThan(91);
  });

  test('for five days is warned of twice, then disabled, and its owner reads all three in the inbox', async () => {
    receiver.behave(behaviours.answering(503));
    const endpoint = await office.open(receiver.url);
    const before = (await office.store.inbox.readAfter(office.player, 0, 100)).length;
    const startedAt = office.now();
    for (let day = 0; day < 7; day += 1) {
      await office.tell(endpoint);
      await office.deliverFor(dayMs);
    }
    const told = (await office.store.inbox.readAfter(office.player, 0, 100)).slice(before);
    expect(told.map(({ notice }) => notice.type)).toEqual([
      'webhook.failing',
      'webhook.failing',
      'webhook.disabled',
    ]);
    const after = await office.endpoint(endpoint.id);
    expect(after).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    const days = ((after?.disabledAt ?? Number.NaN) - startedAt) / dayMs;
    expect(days).toBeGreaterThanOrEqual(5);
    expect(days).toBeLessThan(6.2);
  });
});

test('a notice that waits while its endpoint changes its format is sent in the new one', async () => {
  receiver.behave(behaviours.answering(500));
  const endpoint = await office.open(receiver.url);
  await office.tell(endpoint);
  await office.deliver();
  const stored = await office.endpoint(endpoint.id);
  if (!stored) throw new Error('the endpoint is there');
  await office.store.webhooks.updateEndpoint({ ...stored, format: 'discord', revision: stored.revision + 1 });
  receiver.behave(behaviours.ok);
  await office.deliverFor(minuteMs);
  const posted = receiver.received.at(-1);
  expect(JSON.parse(String(posted?.body))).toHaveProperty('content');
  expect(posted?.headers['webhook-signature']).toBeUndefined();
});
