import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshId } from '../../functions/shared/ids.ts';
import type { Message, Talk } from '../../functions/shared/store/talk.ts';
import type { Written } from '../../functions/shared/store/written.ts';
import { openTestStore, type TestStore } from '../support/database.ts';

const began = Date.UTC(2026, 10, 30);

let now = began;
let db: TestStore;
let talk: Talk;
let matchId: string;
const written: Written[] = [];
beforeAll(async () => {
  db = await openTestStore({ now: () => now, onWritten: (item) => written.push(item) });
  talk = db.store.talk;
});
beforeEach(() => {
  now = began;
  matchId = freshId('mat', began);
  written.length = 0;
});
afterAll(() => db.stop());

const message = (text: string, at = now): Message => ({
  id: freshId('msg', at),
  matchId,
  player: 'plr_ayu',
  seat: 0,
  text,
  at,
});
const claim = (requestHash = 'hash') => ({ id: 'msg_key', requestHash });
const stored = async (): Promise<readonly Message[]> =>
  (await talk.listMessages(matchId, 100, undefined)).items;

test('a message is read as it was written, and its consumer hears of it once', async () => {
  const first = message('hello');
  expect(await talk.writeMessage(first)).toEqual({ message: first, isRepeat: false });
  expect(await talk.readMessage(matchId, first.id)).toEqual(first);
  expect(await stored()).toEqual([first]);
  expect(written).toEqual([{ kind: 'message', message: first }]);
});

test('of many writers under one claim one message stands, whole for each of them', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => talk.writeMessage(message('hello'), claim())),
  );
  const ids = answers.map((answer) => (answer === 'claimed' ? answer : answer.message.id));
  expect(new Set(ids).size).toBe(1);
  expect((await stored()).map(({ id }) => id)).toEqual([ids[0]]);
});

test('a crash between the claim and the message is mended by the repeat', async () => {
  const first = message('hello');
  const { client, tableName } = db;
  await talk.writeMessage(first, claim());
  await client.send(
    new DeleteItemCommand({
      TableName: tableName,
      Key: { pk: { S: `MATCH#${matchId}` }, sk: { S: `M#${first.id}` } },
    }),
  );
  expect(await stored()).toEqual([]);
  expect(await talk.writeMessage(message('hello', now + 5), claim())).toEqual({
    message: first,
    isRepeat: true,
  });
  expect(await stored()).toEqual([first]);
  expect(written).toHaveLength(2);
});

test('another request under the claim writes nothing', async () => {
  const first = message('hello');
  await talk.writeMessage(first, claim());
  expect(await talk.writeMessage(message('goodbye'), claim('other'))).toBe('claimed');
  expect(await stored()).toEqual([first]);
});

test('messages come newest first, page by page, and stay apart from the log of the match', async () => {
  const all = Array.from({ length: 5 }, (_, index) => message(`${index}`, began + index));
  for (const one of all) await talk.writeMessage(one);
  const first = await talk.listMessages(matchId, 2, undefined);
  const second = await talk.listMessages(matchId, 3, first.next);
  expect([...first.items, ...second.items]).toEqual(all.toReversed());
  expect(second.next).toBeUndefined();
  expect(await db.store.log.readTail(matchId)).toEqual({ commits: [], head: undefined });
});

test('a seen marker goes forward only, one for each player', async () => {
  const [older, newer] = [freshId('msg', began), freshId('msg', began + 1)];
  await Promise.all([older, newer, older].map((id) => talk.markSeen(matchId, 'plr_ayu', id)));
  await talk.markSeen(matchId, 'plr_budi', older);
  expect(await talk.listSeen(matchId)).toEqual([
    { player: 'plr_ayu', message: newer },
    { player: 'plr_budi', message: older },
  ]);
});

test('mutes and notes are each player’s own in each match', async () => {
  await talk.writeMute(matchId, 'plr_ayu', { isMuted: true, since: began });
  await talk.writeNote(matchId, 'plr_ayu', { text: 'mine', updatedAt: began });
  await talk.writeNote(matchId, 'plr_ayu', { text: 'still mine', updatedAt: began + 1 });
  expect(await talk.readMute(matchId, 'plr_ayu')).toEqual({ isMuted: true, since: began });
  expect(await talk.readNote(matchId, 'plr_ayu')).toEqual({ text: 'still mine', updatedAt: began + 1 });
  for (const [match, player] of [
    [matchId, 'plr_budi'],
    [freshId('mat', began), 'plr_ayu'],
  ] as const) {
    expect(await talk.readMute(match, player)).toBeUndefined();
    expect(await talk.readNote(match, player)).toBeUndefined();
  }
});
