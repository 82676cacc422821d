import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalServer, runLocal } from '../../functions/local/run.ts';
import { silentLog } from '../../functions/shared/log.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await runLocal({ port: 0, logger: silentLog });
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a client without types would
type Answer = { readonly status: number; readonly headers: Headers; readonly body: any };

const call = async (method: string, path: string, token?: string, body?: unknown): Promise<Answer> => {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
};

const startMatch = async () => {
  const players = await Promise.all(
    ['Ayu', 'Budi'].map(async (name) => (await call('POST', '/v1/players', undefined, { name })).body),
  );
  const tokens: readonly string[] = players.map(({ token }) => token);
  const { body: match } = await call('POST', '/v1/matches', tokens[0], { game: 'district-noir' });
  await call('POST', `/v1/matches/${match.id}/join`, tokens[1], {});
  return { id: match.id as string, path: `/v1/matches/${match.id}`, tokens };
};

/** The open decision as the seat that must answer it sees it. */
const openDecision = async ({ path, tokens }: { path: string; tokens: readonly string[] }) => {
  const { seat } = (await call('GET', path, tokens[0])).body.decisions[0];
  const { body } = await call('GET', path, tokens[seat]);
  return {
    token: tokens[seat] as string,
    other: tokens[1 - seat] as string,
    decision: body.decisions[0],
    version: body.version,
  };
};

test('two clients play District Noir to its end, each move one commit, each player told in the inbox', async () => {
  const match = await startMatch();
  for (let turn = 0; turn < 60; turn++) {
    if ((await call('GET', match.path)).body.status !== 'active') break;
    const { token, decision } = await openDecision(match);
    const made = await call('POST', `${match.path}/moves`, token, {
      decision: decision.id,
      move: decision.legalMoves[0],
    });
    expect(made.status).toBe(201);
  }
  const { body } = await call('GET', match.path);
  expect(body.status).toBe('finished');
  expect(body.decisions).toEqual([]);
  await expect
    .poll(async () => (await call('GET', '/v1/inbox?limit=100', match.tokens[0])).body.items.at(-1).type)
    .toBe('match.ended');
  const inbox = (await call('GET', '/v1/inbox?limit=100', match.tokens[0])).body.items;
  expect(inbox.map(({ seq }: { seq: number }) => seq)).toEqual(
    inbox.map((_: unknown, index: number) => index + 1),
  );
  expect(new Set(inbox.map(({ id }: { id: string }) => id)).size).toBe(inbox.length);
});

test('50 concurrent identical moves for one decision make one commit, and each caller gets the same answer', async () => {
  const match = await startMatch();
  const { token, decision, version } = await openDecision(match);
  const move = { decision: decision.id, move: decision.legalMoves[0] };
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call('POST', `${match.path}/moves`, token, move)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await call('GET', match.path)).body.version).toBe(version + 1);
  expect(answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === 'true')).toHaveLength(49);
});

test('different moves at once for one decision make one commit; the others get 409 decision-closed', async () => {
  const match = await startMatch();
  const { token, decision, version } = await openDecision(match);
  const moves = decision.legalMoves as readonly unknown[];
  const answers = await Promise.all(
    moves.map((move) => call('POST', `${match.path}/moves`, token, { decision: decision.id, move })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'decision-closed')).toHaveLength(moves.length - 1);
  expect((await call('GET', match.path)).body.version).toBe(version + 1);
});

test('bad input gets its own problem, and nothing is appended', async () => {
  const match = await startMatch();
  const { token, other, decision, version } = await openDecision(match);
  const moves = `${match.path}/moves`;
  const good = { decision: decision.id, move: decision.legalMoves[0] };
  const refused: readonly (readonly [string, number, Answer])[] = [
    ['malformed-request', 400, await call('POST', moves, token, '{')],
    ['validation-failed', 422, await call('POST', moves, token, { ...good, extra: 1 })],
    ['validation-failed', 422, await call('POST', moves, token, { ...good, move: { type: 'dance' } })],
    [
      'validation-failed',
      422,
      await call('POST', moves, token, `{"__proto__":{},"decision":"${decision.id}","move":{"type":"take"}}`),
    ],
    [
      'body-too-large',
      413,
      await call('POST', moves, token, { ...good, move: { type: 'x'.repeat(17_000) } }),
    ],
    ['not-your-turn', 409, await call('POST', moves, other, good)],
    ['decision-closed', 409, await call('POST', moves, token, { ...good, decision: `1.${decision.seat}` })],
    ['unauthenticated', 401, await call('POST', moves, undefined, good)],
    ['not-found', 404, await call('POST', '/v1/matches/a%2Fb/moves', token, good)],
    ['not-found', 404, await call('GET', `/v1/matches/${'x'.repeat(5_000)}`, token)],
    ['not-found', 404, await call('GET', '/v1/nothing')],
    ['method-not-allowed', 405, await call('PATCH', '/v1/games')],
  ];
  for (const [code, status, answer] of refused) {
    expect([answer.body.code, answer.status]).toEqual([code, status]);
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
  }
  expect((await call('GET', match.path)).body.version).toBe(version);
});
