import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLanes } from '../../functions/dispatcher/lanes.ts';
import { openPostOffice, type PostOffice } from '../support/post-office.ts';
import { behaviours, type Receiver, startReceiver } from '../support/receiver.ts';

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
/** In a world of quick timeouts a tenth of a second counts as fifteen. */
const quick = { timeouts: { totalMs: 100 }, slowness: 150 };

let office: PostOffice;
let usual: PostOffice;
let dead: Receiver;
let well: Receiver;
beforeAll(async () => {
  [office, usual, dead, well] = await Promise.all([
    openPostOffice(quick),
    openPostOffice(),
    startReceiver(),
    startReceiver(),
  ]);
});
afterAll(() => Promise.all([office.stop(), usual.stop(), dead.close(), well.close()]));
beforeEach(async () => {
  dead.behave(behaviours.silent);
  await Promise.all([office.clear(), usual.clear()]);
});

const countFrom = ({ received }: Receiver): (() => number) => {
  const before = received.length;
  return () => received.length - before;
};

describe('an endpoint that lets every attempt run into the timeout', () => {
  test('has a few attempts at the same time while it counts as well, and then one', async () => {
    const endpoint = await office.open(dead.url);
    const posted = countFrom(dead);
    const told = await Promise.all(Array.from({ length: 20 }, () => office.tell(endpoint)));
    await office.deliver();
    expect(posted()).toBeLessThanOrEqual(5);
    expect(await office.endpoint(endpoint.id)).toMatchObject({ isSlow: true, failingSince: office.now() });
    const rows = await Promise.all(told.map(office.look));
    expect(rows.every(({ status, nextAttemptAt }) => status === 'pending' && nextAttemptAt !== null)).toBe(
      true,
    );
    const untried = rows.filter(({ attempts }) => attempts.length === 0);
    expect(untried.length).toBe(20 - posted());
    expect(untried.every(({ attempt }) => attempt === 0)).toBe(true);

    const postedLater = countFrom(dead);
    await office.deliverFor(60 * secondMs);
    expect(postedLater()).toBeGreaterThanOrEqual(2);
    expect(postedLater()).toBeLessThanOrEqual(4);
  });

  test('does not delay the deliveries of another endpoint', async () => {
    const [endpoint, other] = [await office.open(dead.url), await office.open(well.url)];
    for (let n = 0; n < 20; n += 1) await office.tell(endpoint);
    const told = await office.tell(other);
    const [posted, silent] = [countFrom(well), countFrom(dead)];
    const all = office.deliver();
    await expect.poll(() => office.look(told), { timeout: 5_000 }).toMatchObject({ status: 'succeeded' });
    expect(posted()).toBe(1);
    expect(silent()).toBeLessThanOrEqual(5);
    await all;
  });

  test('hears everything, each once more at the most, when it is back', async () => {
    const endpoint = await office.open(dead.url);
    const told = await Promise.all(Array.from({ length: 8 }, () => office.tell(endpoint)));
    await office.deliverFor(2 * minuteMs);
    dead.behave(behaviours.ok);
    const before = dead.received.length;
    await office.deliverFor(3 * hourMs);
    const rows = await Promise.all(told.map(office.look));
    expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'succeeded'));
    const ids = dead.received.slice(before).map(({ headers }) => String(headers['webhook-id']));
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ids)).toEqual(new Set(told.map(({ notice }) => notice.id)));
    expect(await office.endpoint(endpoint.id)).toMatchObject({
      isSlow: false,
      failingSince: null,
      turn: null,
    });
  });
});

test('an endpoint that fails fast is tried by the schedule alone, however many notices wait for it', async () => {
  dead.behave(behaviours.answering(500));
  const endpoint = await usual.open(dead.url);
  const told = await Promise.all(Array.from({ length: 10 }, () => usual.tell(endpoint)));
  await usual.deliverFor(7 * secondMs);
  const rows = await Promise.all(told.map(usual.look));
  expect(rows.map(({ attempts }) => attempts.length)).toEqual(rows.map(() => 2));
});

test.each([
  ['discord', 2_000],
  ['slack', 1_000],
  ['ntfy', 5_000],
] as const)('messages to %s keep a distance of %d ms', async (format, spacingMs) => {
  const endpoint = await usual.open(well.url, { format });
  const told = await Promise.all(Array.from({ length: 6 }, () => usual.tell(endpoint)));
  await usual.deliverFor(hourMs);
  const rows = await Promise.all(told.map(usual.look));
  expect(rows.map(({ status }) => status)).toEqual(rows.map(() => 'succeeded'));
  const times = rows.map(({ attempts }) => attempts[0]?.at ?? Number.NaN).sort((a, b) => a - b);
  const distances = times.slice(1).map((at, n) => at - (times[n] ?? Number.NaN));
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(spacingMs);
});

test('work in a lane goes on in its order, and after a failure too', async () => {
  const inLane = createLanes(1);
  const done: number[] = [];
  const work = [1, 2, 3].map((n) =>
    inLane('a', async () => {
      done.push(n);
      if (n === 1) throw new Error('failed');
    }).catch(() => {}),
  );
  await Promise.all(work);
  expect(done).toEqual([1, 2, 3]);
});
