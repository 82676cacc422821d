import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Fault } from '../../domain/engine/result.ts';
import { type Commit, foldCommits } from '../../domain/match/commit.ts';
import { headOf } from '../../functions/shared/head.ts';
import { freshAttempt, freshId } from '../../functions/shared/ids.ts';
import { dueShards, type Head, type MatchLog } from '../../functions/shared/store/match-log.ts';
import { openTestStore, type TestStore } from '../support/database.ts';
import { runSeed } from '../support/seed.ts';
import { began, type PlayedLog, playLongLog, stretch, withoutSnapshot } from './logs.ts';

const appended: Commit[] = [];
let db: TestStore;
let log: MatchLog;
beforeAll(async () => {
  db = await openTestStore({
    onWritten: (written) => written.kind === 'commit' && appended.push(written.commit),
  });
  log = db.store.log;
});
afterAll(() => db.stop());

const appendAll = async (commits: readonly Commit[]): Promise<void> => {
  for (const commit of commits) await log.append(commit);
};

/** The same log under another id, so that each test has a match of its own. */
const rename = ({ commits, match }: PlayedLog): PlayedLog => {
  const id = freshId('mat', began);
  const renamed = commits.map((commit): Commit => {
    const moved = { ...commit, matchId: id };
    return commit.snapshot
      ? { ...moved, snapshot: { ...commit.snapshot, match: { ...commit.snapshot.match, id } } }
      : moved;
  });
  return { commits: renamed, match: { ...match, id } };
};

const played = playLongLog('dueling-nobles', 40);
const fresh = (versions: number): readonly Commit[] => rename(played).commits.slice(0, versions);
const at = (commits: readonly Commit[], index: number): Commit => {
  const commit = commits.at(index);
  if (!commit) throw new Error(`no commit ${index}; seed ${runSeed}`);
  return commit;
};

describe('append', () => {
  test('a commit is read back exactly as it was appended', async () => {
    const commits = fresh(1).map((commit) => ({ ...commit, order: 'always-pass', requestHash: 'abc' }));
    await appendAll(commits);
    expect(await log.readAfter(at(commits, 0).matchId, 0, 10), `seed ${runSeed}`).toEqual(commits);
  });

  test('of 50 racing writers of one version exactly one appends, and the log holds its commit', async () => {
    const [first, second] = [at(fresh(2), 0), at(fresh(2), 1)];
    await log.append(first);
    const writers = Array.from({ length: 50 }, () => ({
      ...second,
      matchId: first.matchId,
      attempt: freshAttempt(),
    }));
    const answers = await Promise.all(writers.map(log.append));
    expect(answers.filter((answer) => answer === 'appended')).toHaveLength(1);
    const { commits } = await log.readTail(first.matchId);
    expect(commits.map(({ attempt }) => attempt)).toEqual([
      first.attempt,
      writers[answers.indexOf('appended')]?.attempt,
    ]);
  });

  test('a writer that comes again with its own attempt has appended; another attempt finds the version taken (S23)', async () => {
    const commit = at(fresh(1), 0);
    expect(await log.append(commit)).toBe('appended');
    expect(await log.append(commit)).toBe('appended');
    expect(await log.append({ ...commit, attempt: freshAttempt() })).toBe('taken');
  });

  test('a commit over 300 KB is refused before the write (S22)', async () => {
    const commit = at(fresh(1), 0);
    const tooBig = { ...commit, order: 'x'.repeat(300 * 1024) };
    await expect(log.append(tooBig)).rejects.toThrow(Fault);
    expect(await log.readTail(commit.matchId)).toEqual({ commits: [], head: undefined });
  });

  test('the observer hears of every commit that took effect, and of no other', async () => {
    const commits = fresh(2);
    appended.length = 0;
    await appendAll(commits);
    await log.append({ ...at(commits, 1), attempt: freshAttempt() });
    expect(appended).toEqual(commits);
  });
});

