import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDatabase } from '../../functions/local/database.ts';
import { clientOf, type TestPlayer } from '../support/client.ts';
import { freePort, runProgram, runServer, type TestProcess } from '../support/process.ts';

let folder: string;
let server: TestProcess & { readonly url: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giliran-'));
  server = await runServer(join(folder, 'owned'), await freePort());
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.ended;
  await rm(folder, { recursive: true });
});

/** Starts where it can't, and says what it printed: one sentence or two, nothing that only we understand, and exit code 1. */
const refusedStart = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const { code, stdout, stderr } = await runProgram('functions/local/main.ts', [], { PORT: '0', ...env })
    .ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).not.toMatch(/^\s+at |node:internal|\.ts:\d/m);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  return stderr;
};

/** A data folder in which LevelDB has lost its way. */
const damaged = async (name: string, file: string, content: string | Buffer): Promise<string> => {
  const path = join(folder, name);
  await mkdir(join(path, 'db'), { recursive: true });
  await writeFile(join(path, file), content);
  return path;
};

describe.concurrent('a start that can not be says why in a sentence and ends with exit code 1', () => {
  test('another process owns the data folder, and goes on undisturbed', async () => {
    const said = await refusedStart({ GILIRAN_DATA: join(folder, 'owned') });
    expect(said).toMatch(
      /Another process is using the database \S+owned\S+\. End it, or .* GILIRAN_DATA\.$/m,
    );
    expect((await clientOf(server.url).call('GET', '/healthz')).status).toBe(200);
  });

  test('the port is in use', async () => {
    const { port } = new URL(server.url);
    const said = await refusedStart({ GILIRAN_DATA: join(folder, 'other'), PORT: port });
    expect(said).toBe(`Port ${port} is in use. End what listens there, or choose another port with PORT.\n`);
  });

  test.each(['65536', '80.5'])('PORT=%s is no port', async (port) => {
    expect(await refusedStart({ GILIRAN_DATA: join(folder, 'other'), PORT: port })).toMatch(
      /^PORT must be a number/,
    );
  });

  test('the other database is no address, or is not there', async () => {
    const start = (DYNAMODB_ENDPOINT: string) =>
      refusedStart({ GILIRAN_DATA: join(folder, 'other'), DYNAMODB_ENDPOINT });
    expect(await start('localhost:8000')).toMatch(/^DYNAMODB_ENDPOINT must be an address like http:/);
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    expect(await start(nowhere)).toMatch(
      new RegExp(`^The database at ${nowhere} can't be used: .*ECONNREFUSED`),
    );
  });

  test('the data folder lies below a file', async () => {
    await writeFile(join(folder, 'file'), '');
    const said = await refusedStart({ GILIRAN_DATA: join(folder, 'file', 'data') });
    expect(said).toMatch(/can't be opened: .*ENOTDIR/);
  });

  test('the data folder can not be written to', async () => {
    expect(await refusedStart({ GILIRAN_DATA: '/sys/giliran' })).toMatch(
      /can't be opened: E(PERM|ACCES|ROFS)/,
    );
  });

  test('the database is damaged', async () => {
    const path = await damaged('no-database', 'db/CURRENT', randomBytes(64));
    expect(await refusedStart({ GILIRAN_DATA: path })).toMatch(/can't be opened: .*Mend or move it/);
    expect(await readdir(join(path, 'db'))).toContain('CURRENT');
  });

  test('the server key is damaged', async () => {
    const path = await damaged('no-key', 'server.key', 'abc');
    expect(await refusedStart({ GILIRAN_DATA: path })).toMatch(/server\.key is damaged/);
  });

  test("the sandbox's clock is damaged", async () => {
    const path = await damaged('no-clock', 'sandbox.json', '{"offsetMs":');
    expect(await refusedStart({ GILIRAN_DATA: path })).toMatch(/sandbox\.json.* is damaged/);
  });
});

test('neither the server itself nor its database can be the target of a webhook, by any of their names', async () => {
  const { call, register } = clientOf(server.url);
  const ayu = await register('Ayu');
  const { port } = new URL(server.url);
  for (const host of ['127.0.0.1', 'localhost', 'me.localhost', '[::1]', '127.1']) {
    const refused = await call('POST', '/v1/webhooks', ayu, { url: `http://${host}:${port}/v1/players` });
    expect([refused.status, refused.body.reason]).toEqual([422, 'own-host']);
  }
});

test('DYNAMODB_ENDPOINT puts everything on another DynamoDB-compatible server, which outlives us', async () => {
  const database = await startDatabase();
  try {
    const env = { GILIRAN_DATA: join(folder, 'elsewhere'), PORT: '0', DYNAMODB_ENDPOINT: database.endpoint };
    const register = async (): Promise<TestPlayer> => {
      const program = runProgram('functions/local/main.ts', [], env);
      const [, url = ''] = await program.says(/API +(http:\S+)/);
      const player = await clientOf(url).register('Ayu');
      program.kill('SIGTERM');
      expect((await program.ended).code).toBe(0);
      return player;
    };
    const ayu = await register();
    const program = runProgram('functions/local/main.ts', [], env);
    const [, url = ''] = await program.says(/API +(http:\S+)/);
    expect((await clientOf(url).call('GET', '/v1/me', ayu)).body).toMatchObject({ id: ayu.id });
    program.kill('SIGTERM');
    await program.ended;
  } finally {
    await database.stop();
  }
});
