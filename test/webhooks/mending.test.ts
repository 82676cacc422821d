import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostOffice, type PostOffice } from '../support/post-office.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const dayMs = 86_400_000;

let office: PostOffice;
let receiver: Receiver;
beforeAll(async () => {
  [office, receiver] = await Promise.all([openPostOffice(), startReceiver()]);
});
afterAll(() => Promise.all([office.stop(), receiver.close()]));

test('mending that goes over an old log again sends a new endpoint nothing from before it was there', async () => {
  const endpoint = await office.open(receiver.url);
  const before = receiver.received.length;
  await expect(office.tell(endpoint, { at: office.now() - dayMs })).rejects.toThrow('there is no delivery');
  await office.deliver();
  expect(receiver.received.length).toBe(before);
  expect((await office.tell(endpoint)).status).toBe('pending');
});

test('nor does it send anything again whose delivery is so old that its row is gone', async () => {
  const endpoint = await office.open(receiver.url, { createdAt: office.now() - 90 * dayMs });
  await expect(office.tell(endpoint, { at: office.now() - 31 * dayMs })).rejects.toThrow(
    'there is no delivery',
  );
  expect((await office.tell(endpoint, { at: office.now() - 29 * dayMs })).status).toBe('pending');
});
