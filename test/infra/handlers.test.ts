import { stat } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { functionNames } from '../../infra/bundle.ts';
import { type Deployment, deploy, type GatewayRequest } from './lambda.ts';
import { allows, statementsOf } from './policies.ts';
import { synthesise } from './synth.ts';

let deployed: Deployment;
beforeAll(async () => {
  deployed = await deploy();
});
afterAll(() => deployed.stop());

const json = { 'content-type': 'application/json' };

const call = async (method: string, path: string, token?: string, body?: object) => {
  const answer = await deployed.api({
    method,
    path,
    headers: { ...json, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { ...answer, body: answer.body === '' ? undefined : JSON.parse(answer.body) };
};

const register = async (name: string): Promise<{ id: string; token: string }> => {
  const { body } = await call('POST', '/v1/players', undefined, { name });
  return { id: body.player.id, token: body.token };
};

/** A started match of two, whose first player has a webhook; the notices are not consumed yet. */
const startMatch = async () => {
  const players = [await register('Ayu'), await register('Budi')] as const;
  const hook = await call('POST', '/v1/webhooks', players[0].token, { url: 'https://hooks.giliran.dev/ayu' });
  const created = await call('POST', '/v1/matches', players[0].token, { game: 'district-noir' });
  const match: string = created.body.id;
  const joined = await call('POST', `/v1/matches/${match}/join`, players[1].token, {});
  return { players, match, hook, created, joined };
};

const inboxTypes = async (token: string): Promise<readonly string[]> =>
  (await call('GET', '/v1/inbox', token)).body.items.map(({ type }: { type: string }) => type);

describe('the API', () => {
  test('a match is created, joined and moved through the bundle', async () => {
    const { players, match, hook, created, joined } = await startMatch();
    expect([hook.statusCode, created.statusCode, joined.statusCode]).toEqual([201, 201, 200]);
    const seen = await call('GET', `/v1/matches/${match}`, players[0].token);
    const awaited = seen.body.decisions[0].seat;
    const mover = players[awaited]!;
    const { decisions } = (await call('GET', `/v1/matches/${match}`, mover.token)).body;
    const moved = await call('POST', `/v1/matches/${match}/moves`, mover.token, {
      decision: decisions[0].id,
      move: decisions[0].legalMoves[0],
    });
    expect(moved).toMatchObject({ statusCode: 201, body: { version: seen.body.version + 1 } });
  });

  test('a move counts by the instant at which the gateway received it', async () => {
    const players = [await register('Citra'), await register('Dewi')] as const;
    const receivedAt = Date.now();
    const created = await deployed.api({
      method: 'POST',
      path: '/v1/matches',
      headers: { ...json, authorization: `Bearer ${players[0].token}` },
      body: JSON.stringify({ game: 'conquian' }),
      receivedAt,
    });
    expect(JSON.parse(created.body).createdAt).toBe(new Date(receivedAt).toISOString());
  });

  test('a body in base64 is read as what it stands for', async () => {
    const body = Buffer.from(JSON.stringify({ name: 'Éka' })).toString('base64');
    const answer = await deployed.api({
      method: 'POST',
      path: '/v1/players',
      headers: json,
      body,
      isBase64Encoded: true,
    });
    expect(JSON.parse(answer.body).player.name).toBe('Éka');
  });

  test('the contract, the docs page and its script are served from the package', async () => {
    const answers = await Promise.all(
      ['/openapi.json', '/docs', '/docs/rapidoc.js', '/healthz'].map((path) =>
        deployed.api({ method: 'GET', path }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(answers[2]?.body.length).toBeGreaterThan(100_000);
  });

  const hostile: readonly GatewayRequest[] = [
    { method: 'GET', path: '//evil.test/v1/games' },
    { method: 'GET', path: '/v1/matches/../../etc/passwd' },
    { method: 'GET', path: '/v1/matches/mat_a#b' },
    { method: 'GET', path: '/v1/matches/%' },
    { method: 'GET', path: '/v1/matches/\u0000' },
    { method: 'GET', path: `/v1/matches/${'a'.repeat(5_000)}` },
    { method: 'TRACE', path: '/v1/games' },
    { method: 'CONNECT', path: '/v1/games' },
    { method: 'G T', path: '/v1/games' },
    { method: 'GET', path: '/v1/nothing', body: 'a body with GET' },
    { method: 'GET', path: '/v1/me', query: '%zz=%&&&=' },
  ];
  test.each(hostile)(
    '$method $path is answered with a problem, also where the adapter fails',
    async (request) => {
      const answer = await deployed.api(request);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(answer.headers).toHaveProperty('request-id');
      expect(JSON.parse(answer.body).status).toBe(answer.statusCode);
      expect(answer.statusCode).toBeLessThan(500);
    },
  );

  test('limits count the address that the gateway saw, whatever a header says', async () => {
    const from = (sourceIp: string, forwarded: string) =>
      deployed.api({
        method: 'GET',
        path: '/v1/lobby',
        sourceIp,
        headers: { 'x-forwarded-for': forwarded },
      });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, count) => from('203.0.113.99', `198.51.100.${count}`)),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers).toHaveProperty('retry-after');
    expect((await from('203.0.113.98', '203.0.113.99')).statusCode).toBe(200);
  });
});

describe('the consumer', () => {
  test('a batch of the stream tells the players and queues deliveries; a poisoned record fails alone', async () => {
    const { players } = await startMatch();
    expect(await inboxTypes(players[0].token)).toEqual([]);
    const poison = {
      eventName: 'INSERT',
      dynamodb: { NewImage: { pk: { S: 'MATCH#x' }, sk: { S: 'C#0000000001' } }, SequenceNumber: 'poison' },
    };
    const before = deployed.calls.length;
    const answer = await deployed.stream([poison]);
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'poison' }]);
    expect(await inboxTypes(players[0].token)).toEqual(expect.arrayContaining(['match.started']));
    const sent = deployed.calls.slice(before).filter(({ action }) => action === 'sqs:SendMessage');
    expect(sent.length).toBeGreaterThan(0);
  });
});

