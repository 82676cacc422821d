import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../functions/api/routes/operations.ts';
import { openApi, type TestApi, type TestPlayer } from '../support/client.ts';
import { withDataFolder } from '../support/folder.ts';

const hourMs = 3_600_000;
const clock = { kind: 'per-move', allowance: 'P2D' };

let api: TestApi;
let ayu: TestPlayer;
let budi: TestPlayer;
beforeAll(async () => {
  api = await openApi();
  [ayu, budi] = await Promise.all([api.register('Ayu'), api.register('Budi')]);
});
afterAll(() => api.stop());

const advance = (body: unknown, client: Pick<TestApi, 'call'> = api) =>
  client.call('POST', '/sandbox/clock', undefined, body);
const fixSeed = (seed: unknown) => api.call('POST', '/sandbox/seed', undefined, { seed });

test('a time-out that is due has happened, and its players are told, when the clock has been moved', async () => {
  const match = await api.startMatch([ayu, budi], { clock });
  const before = Date.now();
  const moved = await advance({ advance: 'P2DT36S' });
  expect(moved.status).toBe(200);
  expect(Date.parse(moved.body.now)).toBeGreaterThanOrEqual(before + 48 * hourMs);
  const { items } = (await api.call('GET', '/v1/matches?state=finished', ayu)).body;
  expect(items[0]).toMatchObject({ id: match, status: 'finished', outcome: { reason: 'time-out' } });
  expect((await api.inbox(budi)).at(-1)).toMatchObject({ type: 'match.ended' });
});

test('a reminder that is due has been sent when the clock has been moved', async () => {
  const match = await api.startMatch([ayu, budi], { clock });
  await advance({ advance: 'P1D' });
  const told = [...(await api.inbox(ayu)), ...(await api.inbox(budi))];
  expect(told.filter(({ type, data }) => type === 'turn.reminder' && data.matchId === match)).toHaveLength(1);
});

test('the clock goes to an instant, and never back', async () => {
  const { body } = await advance({ advance: 'PT1H' });
  const target = new Date(Date.parse(body.now) + hourMs).toISOString();
  expect(Date.parse((await advance({ now: target })).body.now)).toBeGreaterThanOrEqual(Date.parse(target));
  const back = await advance({ now: body.now });
  expect(back.status).toBe(422);
  expect(back.body).toMatchObject({ code: 'validation-failed', errors: [{ pointer: '/now' }] });
  expect(Date.parse((await advance({ advance: 'PT1S' })).body.now)).toBeGreaterThan(Date.parse(target));
});

test('tokens expire by real time, wherever the clock of matches stands', async () => {
  const expiresAt = new Date(Date.now() + hourMs).toISOString();
  const made = await api.call('POST', '/v1/me/tokens', ayu, { name: 'bot', scopes: ['account'], expiresAt });
  expect(made.status).toBe(201);
  await advance({ advance: 'PT2H' });
  expect((await api.call('GET', '/v1/me', { token: made.body.token })).status).toBe(200);
});

test('the next match has the seed that was set, and no other match', async () => {
  const seed = 'ab'.repeat(32);
  const commitments: string[] = [];
  for (const next of [seed, undefined, seed]) {
    if (next !== undefined) expect((await fixSeed(next)).status).toBe(204);
    const created = await api.call('POST', '/v1/matches', ayu, { game: 'conquian' });
    commitments.push(created.body.seedCommitment);
  }
  expect(commitments[2]).toBe(commitments[0]);
  expect(commitments[1]).not.toBe(commitments[0]);
});

test('bad input gets its problem, and the clock stays', async () => {
  const refused: readonly (readonly [string, unknown])[] = [
    ['validation-failed', {}],
    ['validation-failed', { advance: '3 hours' }],
    ['validation-failed', { advance: 'P1D', now: '2030-01-01T00:00:00Z' }],
    ['validation-failed', { now: '9500-01-01T00:00:00Z' }],
    ['validation-failed', { now: 'tomorrow' }],
    ['malformed-request', '{'],
  ];
  for (const [code, body] of refused) {
    const answer = await advance(body);
    expect([code, answer.headers.get('Content-Type')]).toEqual([
      answer.body.code,
      'application/problem+json',
    ]);
  }
  expect((await fixSeed('ab')).body.code).toBe('validation-failed');
  const wrongMethod = await api.call('GET', '/sandbox/clock');
  expect([wrongMethod.body.code, wrongMethod.headers.get('Allow')]).toEqual(['method-not-allowed', 'POST']);
});

test('the API that is deployed has no sandbox', () => {
  expect(operations.filter(({ contract }) => contract.path.startsWith('/sandbox'))).toEqual([]);
});

test('a restart keeps how far the clock is ahead', () =>
  withDataFolder(async ({ run }) => {
    const first = await run((client) => advance({ advance: 'P30D' }, client));
    const later = await run((client) => advance({ advance: 'PT1S' }, client));
    expect(Date.parse(later.body.now)).toBeGreaterThan(Date.parse(first.body.now));
  }));
