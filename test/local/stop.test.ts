import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '../support/client.ts';
import { freePort, runServer } from '../support/process.ts';
import { behaviours, type Receiver, startReceiver } from '../support/receiver.ts';

let folder: string;
let receiver: Receiver;
beforeAll(async () => {
  [folder, receiver] = await Promise.all([mkdtemp(join(tmpdir(), 'giliran-')), startReceiver()]);
});
afterAll(async () => {
  await receiver.close();
  await rm(folder, { recursive: true });
});

/** A request whose body is only half sent until `finish`. */
const halfSent = async (url: string, body: string) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const answer = text(socket);
  const half = Math.floor(body.length / 2);
  socket.write(
    `POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, half)}`,
  );
  await sleep(100);
  return {
    finish: () => socket.write(body.slice(half)),
    answer,
  };
};

test('SIGTERM: what is under way is answered, no notice is lost, and who holds it up is cut off in time', async () => {
  const dataFolder = join(folder, 'held-up');
  const first = await runServer(dataFolder, await freePort());
  const { call, register, startMatch, play } = clientOf(first.url);
  const players = [await register('Ayu'), await register('Budi')] as const;
  const { body: endpoint } = await call('POST', '/v1/webhooks', players[1], { url: receiver.url });
  const match = await startMatch(players);
  receiver.behave(behaviours.silent);
  const before = receiver.received.length;
  await play(match, players, 6);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before);

  const [patient, stuck] = await Promise.all([
    halfSent(first.url, '{"name":"Citra"}'),
    halfSent(first.url, '{"name":"Dewi"}'),
  ]);
  const asked = Date.now();
  first.kill('SIGTERM');
  await sleep(50);
  patient.finish();
  expect(await patient.answer).toMatch(/^HTTP\/1\.1 201 /);
  expect(await stuck.answer).not.toContain('201');
  expect(await first.ended).toMatchObject({ code: 0, signal: null });
  expect(Date.now() - asked).toBeLessThan(5_000);

  receiver.behave(behaviours.ok);
  const second = await runServer(dataFolder, await freePort());
  const again = clientOf(second.url);
  const deliveries = async () =>
    (await again.call('GET', `/v1/webhooks/${endpoint.id}/deliveries?limit=100`, players[1])).body.items;
  const statuses = async () =>
    new Set((await deliveries()).map(({ status }: { readonly status: string }) => status));
  await expect.poll(statuses, { timeout: 5_000 }).not.toContain('pending');
  const told = (await again.inbox(players[1])).map(({ id }) => id);
  const delivered = (await deliveries()).map(({ noticeId }: { readonly noticeId: string }) => noticeId);
  expect(delivered).toEqual(expect.arrayContaining(told));
  expect(told.length).toBeGreaterThan(3);
  second.kill('SIGKILL');
  await second.ended;
});

test('SIGINT: what is under way is answered, and the process ends with exit code 0', async () => {
  const server = await runServer(join(folder, 'free'), await freePort());
  const patient = await halfSent(server.url, '{"name":"Citra"}');
  server.kill('SIGINT');
  await sleep(50);
  patient.finish();
  expect(await patient.answer).toMatch(/^HTTP\/1\.1 201 /);
  expect(await server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
});
