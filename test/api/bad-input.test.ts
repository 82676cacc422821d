import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/api/routes/operations.ts';
import {
  activeMatch,
  awaitedIn,
  type Cast,
  castOf,
  finishedMatch,
  type Sample,
  sampleOf,
} from '../support/samples.ts';
import { openWorld, type World, type WorldAnswer } from '../support/world.ts';

let world: World;
let cast: Cast;
beforeAll(async () => {
  world = await openWorld();
  cast = await castOf(world);
});
afterAll(() => world.stop());

/** What the answer must be, and that nothing at all was written. */
const expectRefused = async (
  send: () => Promise<WorldAnswer>,
  expected: { readonly status: number; readonly code: string; readonly [member: string]: unknown },
): Promise<WorldAnswer> => {
  const before = await world.dump();
  const answer = await send();
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
  expect(answer.body).toMatchObject({
    type: `https://giliran.example/problems/${expected.code}`,
    title: expect.any(String),
    detail: expect.any(String),
    instance: expect.any(String),
    ...expected,
  });
  expect(answer.status).toBe(expected.status);
  expect(await world.dump()).toEqual(before);
  return answer;
};

const withBody = operations.filter(({ contract }) => contract.body);

const sendBody = (
  method: string,
  { by, path }: Sample,
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
): Promise<WorldAnswer> =>
  world.send(path, {
    method: method.toUpperCase(),
    headers: { 'Content-Type': type, ...(by ? { Authorization: `Bearer ${by.token}` } : {}) },
    body,
  });

const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;

