/** Who may do what: every operation against every state of a token, and the order of checks of design §4. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../functions/api/operation.ts';
import { operations } from '../../functions/api/routes/operations.ts';
import { scopes } from '../../functions/shared/store/accounts.ts';
import {
  activeMatch,
  awaitedIn,
  type Cast,
  castOf,
  finishedMatch,
  type Sample,
  sampleOf,
  samples,
  tokenFor,
} from '../support/samples.ts';
import { type Inhabitant, openWorld, type World, type WorldAnswer } from '../support/world.ts';

let world: World;
let cast: Cast;
beforeAll(async () => {
  world = await openWorld();
  cast = await castOf(world);
});
afterAll(() => world.stop());

const send = ({ contract }: Operation, { path, body }: Sample, by?: Inhabitant): Promise<WorldAnswer> =>
  world.call(contract.method.toUpperCase(), path, by, body);

const problemOf = ({ status, headers, body }: WorldAnswer) => ({
  status,
  code: body?.code,
  challenge: headers.get('WWW-Authenticate'),
});

const unauthenticated = { status: 401, code: 'unauthenticated', challenge: 'Bearer realm="giliran"' };
const notFound = { status: 404, code: 'not-found', challenge: null };

const named = (chosen: readonly Operation[]) =>
  chosen.map((operation) => [operation.contract.operationId, operation] as const);

test('every operation has a sample, and every sample an operation', () => {
  expect(Object.keys(samples).sort()).toEqual(operations.map(({ contract }) => contract.operationId).sort());
});

describe('an operation that knows callers', () => {
  const known = operations.filter(({ contract }) => contract.access.kind !== 'anyone');

  test.each(named(known))(
    '%s refuses all tokens but the right one, whose scope is enough, and a refusal changes nothing',
    async (operationId, operation) => {
      const { access, status, params = {} } = operation.contract;
      if (access.kind === 'anyone') throw new Error('it knows none');
      const sample = await sampleOf(operationId, cast);
      const owner = sample.by ?? cast.ayu;
      const others = scopes.filter((scope) => scope !== access.scope);
      const wrong = await tokenFor(world, owner, others);
      const expired = await tokenFor(world, owner, scopes, world.now());
      const revoked = await tokenFor(world, owner, scopes);
      await world.store.accounts.deleteToken(owner.id, revoked.tokenId);
      const isPrivate = ['match', 'webhook', 'token'].some((param) => param in params);
      const before = await world.dump();

      if (access.kind === 'token') expect(problemOf(await send(operation, sample))).toEqual(unauthenticated);
      expect(problemOf(await send(operation, sample, wrong))).toEqual({
        status: 403,
        code: 'insufficient-scope',
        challenge: null,
      });
      for (const token of [expired.token, revoked.token, 'gil_unknown']) {
        const answer = await send(operation, sample, { ...owner, token });
        expect(problemOf(answer)).toEqual(unauthenticated);
      }
      if (isPrivate) expect(problemOf(await send(operation, sample, cast.citra))).toEqual(notFound);
      expect(await world.dump()).toEqual(before);

      const narrow = await tokenFor(world, owner, [access.scope]);
      expect([operationId, (await send(operation, sample, narrow)).status]).toEqual([operationId, status]);
    },
  );
});

describe('an Authorization header', () => {
  const malformed = [
    '',
    'Bearer',
    'Bearer ',
    'Basic QXl1Og==',
    'gil_x',
    'Bearer a b',
    `Bearer ${'x'.repeat(201)}`,
  ];

  test.each(malformed)('of the form "%s" is refused, also where a token is not needed', async (header) => {
    for (const path of ['/v1/me', '/v1/lobby']) {
      const answer = await world.send(path, { headers: { Authorization: header } });
      expect(problemOf(answer)).toEqual(unauthenticated);
    }
  });

  test('may name its scheme in any case', async () => {
    const headers = { Authorization: `bEARER ${cast.ayu.token}` };
    expect((await world.send('/v1/me', { headers })).body.id).toBe(cast.ayu.id);
  });

  test('is not looked at where everybody gets the same', async () => {
    expect((await world.send('/v1/games', { headers: { Authorization: 'nonsense' } })).status).toBe(200);
  });
});

test('a token can’t make one that may do more than itself', async () => {
  const narrow = await tokenFor(world, cast.ayu, ['account']);
  const before = await world.dump();
  for (const scope of scopes.filter((other) => other !== 'account')) {
    const answer = await world.call('POST', '/v1/me/tokens', narrow, {
      name: 'x',
      scopes: ['account', scope],
    });
    expect([answer.status, answer.body.code]).toEqual([403, 'insufficient-scope']);
    expect(answer.body.detail).toContain(scope);
  }
  expect(await world.dump()).toEqual(before);
});

/** What a move is refused for, each fault being mended in turn: the order of checks of design §4. */
test('of several faults the first in the order of checks is told', async () => {
  const strict = await openWorld(undefined, { burst: 40, perSecond: 1 });
  try {
    const people = await castOf(strict);
    const over = `/v1/matches/${await finishedMatch(people)}/moves`;
    const { by, other, path, decision } = await awaitedIn(people, await activeMatch(people));
    const moves = `${path}/moves`;
    const reader = await tokenFor(strict, by, ['matches:read']);
    const big = ' '.repeat(16 * 1024 + 1);
    const json = 'application/json';
    const unknown = '/v1/matches/mat_00000000000000000000000000/moves';
    const closed = `1.${decision.seat}`;
    const theirs = `1.${1 - decision.seat}`;
    const nonsense = { type: 'dance' };
    const ask = async (
      method: string,
      to: string,
      who: Inhabitant | undefined,
      type: string,
      body: unknown,
    ) => {
      const answer = await strict.send(to, {
        method,
        headers: { 'Content-Type': type, ...(who ? { Authorization: `Bearer ${who.token}` } : {}) },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return [answer.status, answer.body.code];
    };
    await ask('POST', moves, by, json, '{');
    const before = await strict.dump();
    const told = [
      await ask('PUT', moves, undefined, 'text/plain', big),
      await ask('POST', moves, undefined, 'text/plain', big),
      await ask('POST', moves, undefined, 'text/plain', '{'),
      await ask('POST', moves, undefined, json, '{'),
      await ask('POST', moves, reader, json, '{'),
      await ask('POST', unknown, by, json, '{'),
      await ask('POST', unknown, by, json, { decision: 'first' }),
      await ask('POST', unknown, by, json, { decision: '1.0', move: nonsense }),
      await ask('POST', moves, people.citra, json, { decision: theirs, move: nonsense }),
      await ask('POST', over, by, json, { decision: theirs, move: nonsense }),
      await ask('POST', moves, by, json, { decision: theirs, move: nonsense }),
      await ask('POST', moves, by, json, { decision: closed, move: nonsense }),
      await ask('POST', moves, other, json, { decision: decision.id, move: nonsense }),
      await ask('POST', moves, by, json, { decision: decision.id, move: nonsense }),
      await ask('POST', moves, by, json, { decision: decision.id, move: { type: 'play', card: 'no card' } }),
    ];
    expect(told).toEqual([
      [405, 'method-not-allowed'],
      [413, 'body-too-large'],
      [415, 'unsupported-media-type'],
      [401, 'unauthenticated'],
      [403, 'insufficient-scope'],
      [400, 'malformed-request'],
      [422, 'validation-failed'],
      [404, 'not-found'],
      [404, 'not-found'],
      [409, 'match-over'],
      [409, 'not-your-turn'],
      [409, 'decision-closed'],
      [409, 'not-your-turn'],
      [422, 'validation-failed'],
      [422, 'validation-failed'],
    ]);
    let last: readonly unknown[] = [];
    for (let asked = 0; asked <= 40 && last[0] !== 429; asked++)
      last = await ask('POST', moves, by, json, '{');
    expect(last).toEqual([429, 'too-many-requests']);
    expect(await ask('POST', moves, undefined, json, '{')).toEqual([401, 'unauthenticated']);
    expect(await ask('POST', moves, by, 'text/plain', '{')).toEqual([415, 'unsupported-media-type']);
    expect(await strict.dump()).toEqual(before);
  } finally {
    await strict.stop();
  }
});
