import { Fault } from '../../../domain/engine/result.ts';
import type { Commit } from '../../../domain/match/commit.ts';
import { canonicalJson } from '../../../domain/match/digest.ts';
import type { Instant } from '../../../domain/match/instant.ts';
import {
  commitKey,
  deliveryKey,
  deliveryRefOf,
  dueDeliveriesShard,
  dueMatchesShard,
  headKey,
  inboxKey,
  type Key,
  lastIdOf,
  lobbyOf,
  lobbyPosition,
  matchIdOf,
  messageKey,
  seqOf,
  shardOf,
  sortableInstant,
  versionOfKey,
} from './keys.ts';
import type { Head } from './match-log.ts';
import type { Delivery, InboxRow, Notice } from './notices.ts';
import { type Packed, pack, unpack } from './pack.ts';
import { table } from './table.ts';
import type { Message } from './talk.ts';

/** An item of the table as plain JSON values. Every row was made in this file, so that its fields need no second check. */
export interface Row extends Key {
  readonly [attribute: string]: unknown;
}

/** The attribute that holds the fields of every row but a commit; beside it stand keys, index keys and the time of expiry. */
export const document = 'doc';

/** A row of a key, its fields, and the attributes that indexes and TTL look at. */
export const docRow = (
  key: Key,
  fields: object,
  attributes: Readonly<Record<string, unknown>> = {},
): Row => ({
  ...key,
  [document]: fields,
  ...attributes,
});

/** The fields of a row that `docRow` made of the same kind. */
export const docOf = <T>(row: Row): T => row[document] as T;

const dayMs = 86_400_000;

/** How long a delivery is kept, and the inbox (design §6). */
export const deliveryKeptMs = 30 * dayMs;
export const inboxKeptMs = 90 * dayMs;

/** The attribute by which TTL deletes a row, in Unix seconds. */
export const expiry = (at: Instant): Readonly<Record<string, number>> => ({
  [table.ttl]: Math.ceil(at / 1_000),
});

/** Over this a commit is refused before the write (S22); DynamoDB takes 400 KB, the rules of the games keep to 4. */
const commitBytesMax = 300 * 1024;

/** The big fields of a commit are kept as packed text: `steps` as the one canonical text that was digested. */
interface CommitRow extends Key, Omit<Commit, 'matchId' | 'version' | 'steps' | 'notices' | 'snapshot'> {
  readonly steps: Packed;
  readonly notices?: Packed;
  readonly snapshot?: Packed;
}

const bytesOf = (value: Packed | number): number =>
  value instanceof Uint8Array ? value.byteLength : Buffer.byteLength(String(value));

/** The row of a commit; a `Fault` for one over the limit. */
export const commitToRow = (commit: Commit): Row => {
  const { matchId, version, steps, notices, snapshot, ...rest } = commit;
  const row = {
    ...commitKey(matchId, version),
    ...rest,
    steps: pack(canonicalJson(steps)),
    ...(notices.length > 0 ? { notices: pack(JSON.stringify(notices)) } : {}),
    ...(snapshot ? { snapshot: pack(JSON.stringify(snapshot)) } : {}),
  } satisfies CommitRow;
  const bytes = Object.values(row).reduce((sum: number, value) => sum + bytesOf(value), 0);
  if (bytes > commitBytesMax) throw new Fault(`commit ${version} of ${matchId} has ${bytes} bytes`);
  return row;
};

/** The commit of a row that `commitToRow` made. */
export const commitFromRow = (row: Row): Commit => {
  const { pk, sk, steps, notices, snapshot, ...rest } = row as Row & CommitRow;
  return {
    ...rest,
    matchId: matchIdOf({ pk }),
    version: versionOfKey({ sk }),
    steps: JSON.parse(unpack(steps)),
    notices: notices === undefined ? [] : JSON.parse(unpack(notices)),
    ...(snapshot === undefined ? {} : { snapshot: JSON.parse(unpack(snapshot)) }),
  };
};

/** The id of the request that wrote a commit's row. */
export const attemptOf = (row: Row): unknown => row.attempt;

/** The row of a HEAD: in the due index while something is due, in the lobby while it is open to all. */
export const headToRow = (head: Head): Row => {
  const { matchId, ...fields } = head;
  return docRow(headKey(matchId), fields, {
    ...(head.dueAt === null ? {} : dueKeys(dueMatchesShard(shardOf(matchId)), head.dueAt)),
    ...(head.isOpenToAll ? lobbyKeys(head) : {}),
  });
};

/** The HEAD of a row that `headToRow` made. */
export const headFromRow = (row: Row): Head => ({
  matchId: matchIdOf(row),
  ...docOf<Omit<Head, 'matchId'>>(row),
});

const lobbyKeys = (head: Head): Readonly<Record<string, string>> => ({
  [table.indexes.lobby.partitionKey]: lobbyOf(head.game),
  [table.indexes.lobby.sortKey]: lobbyPosition(head.createdAt, head.matchId),
});

const dueKeys = (shard: string, at: Instant): Readonly<Record<string, string>> => ({
  [table.indexes.due.partitionKey]: shard,
  [table.indexes.due.sortKey]: sortableInstant(at),
});

/** The row of a delivery: in the due index while it is pending. */
export const deliveryToRow = (delivery: Delivery): Row => {
  const { id, player, endpoint, ...fields } = delivery;
  return docRow(deliveryKey(player, endpoint, id), fields, {
    ...expiry(delivery.createdAt + deliveryKeptMs),
    ...(delivery.status === 'pending' && delivery.nextAttemptAt !== null
      ? dueKeys(dueDeliveriesShard(shardOf(id)), delivery.nextAttemptAt)
      : {}),
  });
};

/** The delivery of a row that `deliveryToRow` made. */
export const deliveryFromRow = (row: Row): Delivery => {
  const { player, endpoint, delivery } = deliveryRefOf(row);
  return { id: delivery, player, endpoint, ...docOf<Omit<Delivery, 'id' | 'player' | 'endpoint'>>(row) };
};

/** An inbox row as it is kept, with the instant at which it was numbered. */
export interface StoredNotice extends InboxRow {
  readonly writtenAt: Instant;
}

/** The row of a numbered notice. `isKept` rows never expire, so that numbers are never given again. */
export const noticeToRow = (player: string, { seq, notice, writtenAt }: StoredNotice, isKept: boolean): Row =>
  docRow(inboxKey(player, seq), notice, { writtenAt, ...(isKept ? {} : expiry(writtenAt + inboxKeptMs)) });

/** The numbered notice of a row that `noticeToRow` made. */
export const noticeFromRow = (row: Row): StoredNotice => ({
  seq: seqOf(row),
  notice: docOf<Notice>(row),
  writtenAt: row.writtenAt as Instant,
});

/** The row of a message. */
export const messageToRow = ({ matchId, id, ...fields }: Message): Row =>
  docRow(messageKey(matchId, id), fields);

/** The message of a row that `messageToRow` made. */
export const messageFromRow = (row: Row): Message => ({
  matchId: matchIdOf(row),
  id: lastIdOf(row),
  ...docOf<Omit<Message, 'matchId' | 'id'>>(row),
});