describe.each(withBody.map(({ contract }) => ({ id: contract.operationId, contract })))(
  '$id',
  ({ id, contract }) => {
    const bytesMax = contract.bodyBytesMax ?? 64 * 1024;
    let sample: Sample;
    beforeAll(async () => {
      sample = await sampleOf(id, cast);
    });

    test.each([
      ['no JSON', '{"a":'],
      ['nothing', ''],
      ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ])('refuses %s as malformed', async (_what, body) => {
      await expectRefused(() => sendBody(contract.method, sample, body), {
        status: 400,
        code: 'malformed-request',
      });
    });

    test.each([
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
    ])('refuses the media type %s', async (type) => {
      await expectRefused(() => sendBody(contract.method, sample, '{}', type), {
        status: 415,
        code: 'unsupported-media-type',
      });
    });

    test.each([
      ['a list', '[]'],
      ['null', 'null'],
      ['a number', '1e400'],
      ['a very deep list', deep],
      ['an unknown field', JSON.stringify({ 'no such field': 1 })],
      ['__proto__', '{"__proto__":{"isAdmin":true}}'],
      ['constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
    ])('refuses %s with pointers into the body', async (_what, body) => {
      const { body: problem } = await expectRefused(() => sendBody(contract.method, sample, body), {
        status: 422,
        code: 'validation-failed',
      });
      expect(problem.errors.length).toBeGreaterThan(0);
      for (const { pointer, detail } of problem.errors) {
        expect(pointer).toMatch(/^(\/|$)/);
        expect(detail).toMatch(/./);
      }
      expect(Reflect.get({}, 'isAdmin')).toBeUndefined();
    });

    test('refuses a body over its bound', async () => {
      const body = JSON.stringify({ filler: 'x'.repeat(bytesMax) });
      await expectRefused(() => sendBody(contract.method, sample, body), {
        status: 413,
        code: 'body-too-large',
      });
    });
  },
);

const withParams = operations.filter(({ contract }) => contract.params);

const hostileIds = {
  'an encoded slash': '%2F',
  'an encoded NUL': '%00',
  'a key of the table': 'mat_a%23b',
  dots: '%2E%2E',
  'five thousand characters': 'x'.repeat(5_000),
  'upper case': 'MAT_06F2K3M9Q8ZV4X7W1C5B0N2D3E',
  'another prefix': 'xxx_06f2k3m9q8zv4x7w1c5b0n2d3e',
  'an id of nothing': 'mat_06f2k3m9q8zv4x7w1c5b0n2d3e',
  'half an escape': '%E0%A4%A',
  'a surrogate': '%ED%A0%80',
  __proto__: '__proto__',
};

describe.each(withParams.map(({ contract }) => ({ id: contract.operationId, contract })))(
  '$id',
  ({ id, contract }) => {
    let sample: Sample;
    beforeAll(async () => {
      sample = await sampleOf(id, cast);
    });

    test.each(Object.entries(hostileIds))(
      'answers %s in the place of its ids as not found',
      async (_what, hostile) => {
        const path = contract.path.replaceAll(/\{\w+\}/g, () => hostile);
        await expectRefused(
          () => world.call(contract.method.toUpperCase(), path, sample.by ?? cast.ayu, sample.body),
          { status: 404, code: 'not-found' },
        );
      },
    );
  },
);

describe('paths and methods', () => {
  test.each([
    '/',
    '/v1',
    '/v1/',
    '/v1/matches/',
    '/v2/games',
    '/v1/games/conquian/rules',
    '/.env',
    '//v1/games',
    '/V1/games',
  ])('%s is not there', async (path) => {
    await expectRefused(() => world.call('GET', path, cast.ayu), { status: 404, code: 'not-found' });
  });

  const paths = [...new Set(operations.map(({ contract }) => contract.path))];
  test.each(paths)('%s names the methods that it has', async (path) => {
    const has = operations
      .filter(({ contract }) => contract.path === path)
      .map(({ contract }) => contract.method.toUpperCase());
    const [lacks = ''] = ['DELETE', 'PATCH', 'PUT', 'POST', 'GET'].filter((method) => !has.includes(method));
    const concrete = path.replaceAll(/\{\w+\}/g, 'x');
    const { headers } = await expectRefused(() => world.call(lacks, concrete, cast.ayu), {
      status: 405,
      code: 'method-not-allowed',
    });
    expect(headers.get('Allow')?.split(', ').sort()).toEqual([...has].sort());
  });
});

describe('a move', () => {
  const move = (path: string, by: Cast['ayu'], body: object) => world.call('POST', `${path}/moves`, by, body);

  test('in a match of others that is private is answered as if there were none', async () => {
    const { path, decision, move: legal } = await awaitedIn(cast, await activeMatch(cast));
    await expectRefused(() => move(path, cast.citra, { decision: decision.id, move: legal }), {
      status: 404,
      code: 'not-found',
    });
  });

  test('in a public match of others is forbidden', async () => {
    const {
      path,
      decision,
      move: legal,
    } = await awaitedIn(cast, await activeMatch(cast, { visibility: 'public' }));
    await expectRefused(() => move(path, cast.citra, { decision: decision.id, move: legal }), {
      status: 403,
      code: 'forbidden',
    });
  });

  test('for a decision of another seat, or out of turn, is not one’s turn', async () => {
    const { path, other, decision, move: legal } = await awaitedIn(cast, await activeMatch(cast));
    await expectRefused(() => move(path, other, { decision: decision.id, move: legal }), {
      status: 409,
      code: 'not-your-turn',
    });
  });

  test('for a decision that was answered otherwise, or never was open, is closed', async () => {
    const { path, by, seat, decision } = await awaitedIn(cast, await activeMatch(cast));
    const [first, second] = decision.legalMoves;
    expect((await move(path, by, { decision: decision.id, move: first })).status).toBe(201);
    for (const id of [decision.id, `999.${seat}`])
      await expectRefused(() => move(path, by, { decision: id, move: second }), {
        status: 409,
        code: 'decision-closed',
      });
  });

  test('that breaks a rule is refused with the reason, the ruling and what is legal', async () => {
    const { path, by, decision } = await awaitedIn(cast, await activeMatch(cast));
    const held = decision.legalMoves.map(({ card }: { card?: string }) => card);
    const card = ['5', '6', '7', '8', '+1', '+2', '+3', '+4'].find((face) => !held.includes(face));
    await expectRefused(() => move(path, by, { decision: decision.id, move: { type: 'play', card } }), {
      status: 422,
      code: 'illegal-move',
      reason: expect.stringMatching(/^[a-z-]+$/),
      ruling: expect.stringMatching(/^DI-R\d+$/),
      legalMoves: decision.legalMoves,
    });
  });

  test('that fits no schema of the game is refused with pointers', async () => {
    const { path, by, decision } = await awaitedIn(cast, await activeMatch(cast));
    for (const wrong of [
      { type: 'fly' },
      { type: 'play' },
      { type: 'play', card: 8 },
      { type: 'play', card: '8', more: 1 },
    ]) {
      const { body } = await expectRefused(() => move(path, by, { decision: decision.id, move: wrong }), {
        status: 422,
        code: 'validation-failed',
      });
      expect(body.errors[0].pointer).toMatch(/^\/move/);
    }
  });

  test('in a match that is over is refused', async () => {
    const path = `/v1/matches/${await finishedMatch(cast)}`;
    await expectRefused(() => move(path, cast.ayu, { decision: '2.0', move: { type: 'take' } }), {
      status: 409,
      code: 'match-over',
    });
  });
});
