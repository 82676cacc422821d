import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashId } from '../../functions/shared/ids.ts';
import { inboxKey } from '../../functions/shared/store/keys.ts';
import type { Inbox, Notice } from '../../functions/shared/store/notices.ts';
import { openTestStore, type TestStore } from '../support/database.ts';
import { randomFor, runSeed } from '../support/seed.ts';

const dayMs = 86_400_000;
const begin = Date.UTC(2026, 10, 30);

let now = begin;
let players = 0;
let player = '';
let db: TestStore;
let inbox: Inbox;
beforeAll(async () => {
  db = await openTestStore({ now: () => now });
  inbox = db.store.inbox;
});
beforeEach(() => {
  now = begin;
  players += 1;
  player = `plr_${players}`;
});
afterAll(() => db.stop());

/** The n-th notice of a test; its id is a hash, as the consumer makes it. */
const notice = (n: number, at = now): Notice => ({
  id: hashId('evt', begin, player, n),
  type: 'turn.started',
  at,
  data: { matchId: 'mat_1', version: n, deadlineAt: null },
});
const notices = (from: number, to: number): readonly Notice[] =>
  Array.from({ length: to - from + 1 }, (_, i) => notice(from + i));
const seqs = async (after = 0): Promise<readonly number[]> =>
  (await inbox.readAfter(player, after, 1_000)).map(({ seq }) => seq);
const ids = async (): Promise<readonly string[]> =>
  (await inbox.readAfter(player, 0, 1_000)).map((row) => row.notice.id);

/** What TTL does, days after its time has come and in no order. */
const deleteByTtl = async (...rows: readonly number[]): Promise<void> => {
  for (const seq of rows) {
    const Key = marshall(inboxKey(player, seq));
    await db.client.send(new DeleteItemCommand({ TableName: db.tableName, Key }));
  }
};

describe('append', () => {
  test('numbers notices from 1 in their order, and reads them back as they were', async () => {
    const told = notices(1, 3);
    const rows = told.map((n, i) => ({ seq: i + 1, notice: n }));
    expect(await inbox.append(player, told)).toEqual(rows);
    expect(await inbox.readAfter(player, 0, 10)).toEqual(rows);
    expect(await inbox.readAfter(player, 1, 1)).toEqual(rows.slice(1, 2));
    expect(await inbox.append(player, [])).toEqual([]);
  });

  test('a notice that is there is found again, also behind many later ones, and gives its row', async () => {
    const [first] = await inbox.append(player, notices(1, 1));
    now += 5 * dayMs;
    await inbox.append(player, notices(2, 40));
    expect(await inbox.append(player, [{ ...notice(1), at: begin }])).toMatchObject([{ seq: first?.seq }]);
    expect(await seqs()).toHaveLength(40);
  });

  test('a repeat is found although a notice that was held up came between', async () => {
    now += dayMs;
    const told = notice(1);
    await inbox.append(player, [told]);
    now += 60_000;
    await inbox.append(player, [notice(2, begin)]);
    await inbox.append(player, [told]);
    expect(await seqs()).toEqual([1, 2]);
  });

  test('a repeat is found although the writer’s clock was ten minutes behind the notice’s', async () => {
    const told = notice(1, now + 9 * 60_000);
    await inbox.append(player, [told]);
    await inbox.append(player, [told]);
    expect(await seqs()).toEqual([1]);
  });

  test('concurrent consumers of the same and of other notices number each once, without gaps', async () => {
    const random = randomFor(runSeed, 'inbox');
    const all = notices(1, 12);
    const consumers = Array.from({ length: 8 }, () => random.shuffle(all).slice(0, 6));
    const answers = await Promise.all(consumers.map((told) => inbox.append(player, told)));

    const told = new Set(consumers.flat().map(({ id }) => id));
    const rows = await inbox.readAfter(player, 0, 100);
    expect(new Set(rows.map((row) => row.notice.id)), `seed ${runSeed}`).toEqual(told);
    expect(
      rows.map(({ seq }) => seq),
      `seed ${runSeed}`,
    ).toEqual(Array.from({ length: told.size }, (_, i) => i + 1));
    for (const answer of answers) expect(rows).toEqual(expect.arrayContaining([...answer]));
  });

  test('two consumers of one notice agree on its number', async () => {
    const told = notices(1, 5);
    const [one, other] = await Promise.all([inbox.append(player, told), inbox.append(player, told)]);
    expect(one).toEqual(other);
    expect(await ids()).toEqual(told.map(({ id }) => id));
  });
});

describe('expiry after 90 days (S27)', () => {
  test('rows count as absent from then on, whether or not TTL has deleted them', async () => {
    await inbox.append(player, notices(1, 3));
    now += 90 * dayMs - 1;
    expect(await seqs()).toEqual([1, 2, 3]);
    now += 1;
    expect(await seqs()).toEqual([]);
  });

  test('a notice as old as that is not told again', async () => {
    const told = notices(1, 1);
    await inbox.append(player, told);
    now += 90 * dayMs;
    expect(await inbox.append(player, told)).toEqual([]);
    expect(await seqs()).toEqual([]);
  });

  test.each([
    ['every row that may expire', [2, 3, 4, 5]],
    ['the last rows first', [5, 4]],
    ['none yet', []],
  ])('numbers go on above all earlier ones after TTL has deleted %s', async (_, deleted) => {
    await inbox.append(player, notices(1, 5));
    now += 91 * dayMs;
    await deleteByTtl(...deleted);
    await inbox.append(player, [notice(6), notice(7)]);
    const [first = 0, second = 0] = await seqs(5);
    expect(first).toBeGreaterThan(5);
    expect(second).toBe(first + 1);
  });

  test('of the numbers that were ever given, none is given again over years of silence', async () => {
    let last = 0;
    for (let year = 0; year < 4; year++) {
      const told = notices(year * 100 + 1, year * 100 + 70);
      const rows = await inbox.append(player, told);
      for (const { seq } of rows) {
        expect(seq).toBeGreaterThan(last);
        last = seq;
      }
      now += 365 * dayMs;
      const expired = rows.map(({ seq }) => seq).filter((seq) => seq % 64 !== 1);
      await deleteByTtl(...expired);
    }
  });
});

describe('the marker', () => {
  test('goes forward only', async () => {
    expect(await inbox.readMarker(player)).toBe(0);
    expect(await inbox.markRead(player, 5)).toBe(5);
    expect(await inbox.markRead(player, 3)).toBe(5);
    expect(await inbox.markRead(player, 5)).toBe(5);
    expect(await inbox.readMarker(player)).toBe(5);
  });
});
