import type { Instant } from '../../../../domain/match/instant.ts';
import {
  docOf,
  docRow,
  document,
  inboxKeptMs,
  noticeFromRow,
  noticeToRow,
  type StoredNotice,
} from '../codec.ts';
import { inboxAfter, inboxKey, readMarkerKey } from '../keys.ts';
import { StoreUnavailable } from '../match-log.ts';
import type { Inbox, InboxRow } from '../notices.ts';
import { take } from './page.ts';
import { absent, type Rows } from './rows.ts';

/** How far the clocks of two machines may differ: one may give a notice its time, another write it down. */
const marginMs = 10 * 60_000;
const lookBackPage = 10;
/** Other writers' rows that one append may run into before it gives up for now. */
const conflictsMax = 1_000;

/**
 * One row in 64 never expires. Numbers never come again even where TTL has deleted every other row: all that were ever given are
 * below the next kept number.
 */
const keptEvery = 64;
const isKept = (seq: number): boolean => seq % keptEvery === 1;
const nextKept = (seq: number): number => seq + keptEvery - ((seq - 1) % keptEvery);

/** Rows older than this may be gone, and newer ones with them. An hour earlier than TTL may act, longer than any append takes. */
const trustedMs = inboxKeptMs - 3_600_000;

/** Players' inboxes, on DynamoDB. */
export const createInbox = (rows: Rows, now: () => Instant): Inbox => {
  const isCurrent = ({ writtenAt }: StoredNotice): boolean => writtenAt + inboxKeptMs > now();

  /** Rows from the newest back to the last that was written before `since`. */
  const lookBack = async (player: string, since: Instant): Promise<readonly StoredNotice[]> => {
    const found: StoredNotice[] = [];
    const options = { newestFirst: true, firstPage: lookBackPage, withExpired: true };
    for await (const row of rows.query(inboxAfter(player, 0), options)) {
      const stored = noticeFromRow(row);
      found.push(stored);
      if (stored.writtenAt < since) break;
    }
    return found;
  };

  const numberAfter = (newest: StoredNotice | undefined): number => {
    if (!newest) return 1;
    return newest.writtenAt + trustedMs > now() ? newest.seq + 1 : nextKept(newest.seq);
  };

  const readRow = async (player: string, seq: number): Promise<StoredNotice> => {
    const row = await rows.get(inboxKey(player, seq));
    if (!row) throw new StoreUnavailable(`inbox row ${seq} of ${player} was there and is gone`);
    return noticeFromRow(row);
  };

  const append: Inbox['append'] = async (player, notices) => {
    const told = notices.filter(({ at }) => at + inboxKeptMs > now());
    if (told.length === 0) return [];
    const seen = await lookBack(player, Math.min(...told.map(({ at }) => at)) - marginMs);
    const known = new Map(seen.map((stored) => [stored.notice.id, stored.seq]));
    let next = numberAfter(seen[0]);
    let conflicts = 0;
    for (const notice of told) {
      while (!known.has(notice.id)) {
        const mine: StoredNotice = { seq: next, notice, writtenAt: now() };
        const isMine = await rows.claim(noticeToRow(player, mine, isKept(next)), absent);
        const stored = isMine ? mine : await readRow(player, next);
        known.set(stored.notice.id, next);
        next += 1;
        if (!isMine && ++conflicts > conflictsMax)
          throw new StoreUnavailable(`the inbox of ${player} is too busy`);
      }
    }
    return told.flatMap((notice) => {
      const seq = known.get(notice.id);
      return seq === undefined ? [] : [{ seq, notice }];
    });
  };

  const readAfter: Inbox['readAfter'] = async (player, after, limit) => {
    const stored = rows.query(inboxAfter(player, after), { firstPage: limit });
    const current = (async function* (): AsyncGenerator<InboxRow> {
      for await (const row of stored) {
        const read = noticeFromRow(row);
        if (isCurrent(read)) yield { seq: read.seq, notice: read.notice };
      }
    })();
    return take(current, limit);
  };

  const readMarker: Inbox['readMarker'] = async (player) => {
    const row = await rows.get(readMarkerKey(player));
    return row ? docOf<{ seq: number }>(row).seq : 0;
  };

  const markRead: Inbox['markRead'] = async (player, seq) => {
    const isMoved = await rows.put(docRow(readMarkerKey(player), { seq }), {
      expression: `attribute_not_exists(pk) OR ${document}.seq < :seq`,
      values: { ':seq': seq },
    });
    return isMoved ? seq : readMarker(player);
  };

  return { append, readAfter, readMarker, markRead };
};
