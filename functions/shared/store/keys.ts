import { createHash } from 'node:crypto';
import type { GameId, Seat } from '../../../domain/engine/engine.ts';
import type { Instant } from '../../../domain/match/instant.ts';
import { dueShards } from './match-log.ts';

/** Where an item lies in the one table (design §3). Ids were checked before they come here. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** A stretch of one partition's sort keys, both ends included. */
export interface KeyRange {
  readonly pk: string;
  readonly from: string;
  readonly to: string;
}

/** Fixed widths make numbers sort as text: versions and inbox numbers, and milliseconds until the year 33658. */
const countDigits = 10;
const inboxDigits = 12;
const instantDigits = 15;

const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Sorts after every id, digit and `#`. */
const afterAll = '~';

const matchPk = (matchId: string): string => `MATCH#${matchId}`;
const playerPk = (player: string): string => `PLAYER#${player}`;

const underPrefix = (pk: string, prefix: string): KeyRange => ({
  pk,
  from: prefix,
  to: `${prefix}${afterAll}`,
});

/** What follows the last `#` of a key's part. */
const lastPart = (text: string): string => text.slice(text.lastIndexOf('#') + 1);

/** An instant as indexes and sort keys hold it. */
export const sortableInstant = (at: Instant): string => padded(at, instantDigits);

// A match: commits, then HEAD, then all else that hangs on it, so that messages never disturb a read of the tail.

const commitSk = (version: number): string => `C#${padded(version, countDigits)}`;
const lastCommitSk = `C#${afterAll}`;
const headSk = 'HEAD';

/** The sort key of every match's first commit: one for each match in a scan. */
export const firstCommitSk = commitSk(1);
export const commitKey = (matchId: string, version: number): Key => ({
  pk: matchPk(matchId),
  sk: commitSk(version),
});
export const headKey = (matchId: string): Key => ({ pk: matchPk(matchId), sk: headSk });
export const isCommit = (key: Key): boolean => key.sk.startsWith('C#');
export const isHead = (key: Key): boolean => key.sk === headSk;
/** All commits and HEAD behind them. */
export const tailRange = (matchId: string): KeyRange => ({ pk: matchPk(matchId), from: 'C#', to: headSk });
export const commitsUpTo = (matchId: string, version: number): KeyRange => ({
  pk: matchPk(matchId),
  from: 'C#',
  to: commitSk(version),
});
export const commitsAfter = (matchId: string, version: number): KeyRange => ({
  pk: matchPk(matchId),
  from: commitSk(version + 1),
  to: lastCommitSk,
});
export const matchIdOf = (key: Pick<Key, 'pk'>): string => lastPart(key.pk);
export const versionOfKey = (key: Pick<Key, 'sk'>): number => Number(lastPart(key.sk));

export const messageSk = (id: string): string => `M#${id}`;
export const messageKey = (matchId: string, id: string): Key => ({ pk: matchPk(matchId), sk: messageSk(id) });
export const messagesOf = (matchId: string): KeyRange => underPrefix(matchPk(matchId), 'M#');
export const isMessage = (key: Key): boolean => key.sk.startsWith('M#');
/** The first message under an Idempotency-Key. */
export const messageClaimKey = (matchId: string, id: string): Key => ({
  pk: matchPk(matchId),
  sk: `K#${id}`,
});
/** The last message that a player has seen, whether they are muted for them, and their own note. */
export const seenKey = (matchId: string, player: string): Key => ({
  pk: matchPk(matchId),
  sk: `S#${player}`,
});
export const seenOf = (matchId: string): KeyRange => underPrefix(matchPk(matchId), 'S#');
export const muteKey = (matchId: string, player: string): Key => ({
  pk: matchPk(matchId),
  sk: `U#${player}`,
});
export const noteKey = (matchId: string, player: string): Key => ({
  pk: matchPk(matchId),
  sk: `N#${player}`,
});
/** A seat's standing orders. */
export const ordersKey = (matchId: string, seat: Seat): Key => ({ pk: matchPk(matchId), sk: `O#${seat}` });
export const ordersOf = (matchId: string): KeyRange => underPrefix(matchPk(matchId), 'O#');
export const isOrders = (key: Key): boolean => key.sk.startsWith('O#');
/** The id at the end of a sort key. */
export const lastIdOf = (key: Pick<Key, 'sk'>): string => lastPart(key.sk);

// A player.