describe('the dispatcher', () => {
  test('a queued delivery is attempted and logged; a message that is none fails alone', async () => {
    const { players, hook } = await startMatch();
    const webhook = hook.body;
    const pinged = await call('POST', `/v1/webhooks/${webhook.id}/ping`, players[0].token);
    expect(pinged.statusCode).toBe(202);
    const queued = deployed.calls.filter(({ action }) => action === 'sqs:SendMessage').at(-1);
    const answer = await deployed.dispatcher([queued?.input.MessageBody ?? '', '{"player":1}']);
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'message-1' }]);
    const { body } = await call('GET', `/v1/webhooks/${webhook.id}/deliveries`, players[0].token);
    expect(body.items[0].attempts).toHaveLength(1);
  });
});

describe('the sweeper', () => {
  test('one start sweeps every shard of what is due', async () => {
    const before = deployed.calls.length;
    await deployed.sweeper();
    const queries = deployed.calls.slice(before).filter(({ action }) => action === 'dynamodb:Query');
    expect(queries.length).toBeGreaterThanOrEqual(4);
  });
});

describe('the bundles', () => {
  test('the API, minified, with all it imports, has at most 750 KB (design §9)', async () => {
    const { size } = await stat(path.join(deployed.bundles, 'api', 'index.mjs'));
    expect(size).toBeLessThanOrEqual(750 * 1024);
  });
});

/** Last, so that it sees the calls of all the tests above. */
describe('permissions', () => {
  const templates = Object.values(synthesise());
  test.each(functionNames)('everything that %s asked of AWS is allowed to its role', (name) => {
    const statements = statementsOf(templates, name);
    const made = deployed.calls.filter(({ by }) => by === name);
    expect(made.length).toBeGreaterThan(0);
    expect(made.filter((one) => !allows(statements, one))).toEqual([]);
  });
});
