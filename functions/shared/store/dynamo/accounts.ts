import { Fault } from '../../../../domain/engine/result.ts';
import type { Instant } from '../../../../domain/match/instant.ts';
import type { Accounts, FinishedMatch, Player, Token, Vacation } from '../accounts.ts';
import { docOf, docRow, document, expiry, type Row } from '../codec.ts';
import {
  blockedOf,
  blockKey,
  blocksOf,
  finishedMatchesOf,
  finishedMatchKey,
  finishedPosition,
  finishedSk,
  invitationKey,
  invitationsOf,
  listedTokenKey,
  liveMatchesOf,
  liveMatchKey,
  matchIdOfEntry,
  matchOverKey,
  playerKey,
  playerOf,
  tokenKey,
  tokensOf,
  vacationKey,
  vacationSk,
} from '../keys.ts';
import type { Written } from '../written.ts';
import { pageOf, take } from './page.ts';
import { absent, type Rows } from './rows.ts';

/** Longer than a stream record or a queued message lives (14 days), so that no late word of joining outlives it. */
const matchOverKeptMs = 30 * 86_400_000;

/** Far above what a player may have of anything that is listed whole. */
const listMax = 1_000;

/** Players and what is theirs, on DynamoDB. `onWritten` is told of each change of a vacation once it is written; it must not throw. */
export const createAccounts = (
  rows: Rows,
  now: () => Instant,
  onWritten: (written: Written) => void,
): Accounts => {
  const readDoc = async <T>(row: Promise<Row | undefined>): Promise<T | undefined> => {
    const found = await row;
    return found && docOf<T>(found);
  };

  const createPlayer: Accounts['createPlayer'] = async (player) => {
    const isNew = await rows.claim(docRow(playerKey(player.id), player), absent);
    if (!isNew) throw new Fault(`player ${player.id} exists already`);
  };

  const listTokens: Accounts['listTokens'] = async (player) =>
    (await take(rows.query(tokensOf(player)), listMax)).map(docOf<Token>);

  const createToken: Accounts['createToken'] = async (token) => {
    await rows.put(docRow(listedTokenKey(token.player, token.id), token));
    await rows.put(docRow(tokenKey(token.hash), token));
  };

  const deleteToken: Accounts['deleteToken'] = async (player, id) => {
    const listed = await readDoc<Token>(rows.get(listedTokenKey(player, id)));
    if (!listed) return false;
    await rows.remove(tokenKey(listed.hash));
    await rows.remove(listedTokenKey(player, id));
    return true;
  };

  const touchToken: Accounts['touchToken'] = async (token, day) => {
    await rows.update(tokenKey(token.hash), { lastUsedOn: day });
    await rows.update(listedTokenKey(token.player, token.id), { lastUsedOn: day });
  };

  const writeVacation: Accounts['writeVacation'] = async (player, vacation) => {
    const isWritten = await rows.claim(
      docRow(vacationKey(player), vacation),
      vacation.revision === 1
        ? absent
        : { expression: `${document}.revision = :before`, values: { ':before': vacation.revision - 1 } },
    );
    if (isWritten) onWritten({ kind: 'vacation', player });
    return isWritten;
  };

  async function* scanVacations(): AsyncGenerator<string> {
    for await (const row of rows.scan(vacationSk)) yield playerOf(row);
  }

  /** A late word of joining may come after the match's end: both sides write their own row first, then look at (or remove) the other's. */
  const addMembership: Accounts['addMembership'] = async (player, matchId) => {
    await rows.put(docRow(liveMatchKey(player, matchId), {}));
    if (await rows.get(matchOverKey(player, matchId))) await rows.remove(liveMatchKey(player, matchId));
  };

  const finishMembership: Accounts['finishMembership'] = async (player, finished) => {
    await rows.put(docRow(finishedMatchKey(player, finished.endedAt, finished.matchId), finished));
    await rows.put(docRow(matchOverKey(player, finished.matchId), {}, expiry(now() + matchOverKeptMs)));
    await rows.remove(liveMatchKey(player, finished.matchId));
  };

  const listFinished: Accounts['listFinished'] = async (player, limit, before) => {
    const options = {
      newestFirst: true,
      firstPage: limit + 1,
      behind: before === undefined ? undefined : finishedSk(before),
    };
    const read = await take(rows.query(finishedMatchesOf(player), options), limit + 1);
    const { items, next } = pageOf(read, limit, finishedPosition);
    return { items: items.map(docOf<FinishedMatch>), next };
  };

  return {
    createPlayer,
    readPlayer: (id) => readDoc<Player>(rows.get(playerKey(id))),
    readPlayers: async (ids) => (await rows.getAll(ids.map(playerKey))).map(docOf<Player>),
    updatePlayer: (id, change) => readDoc<Player>(rows.update(playerKey(id), change)),
    createToken,
    findToken: (hash) => readDoc<Token>(rows.get(tokenKey(hash))),
    listTokens,
    deleteToken,
    touchToken,
    listBlocks: async (player) => (await take(rows.query(blocksOf(player)), listMax)).map(blockedOf),
    hasBlocked: async (player, other) => (await rows.get(blockKey(player, other))) !== undefined,
    block: async (player, other) => {
      await rows.put(docRow(blockKey(player, other), {}));
    },
    unblock: (player, other) => rows.remove(blockKey(player, other)),
    readVacation: (player) => readDoc<Vacation>(rows.get(vacationKey(player))),
    writeVacation,
    scanVacations,
    addMembership,
    removeMembership: (player, matchId) => rows.remove(liveMatchKey(player, matchId)),
    finishMembership,
    listLive: async (player, limit) =>
      (await take(rows.query(liveMatchesOf(player), { firstPage: limit }), limit)).map(matchIdOfEntry),
    addInvitation: async (player, matchId) => {
      await rows.put(docRow(invitationKey(player, matchId), {}));
    },
    removeInvitation: (player, matchId) => rows.remove(invitationKey(player, matchId)),
    listInvitations: async (player, limit) =>
      (await take(rows.query(invitationsOf(player), { firstPage: limit }), limit)).map(matchIdOfEntry),
    listFinished,
  };
};
