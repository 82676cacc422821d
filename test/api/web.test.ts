import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemCodes, problems } from '../../functions/api/problems.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

describe('clients in a browser', () => {
  const origin = 'https://client.example';

  test('may call from any origin, with a token and without cookies', async () => {
    const preflight = await world.send('/v1/matches', {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(preflight.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toMatch(/Authorization.*Idempotency-Key/);
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toMatch(/POST.*PATCH/);
  });

  test.each([
    ['an answer', '/v1/games', 200],
    ['a problem', '/v1/me', 401],
    ['an unknown path', '/v1/nothing', 404],
  ])('may read %s, with the headers that they need', async (_what, path, status) => {
    const answer = await world.send(path, { headers: { Origin: origin } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(answer.headers.get('Access-Control-Expose-Headers')).toMatch(/ETag.*Request-Id.*Retry-After/);
    expect(answer.headers.get('Vary')).toMatch(/Authorization/);
  });

  test('a preflight of a path that is not there is answered with a problem', async () => {
    const answer = await world.send('/v1/nothing', { method: 'OPTIONS', headers: { Origin: origin } });
    expect([answer.status, answer.body.code]).toEqual([404, 'not-found']);
  });
});

test('the docs page loads nothing from elsewhere', async () => {
  const { headers, text } = await world.send('/docs', {});
  expect(headers.get('Content-Security-Policy')).toMatch(/default-src 'none'; script-src 'self'/);
  expect(text).not.toMatch(/https?:\/\//);
  expect((await world.send('/docs/rapidoc.js', {})).status).toBe(200);
});

describe('the pages of problems', () => {
  test.each(problemCodes)(
    '%s: its type leads to a page with its status, what it means and an example',
    async (code) => {
      const { status, headers, text } = await world.send(`/problems/${code}`, {});
      expect([status, headers.get('Content-Type')]).toEqual([200, 'text/markdown; charset=utf-8']);
      expect(text).toContain(problems[code].help);
      const [, example = ''] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
      expect(JSON.parse(example)).toMatchObject({ code, status: problems[code].status });
    },
  );

  test('an unknown code has none', async () => {
    expect((await world.send('/problems/nothing', {})).status).toBe(404);
  });
});
