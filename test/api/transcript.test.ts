import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transcriptOf } from '../../domain/match/transcript.ts';
import { verifyTranscript } from '../../domain/match/verify.ts';
import { loadEndedLog } from '../../functions/shared/matches.ts';
import { playLog } from '../store/logs.ts';
import { type Answer, openApi, type TestApi, type TestPlayer } from '../support/client.ts';
import { openTestStore } from '../support/database.ts';

let api: TestApi;
let ayu: TestPlayer;
let budi: TestPlayer;
let folder: string;
beforeAll(async () => {
  api = await openApi();
  [ayu, budi] = await Promise.all([api.register('Ayu'), api.register('Budi')]);
  folder = await mkdtemp(join(tmpdir(), 'giliran-'));
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});

const read = (id: string, by?: TestPlayer): Promise<Answer> =>
  api.call('GET', `/v1/matches/${id}/transcript`, by);

/** A match of Dueling Nobles that takes more commits than a page of the log holds. */
const playLongest = () => {
  for (let label = 0; ; label++) {
    const log = playLog('dueling-nobles', 4_000, label);
    if (log.commits.length > 100 && log.match.status === 'finished') return log;
  }
};

/** Runs the command as a person does; gives its exit code and what it printed. */
const giliran = async (...args: readonly string[]): Promise<readonly [number, string]> => {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['functions/local/cli.ts', ...args]);
    return [0, stdout];
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return [code, stdout + stderr];
  }
};

test('a match that was played over the API is found true, with the digests that were seen while playing', async () => {
  const created = await api.call('POST', '/v1/matches', ayu, { game: 'district-noir', nonce: 'of-ayu' });
  const { id, seedCommitment } = created.body;
  await api.call('PUT', `/v1/matches/${id}/nonce`, ayu, { nonce: 'of-ayu' });
  await api.call('POST', `/v1/matches/${id}/join`, budi, { nonce: 'of-budi' });
  await api.play(id, [ayu, budi], 5);
  const during = (await api.call('GET', `/v1/matches/${id}`, budi)).body;
  await api.play(id, [ayu, budi]);
  const { body: transcript } = await read(id, budi);
  expect(verifyTranscript(transcript)).toMatchObject({ isTrue: true });
  expect(transcript).toMatchObject({ seedCommitment, nonces: ['of-ayu', 'of-budi'], status: 'finished' });
  const commit = transcript.commits.find(({ version }: { version: number }) => version === during.version);
  expect(commit.digest).toBe(during.digest);

  const path = join(folder, 'transcript.json');
  await writeFile(path, JSON.stringify(transcript));
  const [code, text] = await giliran('verify', path, seedCommitment, during.digest);
  expect([code, text]).toEqual([0, expect.stringContaining('all 2 that you noted')]);
  expect(await giliran('verify', path, 'another')).toEqual([1, expect.stringContaining('NOT THAT MATCH')]);
  const forged = transcript.commits[3].steps[0].command;
  forged.decision = '1.0';
  await writeFile(path, JSON.stringify(transcript));
  expect(await giliran('verify', path)).toEqual([
    1,
    expect.stringMatching(/^NOT TRUE: command at version 4, step 0/),
  ]);
});

test('the command says what it takes, and what it can not read', async () => {
  expect(await giliran('constructor')).toEqual([2, expect.stringContaining('verify <transcript.json>')]);
  const path = join(folder, 'broken.json');
  await writeFile(path, '{');
  expect(await giliran('verify', path)).toEqual([2, expect.stringContaining("can't be read")]);
});

test('nothing is revealed before the end', async () => {
  const open = await api.call('POST', '/v1/matches', ayu, { game: 'conquian' });
  expect([open.status, (await read(open.body.id, ayu)).body.code]).toEqual([201, 'forbidden']);
  const id = await api.startMatch([ayu, budi]);
  const refused = await read(id, ayu);
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
  expect(JSON.stringify(refused.body)).not.toMatch(/[0-9a-f]{64}/);
});

test('it ends with the ending commit, also once a rematch was asked for, and the rematch stays secret', async () => {
  const id = await api.startMatch([ayu, budi]);
  await api.call('POST', `/v1/matches/${id}/resign`, budi);
  const before = await read(id);
  for (const by of [ayu, budi]) await api.call('POST', `/v1/matches/${id}/rematch`, by);
  const after = await read(id);
  expect(before.status).toBe(200);
  expect(after.body).toEqual(before.body);
  expect(verifyTranscript(after.body)).toMatchObject({ isTrue: true });
  const { rematch } = (await api.call('GET', `/v1/matches/${id}`, ayu)).body;
  expect((await read(rematch, ayu)).body.code).toBe('forbidden');
});

test('of a match that was called off before its start it is true too', async () => {
  const { body } = await api.call('POST', '/v1/matches', ayu, { game: 'conquian' });
  await api.call('POST', `/v1/matches/${body.id}/cancel`, ayu);
  expect(verifyTranscript((await read(body.id)).body)).toMatchObject({ isTrue: true });
});

test('a log longer than a page is read whole, to the ending commit', async () => {
  const { commits, match } = playLongest();
  expect(commits.length).toBeGreaterThan(100);
  const db = await openTestStore();
  try {
    const { log } = db.store;
    for (const commit of commits) await log.append(commit);
    const read = await loadEndedLog({ log }, match);
    expect(read.map(({ version }) => version)).toEqual(commits.map(({ version }) => version));
    expect(verifyTranscript(transcriptOf(read))).toMatchObject({ isTrue: true });
  } finally {
    await db.stop();
  }
});

test('of a private match it is for its players alone', async () => {
  const { body } = await api.call('POST', '/v1/matches', ayu, {
    game: 'conquian',
    visibility: 'private',
    invited: [budi.id],
  });
  await api.call('POST', `/v1/matches/${body.id}/cancel`, ayu);
  expect((await read(body.id)).status).toBe(404);
  expect((await read(body.id, await api.register('Citra'))).status).toBe(404);
  expect((await read(body.id, ayu)).status).toBe(200);
});
