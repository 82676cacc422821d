import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problemsOf } from '../../functions/api/contract.ts';
import { operations } from '../../functions/api/routes/operations.ts';
import { type NoticeType, noticeTypes } from '../../functions/shared/store/notices.ts';
import { noticeBodySchema } from '../../openapi/notices.ts';
import { activeMatch, type Cast, castOf, sampleOf } from '../support/samples.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let cast: Cast;
beforeAll(async () => {
  world = await openWorld();
  cast = await castOf(world);
});
afterAll(() => world.stop());

const everyHeader = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'content-type',
  'request-id',
  'vary',
  'x-content-type-options',
];

describe.each(operations.map(({ contract }) => ({ id: contract.operationId, contract })))(
  '$id',
  ({ id, contract }) => {
    test('answers with the status, the headers and exactly the fields that the contract states', async () => {
      const { by, path, body } = await sampleOf(id, cast);
      const answer = await world.call(contract.method.toUpperCase(), path, by, body);
      expect([answer.status, answer.body?.detail]).toEqual([contract.status, undefined]);
      // What the schema doesn't know it leaves out, so that a field that isn't in the contract shows.
      if (contract.answer) expect(contract.answer.parse(answer.body)).toEqual(answer.body);
      else expect(answer.text).toBe('');
      const stated = [
        ...everyHeader,
        ...(contract.headers ?? []),
        ...(contract.method === 'get' ? ['ETag'] : []),
      ];
      const known = stated.map((header) => header.toLowerCase());
      expect([...answer.headers.keys()].filter((header) => !known.includes(header))).toEqual([]);
    });

    test('answers a stranger with a problem that the contract lists', async () => {
      if (contract.access.kind !== 'token') return;
      const { path, body } = await sampleOf(id, cast);
      const answer = await world.call(contract.method.toUpperCase(), path, undefined, body);
      expect(problemsOf(contract)).toContain(answer.body.code);
    });
  },
);

test('every notice that a match brings forth has exactly the fields that the contract states for its type', async () => {
  const seen = new Set<string>();
  const hook = await world.call('POST', '/v1/webhooks', cast.budi, { url: 'https://hooks.giliran.dev/budi' });
  expect(hook.status).toBe(201);
  const match = await activeMatch(cast, { visibility: 'public' });
  await world.drain();
  await world.call('POST', `/v1/matches/${match}/messages`, cast.ayu, { text: 'Good luck!' });
  await world.call('POST', `/v1/matches/${match}/draw-offers`, cast.ayu);
  await world.call('POST', `/v1/matches/${match}/cancel`, cast.ayu);
  await world.call('POST', `/v1/matches/${match}/resign`, cast.ayu);
  await world.call('POST', `/v1/matches/${match}/rematch`, cast.ayu);
  await world.drain();
  const items = [];
  for (let page = `/v1/webhooks/${hook.body.id}/deliveries?limit=100`; page; ) {
    const { body } = await world.call('GET', page, cast.budi);
    items.push(...body.items);
    page = body.nextCursor && `/v1/webhooks/${hook.body.id}/deliveries?cursor=${body.nextCursor}`;
  }
  for (const { body, type } of items) {
    const known = noticeTypes.find((name): name is NoticeType => name === type);
    if (!known) throw new Error(`${type} is no type of notice`);
    const sent = JSON.parse(body);
    expect(noticeBodySchema(known).parse(sent)).toEqual(sent);
    expect(Buffer.byteLength(body)).toBeLessThan(2_048);
    seen.add(type);
  }
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'webhook.ping',
      'match.invited',
      'match.started',
      'match.message',
      'draw.offered',
      'cancel.offered',
      'match.ended',
      'rematch.offered',
    ]),
  );
});