describe('readTail', () => {
  test('an unknown match has no commits and no HEAD', async () => {
    expect(await log.readTail(freshId('mat', began))).toEqual({ commits: [], head: undefined });
  });

  test('at every version the tail folds to the match as played, with HEAD and without', async () => {
    const { commits } = rename(played);
    for (const [i, commit] of commits.entries()) {
      await log.append(commit);
      const expected = foldCommits(commits.slice(0, i + 1));
      const bare = await log.readTail(commit.matchId);
      expect(foldCommits(bare.commits), `version ${commit.version}, seed ${runSeed}`).toEqual(expected);
      const head = headOf(expected);
      await log.writeHead(head);
      const headed = await log.readTail(commit.matchId);
      expect(headed, `version ${commit.version}, seed ${runSeed}`).toEqual({ commits: bare.commits, head });
    }
  });

  test('throwing all snapshots away changes nothing', async () => {
    const { commits, match } = rename(played);
    await appendAll(commits.map(withoutSnapshot));
    const tail = await log.readTail(match.id);
    expect(tail.commits).toHaveLength(commits.length);
    expect(foldCommits(tail.commits), `seed ${runSeed}`).toEqual(match);
  });

  test('a snapshot of another stateVersion or matchStateVersion counts as absent', async () => {
    for (const field of ['stateVersion', 'matchStateVersion'] as const) {
      const { commits, match } = rename(played);
      const foreign = commits.map(
        (commit): Commit =>
          commit.snapshot && commit.version > 16
            ? { ...commit, snapshot: { ...commit.snapshot, [field]: commit.snapshot[field] + 1 } }
            : commit,
      );
      await appendAll(foreign);
      const tail = await log.readTail(match.id);
      expect(tail.commits[0]?.version, field).toBe(16);
      expect(foldCommits(tail.commits), `seed ${runSeed}`).toEqual(match);
    }
  });

  test('a log of more than 1 MB without snapshots is read whole (S22)', async () => {
    const commits = stretch(played, 150).map((commit) => ({
      ...withoutSnapshot(commit),
      order: 'x'.repeat(8 * 1024),
    }));
    await appendAll(commits);
    const tail = await log.readTail(at(commits, 0).matchId);
    expect(tail.commits).toEqual(commits);
    expect(await log.readAfter(at(commits, 0).matchId, 0, 1_000)).toEqual(commits);
  });

  test('messages, orders and notes behind HEAD do not disturb the tail', async () => {
    const { commits, match } = rename(played);
    await appendAll(commits);
    await log.writeHead(headOf(match));
    for (const sk of [...Array.from({ length: 30 }, (_, i) => `M#${i}`), 'O#0', 'N#plr']) {
      const Item = marshall({ pk: `MATCH#${match.id}`, sk, doc: { text: 'x'.repeat(500) } });
      await db.client.send(new PutItemCommand({ TableName: db.tableName, Item }));
    }
    const tail = await log.readTail(match.id);
    expect(tail.head?.version).toBe(match.version);
    expect(foldCommits(tail.commits), `seed ${runSeed}`).toEqual(match);
  });

  test('a gap in the versions is a fault, never a shorter match', async () => {
    const commits = fresh(16).map(withoutSnapshot);
    await appendAll(commits.filter(({ version }) => version !== 9));
    const { matchId } = at(commits, 0);
    await expect(log.readTail(matchId)).rejects.toThrow(/gap .* 8 where 9 belongs/);
    await expect(log.readAfter(matchId, 0, 100)).rejects.toThrow(Fault);
    await expect(log.readUpTo(matchId, 12)).rejects.toThrow(Fault);
  });

  test('a log without its first commit is a fault', async () => {
    const commits = fresh(5);
    await appendAll(commits.slice(1));
    await expect(log.readTail(at(commits, 0).matchId)).rejects.toThrow(/lost its first commit/);
  });
});

describe('readUpTo and readAfter', () => {
  test('any version that was reached folds to what the match was then', async () => {
    const { commits, match } = rename(played);
    await appendAll(commits);
    for (const version of [1, 15, 16, 17, 31, 33, 40]) {
      const run = await log.readUpTo(match.id, version);
      expect(foldCommits(run), `version ${version}, seed ${runSeed}`).toEqual(
        foldCommits(commits.slice(0, version)),
      );
    }
  });

  test('a version that is not reached has no commits', async () => {
    const commits = fresh(3);
    await appendAll(commits);
    expect(await log.readUpTo(at(commits, 0).matchId, 4)).toEqual([]);
    expect(await log.readAfter(at(commits, 0).matchId, 3, 10)).toEqual([]);
  });

  test('readAfter gives the next commits and no more than the limit', async () => {
    const commits = fresh(20);
    await appendAll(commits);
    expect(await log.readAfter(at(commits, 0).matchId, 4, 5)).toEqual(commits.slice(4, 9));
    expect(await log.readAfter(at(commits, 0).matchId, 18, 5)).toEqual(commits.slice(18));
  });
});

