import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApi, type TestApi } from '../support/client.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (name: string): string => join(root, 'node_modules/.bin', name);

let api: TestApi & { readonly url: string };
let folder: string;
beforeAll(async () => {
  api = await openApi();
  folder = await mkdtemp(join(tmpdir(), 'giliran-client-'));
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});

/** A client as a stranger would write it, knowing nothing but the types that were generated from the contract. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.d.ts';

const clientOf = (token?: string) =>
  createClient<paths>({
    baseUrl: process.env.API ?? '',
    ...(token === undefined ? {} : { headers: { Authorization: \`Bearer \${token}\` } }),
  });

const register = async (name: string) => {
  const { data } = await clientOf().POST('/v1/players', { body: { name } });
  if (!data) throw new Error('not registered');
  return clientOf(data.token);
};

const ayu = await register('Ayu');
const budi = await register('Budi');
const { data: created, error } = await ayu.POST('/v1/matches', { body: { game: 'dandelions', seats: 2 } });
if (!created) throw new Error(error.detail);
const params = { path: { match: created.id } };
await budi.POST('/v1/matches/{match}/join', { params, body: {} });
for (let made = 0; made < 500; made++) {
  const { data: match } = await ayu.GET('/v1/matches/{match}', { params });
  const open = match?.decisions[0];
  if (!open) break;
  const by = open.seat === 0 ? ayu : budi;
  const { data: seen } = await by.GET('/v1/matches/{match}', { params });
  const own = seen?.decisions.find(({ seat }) => seat === open.seat);
  const move = own?.legalMoves?.[0];
  if (!own || !move) throw new Error('no legal move');
  const { error: refused } = await by.POST('/v1/matches/{match}/moves', { params, body: { decision: own.id, move } });
  if (refused) throw new Error(refused.detail);
}
const { data: over } = await ayu.GET('/v1/matches/{match}', { params });
console.log(over?.status, over?.outcome?.kind);
`;

test('a client whose types are generated from the contract compiles, and plays a match to its end', async () => {
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'client.ts'), program);
  await cp(join(root, 'tsconfig.json'), join(folder, 'base.json'));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: './base.json',
      include: ['client.ts'],
      compilerOptions: { typeRoots: ['node_modules/@types'] },
    }),
  );
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await run(bin('openapi-typescript'), [
    join(root, 'openapi/openapi.yaml'),
    '--default-non-nullable=false',
    '-o',
    join(folder, 'schema.d.ts'),
  ]);
  await run(bin('tsc'), ['-p', folder]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout);
  });
  const { stdout } = await run(process.execPath, ['client.ts'], {
    cwd: folder,
    env: { ...process.env, API: api.url },
  });
  expect(stdout).toMatch(/^finished (won|drawn)$/m);
}, 60_000);
