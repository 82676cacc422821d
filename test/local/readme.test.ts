import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApi, type TestApi } from '../support/client.ts';

let api: TestApi & { readonly url: string };
beforeAll(async () => {
  api = await openApi();
});
afterAll(() => api.stop());

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The code block under a heading of the README. */
const blockUnder = (heading: string): string => {
  const [, block = ''] = /```\n([\s\S]*?)```/.exec(readme.slice(readme.indexOf(`## ${heading}`))) ?? [];
  return block.replace(/^API=.*$/m, `API=${api.url}`);
};

const hasCurl = (): boolean => {
  try {
    execFileSync('curl', ['--version']);
    return true;
  } catch {
    return false;
  }
};

const sh = async (script: string): Promise<string> =>
  (await promisify(execFile)('bash', ['-euc', script], { timeout: 20_000 })).stdout;

test.skipIf(!hasCurl())(
  "the README's own lines create, join and move a match in fewer than ten commands",
  async () => {
    const lines = blockUnder('A first match by curl');
    expect(lines.trim().split('\n').length).toBeLessThan(10);
    const said = await sh(`${lines}\necho; echo "$M $B"`);
    const [match, token = ''] = said.trim().split('\n').at(-1)?.split(' ') ?? [];
    const { body } = await api.call('GET', `/v1/matches/${match}`, { token });
    expect(body).toMatchObject({ status: 'active', decisions: [{ seat: 1, legalMoves: expect.anything() }] });
  },
);

test.skipIf(!hasCurl())("the README's sandbox lines are accepted", async () => {
  const said = await sh(
    `API=${api.url}; json='Content-Type: application/json'\n${blockUnder('Days in seconds')}`,
  );
  expect(said).not.toMatch(/"code"/);
});
