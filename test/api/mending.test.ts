/** What a crash leaves between a write and its consequences is mended when the local runner starts again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ok } from '../../domain/engine/result.ts';
import { startDatabase } from '../../functions/local/database.ts';
import { runLocal } from '../../functions/local/run.ts';
import { freshId } from '../../functions/shared/ids.ts';
import { silentLog } from '../../functions/shared/log.ts';
import { runCommand } from '../../functions/shared/matches.ts';
import { createDynamoClient, localConnection } from '../../functions/shared/store/dynamo/client.ts';
import { createDynamoStore } from '../../functions/shared/store/dynamo/store.ts';
import { clientOf } from '../support/client.ts';

test('a message without its notice, and a rematch that was agreed but not made', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'giliran-'));
  const start = () => runLocal({ dataFolder, port: 0, logger: silentLog });
  let server = await start();
  try {
    let api = clientOf(server.url);
    const [ayu, budi] = await Promise.all([api.register('Ayu'), api.register('Budi')]);
    const id = await api.startMatch([ayu, budi]);
    await api.call('POST', `/v1/matches/${id}/resign`, budi);
    await api.call('POST', `/v1/matches/${id}/rematch`, budi);
    await server.stop();

    const rematch = freshId('mat', Date.now());
    const message = freshId('msg', Date.now());
    const database = await startDatabase({ path: join(dataFolder, 'db') });
    const client = createDynamoClient(localConnection(database.endpoint));
    const store = createDynamoStore({ client, tableName: 'giliran', now: Date.now });
    const clock = { now: Date.now, wall: Date.now };
    const deps = { log: store.log, accounts: store.accounts, clock, logger: silentLog };
    const agreed = { type: 'offer-rematch', player: ayu.id, rematch } as const;
    await runCommand(deps, id, { receivedAt: Date.now() }, () => ok(agreed));
    await store.talk.writeMessage({
      id: message,
      matchId: id,
      player: ayu.id,
      seat: 0,
      text: 'again?',
      at: Date.now(),
    });
    store.close();
    await database.stop();

    server = await start();
    api = clientOf(server.url);
    const made = await api.call('GET', `/v1/matches/${rematch}`, budi);
    expect(made.body).toMatchObject({ status: 'active', rematchOf: id });
    const told = async () =>
      (await api.inbox(budi)).filter(({ data }) => data.message === message || data.matchId === rematch);
    const types = async () => (await told()).map(({ type }) => type);
    await expect.poll(types).toEqual(expect.arrayContaining(['match.message', 'match.started']));
    const { items } = (await api.call('GET', '/v1/matches?state=active', budi)).body;
    expect(items.map((item: { id: string }) => item.id)).toEqual([rematch]);
  } finally {
    await server.stop();
    await rm(dataFolder, { recursive: true });
  }
});