describe('HEAD', () => {
  const headFor = (changes: Partial<Head>): Head => ({
    ...headOf(foldCommits(fresh(2))),
    matchId: freshId('mat', began),
    ...changes,
  });
  const due = async (until: number): Promise<readonly string[]> => {
    const shards = Array.from({ length: dueShards }, (_, shard) => log.listDue(shard, until, 100));
    return (await Promise.all(shards)).flat();
  };

  test('goes forward only: an older one, or the same again, changes nothing', async () => {
    const head = headFor({ version: 7 });
    await log.writeHead(head);
    await log.writeHead({ ...head, version: 6, at: 6 });
    await log.writeHead({ ...head, version: 7, at: 7 });
    expect(await log.readHeads([head.matchId])).toEqual([head]);
    await log.writeHead({ ...head, version: 8, at: 8 });
    expect(await log.readHeads([head.matchId])).toEqual([{ ...head, version: 8, at: 8 }]);
  });

  test('more HEADs than one batch holds are read at once, repeated and missing ids included', async () => {
    const heads = Array.from({ length: 120 }, () => headFor({ dueAt: null }));
    await Promise.all(heads.map(log.writeHead));
    const ids = heads.map(({ matchId }) => matchId);
    const read = await log.readHeads([...ids, ...ids.slice(0, 5), freshId('mat', began)]);
    expect(read.map(({ matchId }) => matchId).sort()).toEqual([...ids].sort());
    expect(await log.readHeads([])).toEqual([]);
  });

  test('is in the due index exactly while something is due, at its time', async () => {
    const head = headFor({ dueAt: 1_000 });
    await log.writeHead(head);
    expect(await due(999)).not.toContain(head.matchId);
    expect(await due(1_000)).toContain(head.matchId);
    await log.writeHead({ ...head, version: head.version + 1, dueAt: 10_000 });
    expect(await due(9_999)).not.toContain(head.matchId);
    await log.writeHead({ ...head, version: head.version + 2, dueAt: null });
    expect(await due(Number.MAX_SAFE_INTEGER)).not.toContain(head.matchId);
  });

  test('matches spread over all shards of the due index (S26)', async () => {
    await Promise.all(Array.from({ length: 200 }, () => log.writeHead(headFor({ dueAt: 5 }))));
    const shards = Array.from({ length: dueShards }, (_, shard) => log.listDue(shard, 5, 200));
    for (const shard of await Promise.all(shards)) expect(shard.length).toBeGreaterThan(0);
  });

  test('is in its game’s lobby exactly while it is open to all, newest first, page by page', async () => {
    const open = { game: 'dandelions', status: 'open', isOpenToAll: true } as const;
    const heads = Array.from({ length: 5 }, (_, i) => headFor({ ...open, createdAt: 9 + i }));
    await Promise.all(heads.map(log.writeHead));
    await log.writeHead(headFor({ ...open, isOpenToAll: false }));
    await log.writeHead(headFor({ ...open, game: 'conquian' }));
    const newestFirst = heads.map(({ matchId }) => matchId).reverse();

    const first = await log.listLobby('dandelions', 2, undefined);
    const second = await log.listLobby('dandelions', 2, first.next);
    const third = await log.listLobby('dandelions', 2, second.next);
    const pages = [first, second, third].map(({ items }) => items.map(({ matchId }) => matchId));
    expect(pages).toEqual([newestFirst.slice(0, 2), newestFirst.slice(2, 4), newestFirst.slice(4)]);
    expect(third.next).toBeUndefined();

    const started = heads.map(
      (head): Head => ({ ...head, version: head.version + 1, status: 'active', isOpenToAll: false }),
    );
    await Promise.all(started.map(log.writeHead));
    expect(await log.listLobby('dandelions', 10, undefined)).toEqual({ items: [], next: undefined });
  });
});

test('a scan gives every match once', async () => {
  const commits = fresh(3);
  await appendAll(commits);
  const found: string[] = [];
  for await (const matchId of log.scanMatches()) found.push(matchId);
  expect(found).toContain(at(commits, 0).matchId);
  expect(new Set(found).size).toBe(found.length);
});
