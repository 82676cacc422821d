import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReceiver, type ReceivedNotice } from '../../functions/local/notices.ts';
import { openApi, type TestApi } from '../support/client.ts';
import { freePort, runProgram } from '../support/process.ts';

let api: TestApi & { readonly url: string };
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.stop());

test('listen registers an endpoint, prints each verified notice, and deletes the endpoint when it is ended', async () => {
  const ayu = await api.register('Ayu');
  const budi = await api.register('Budi');
  const listener = runProgram('functions/local/cli.ts', ['listen', '--api', api.url, '--token', ayu.token]);
  await listener.says(/webhook\.ping.*verified/);
  const match = await api.startMatch([ayu, budi], { options: { firstSeat: 0 } });
  await listener.says(new RegExp(`turn\\.started.*${match}.*verified, evt_`));
  expect((await api.call('GET', '/v1/webhooks', ayu)).body.items).toHaveLength(1);
  listener.kill('SIGTERM');
  expect((await listener.ended).code).toBe(0);
  expect((await api.call('GET', '/v1/webhooks', ayu)).body.items).toEqual([]);
});

test.each([
  ['no server there', async () => ['--api', `http://127.0.0.1:${await freePort()}`], 1, /no answer from/],
  ['a token of nobody', async () => ['--api', api.url, '--token', 'tok_nobody'], 1, /401 unauthenticated/],
  ['an argument it does not know', async () => ['--loud'], 2, /listen takes --api/],
])('listen says in a sentence why it ends: %s', async (_why, args, code, sentence) => {
  const ended = await runProgram('functions/local/cli.ts', ['listen', ...(await args())]).ended;
  expect(ended.code).toBe(code);
  expect(ended.stderr).toMatch(sentence);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
});

test('the receiver takes a notice once, and nothing that is not signed with its secret', async () => {
  const taken: ReceivedNotice[] = [];
  const refused: string[] = [];
  const receiver = await openReceiver(
    (notice) => taken.push(notice),
    (reason) => refused.push(reason),
  );
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({ type: 'webhook.ping', timestamp: '2026-01-01T00:00:00Z', data: {} });
  const now = new Date();
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
  };
  const post = async (sent: string) =>
    (await fetch(receiver.url, { method: 'POST', headers, body: sent })).status;
  expect(await post(body)).toBe(503);
  receiver.trust(secret);
  expect([await post(body), await post(body)]).toEqual([204, 204]);
  expect(await post(body.replace('ping', 'pong'))).toBe(400);
  expect(taken.map(({ id, type }) => [id, type])).toEqual([['evt_1', 'webhook.ping']]);
  expect(refused).toHaveLength(1);
  await receiver.close();
});