export const playerKey = (player: string): Key => ({ pk: playerPk(player), sk: 'PROFILE' });
export const vacationSk = 'VACATION';
export const vacationKey = (player: string): Key => ({ pk: playerPk(player), sk: vacationSk });
export const isVacation = (key: Key): boolean => key.sk === vacationSk;
export const playerOf = (key: Pick<Key, 'pk'>): string => lastPart(key.pk);

export const blockKey = (player: string, other: string): Key => ({ pk: playerPk(player), sk: `B#${other}` });
export const blocksOf = (player: string): KeyRange => underPrefix(playerPk(player), 'B#');
export const blockedOf = (key: Key): string => lastPart(key.sk);

/** A token by its hash: the row that makes it work. */
export const tokenKey = (hash: string): Key => ({ pk: `TOKEN#${hash}`, sk: 'TOKEN' });
/** A token on its player's list. */
export const listedTokenKey = (player: string, token: string): Key => ({
  pk: playerPk(player),
  sk: `T#${token}`,
});
export const tokensOf = (player: string): KeyRange => underPrefix(playerPk(player), 'T#');

export const liveMatchKey = (player: string, matchId: string): Key => ({
  pk: playerPk(player),
  sk: `L#${matchId}`,
});
export const liveMatchesOf = (player: string): KeyRange => underPrefix(playerPk(player), 'L#');
/** An open invitation to a match. */
export const invitationKey = (player: string, matchId: string): Key => ({
  pk: playerPk(player),
  sk: `V#${matchId}`,
});
export const invitationsOf = (player: string): KeyRange => underPrefix(playerPk(player), 'V#');
export const matchIdOfEntry = (key: Key): string => lastPart(key.sk);
/** Says that a match is over for a player, for as long as a late word of joining it may still arrive. */
export const matchOverKey = (player: string, matchId: string): Key => ({
  pk: playerPk(player),
  sk: `X#${matchId}`,
});
export const finishedMatchKey = (player: string, endedAt: Instant, matchId: string): Key => ({
  pk: playerPk(player),
  sk: `F#${sortableInstant(endedAt)}#${matchId}`,
});
export const finishedMatchesOf = (player: string): KeyRange => underPrefix(playerPk(player), 'F#');
/** The position of a finished match in its list: what its sort key holds after the prefix. */
export const finishedPosition = (key: Key): string => key.sk.slice('F#'.length);
export const finishedSk = (position: string): string => `F#${position}`;

// A player's inbox.

const inboxSk = (seq: number): string => `I#${padded(seq, inboxDigits)}`;
export const inboxKey = (player: string, seq: number): Key => ({ pk: playerPk(player), sk: inboxSk(seq) });
export const inboxAfter = (player: string, seq: number): KeyRange => ({
  pk: playerPk(player),
  from: inboxSk(seq + 1),
  to: `I#${afterAll}`,
});
export const seqOf = (key: Key): number => Number(lastPart(key.sk));
export const readMarkerKey = (player: string): Key => ({ pk: playerPk(player), sk: 'READ' });

// Webhooks.

export const endpointKey = (player: string, endpoint: string): Key => ({
  pk: playerPk(player),
  sk: `W#${endpoint}`,
});
export const endpointsOf = (player: string): KeyRange => underPrefix(playerPk(player), 'W#');
export const deliveryKey = (player: string, endpoint: string, delivery: string): Key => ({
  pk: playerPk(player),
  sk: `D#${endpoint}#${delivery}`,
});
export const deliveriesOf = (player: string, endpoint: string): KeyRange =>
  underPrefix(playerPk(player), `D#${endpoint}#`);
/** The three names that a delivery's key is made of. */
export const deliveryRefOf = (key: Key): { player: string; endpoint: string; delivery: string } => {
  const [, endpoint = '', delivery = ''] = key.sk.split('#');
  return { player: lastPart(key.pk), endpoint, delivery };
};

// Partitions of the indexes.

/** The shard of the due index that a match's or a delivery's id falls into (S26). */
export const shardOf = (id: string): number =>
  createHash('sha256').update(id).digest().readUInt8(0) % dueShards;
export const dueMatchesShard = (shard: number): string => `DUE#${shard}`;
export const dueDeliveriesShard = (shard: number): string => `RETRY#${shard}`;
export const lobbyOf = (game: GameId): string => `LOBBY#${game}`;
/** Sorts a lobby by creation time, then id; the position of an entry in it. */
export const lobbyPosition = (createdAt: Instant, matchId: string): string =>
  `${sortableInstant(createdAt)}#${matchId}`;
