import { invariant } from '../../../../domain/engine/result.ts';
import { type Commit, foldableFrom, snapshotEvery } from '../../../../domain/match/commit.ts';
import {
  attemptOf,
  commitFromRow,
  commitToRow,
  document,
  headFromRow,
  headToRow,
  type Row,
} from '../codec.ts';
import {
  commitsAfter,
  commitsUpTo,
  dueMatchesShard,
  firstCommitSk,
  headKey,
  isHead,
  type KeyRange,
  lobbyOf,
  matchIdOf,
  sortableInstant,
  tailRange,
} from '../keys.ts';
import type { Head, LobbyEntry, MatchLog, Tail } from '../match-log.ts';
import { table } from '../table.ts';
import type { Written } from '../written.ts';
import { pageOf } from './page.ts';
import { absent, type Rows } from './rows.ts';

/** HEAD and sixteen commits, one of which carries a snapshot or is the first (design §3). */
const tailPage = snapshotEvery + 1;

const expectNext = (commit: Commit, version: number): void =>
  invariant(
    commit.version === version,
    `gap in ${commit.matchId}: ${commit.version} where ${version} belongs`,
  );

/** The match log on DynamoDB. `onWritten` is told of each commit once it is known to be written; it must not throw. */
export const createMatchLog = (rows: Rows, onWritten: (written: Written) => void): MatchLog => {
  /** Reads commits backwards until one is found from which folding can begin; the pages behind it stay unread. */
  const readBack = async (range: KeyRange): Promise<Tail> => {
    const commits: Commit[] = [];
    let head: Head | undefined;
    for await (const row of rows.query(range, { newestFirst: true, firstPage: tailPage })) {
      if (isHead(row)) {
        head = headFromRow(row);
        continue;
      }
      const commit = commitFromRow(row);
      const newer = commits.at(-1);
      if (newer) expectNext(commit, newer.version - 1);
      commits.push(commit);
      if (foldableFrom([commit]) === 0) return { commits: commits.reverse(), head };
    }
    invariant(commits.length === 0, `the log of ${range.pk} has lost its first commit`);
    return { commits, head };
  };

  const append: MatchLog['append'] = async (commit) => {
    const isMine = (stored: Row): boolean => attemptOf(stored) === commit.attempt;
    if (!(await rows.claim(commitToRow(commit), absent, isMine))) return 'taken';
    onWritten({ kind: 'commit', commit });
    return 'appended';
  };

  const readUpTo: MatchLog['readUpTo'] = async (matchId, version) => {
    const { commits } = await readBack(commitsUpTo(matchId, version));
    return commits.at(-1)?.version === version ? commits : [];
  };

  const readAfter: MatchLog['readAfter'] = async (matchId, version, limit) => {
    const commits: Commit[] = [];
    for await (const row of rows.query(commitsAfter(matchId, version), { firstPage: limit })) {
      const commit = commitFromRow(row);
      expectNext(commit, version + commits.length + 1);
      commits.push(commit);
      if (commits.length === limit) break;
    }
    return commits;
  };

  const writeHead: MatchLog['writeHead'] = async (head) => {
    await rows.put(headToRow(head), {
      expression: `attribute_not_exists(pk) OR ${document}.version < :version`,
      values: { ':version': head.version },
    });
  };

  const reschedule: MatchLog['reschedule'] = async (matchId, version, dueAt) => {
    const [head] = await readHeads([matchId]);
    if (head?.version !== version || head.dueAt === dueAt) return;
    await rows.put(headToRow({ ...head, dueAt }), {
      expression: `${document}.version = :version`,
      values: { ':version': version },
    });
  };

  const readHeads: MatchLog['readHeads'] = async (matchIds) =>
    (await rows.getAll(matchIds.map(headKey))).map(headFromRow);

  const listLobby: MatchLog['listLobby'] = async (game, limit, before) => {
    const entries = await rows.queryIndex({
      index: table.indexes.lobby,
      partition: lobbyOf(game),
      upTo: before === undefined ? undefined : { operator: '<', sortKey: before },
      newestFirst: true,
      limit: limit + 1,
    });
    const items = entries.map(
      (row): LobbyEntry => ({ matchId: matchIdOf(row), position: String(row[table.indexes.lobby.sortKey]) }),
    );
    return pageOf(items, limit, ({ position }) => position);
  };

  const listDue: MatchLog['listDue'] = async (shard, until, limit) => {
    const due = await rows.queryIndex({
      index: table.indexes.due,
      partition: dueMatchesShard(shard),
      upTo: { operator: '<=', sortKey: sortableInstant(until) },
      limit,
    });
    return due.map(matchIdOf);
  };

  async function* scanMatches(): AsyncGenerator<string> {
    for await (const row of rows.scan(firstCommitSk)) yield matchIdOf(row);
  }

  return {
    append,
    readTail: (matchId) => readBack(tailRange(matchId)),
    readUpTo,
    readAfter,
    writeHead,
    reschedule,
    readHeads,
    listLobby,
    listDue,
    scanMatches,
  };
};
