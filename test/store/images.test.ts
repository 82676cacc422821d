import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldCommits } from '../../domain/match/commit.ts';
import { canonicalJson } from '../../domain/match/digest.ts';
import { headOf } from '../../functions/shared/head.ts';
import { freshId } from '../../functions/shared/ids.ts';
import { writtenOfImage } from '../../functions/shared/store/dynamo/images.ts';
import type { Written } from '../../functions/shared/store/written.ts';
import { openTestStore, type TestStore } from '../support/database.ts';
import { began, playLog } from './logs.ts';

let db: TestStore;
const written: Written[] = [];
beforeAll(async () => {
  db = await openTestStore({ onWritten: (one) => written.push(one) });
});
afterAll(() => db.stop());

const inOrder = (some: readonly (Written | undefined)[]): readonly string[] =>
  some.flatMap((one) => (one ? [canonicalJson(one)] : [])).sort();

test('the consumer hears of the same from the items of the stream as from the local tail, and of nothing else', async () => {
  const { log, accounts, orders, talk, inbox } = db.store;
  const { commits } = playLog('conquian', 3);
  for (const commit of commits) await log.append(commit);
  const match = foldCommits(commits);
  await log.writeHead(headOf(match));
  const [player] = match.seats.flatMap((holder) => holder?.player ?? []);
  const owner = player ?? '';
  await talk.writeMessage({
    id: freshId('msg', began),
    matchId: match.id,
    player: owner,
    seat: 0,
    text: 'Good luck!',
    at: began,
  });
  await talk.writeNote(match.id, owner, { text: 'mine', updatedAt: began });
  await orders.write({ matchId: match.id, seat: 0, player: owner, orders: [], revision: 1 });
  await accounts.createPlayer({ id: owner, name: 'Ayu', createdAt: began, linkTemplate: null });
  await accounts.addMembership(owner, match.id);
  await accounts.writeVacation(owner, { pauses: [], year: 2026, allowanceMs: 1, revision: 1 });
  await inbox.append(owner, [{ id: freshId('evt', began), type: 'match.ended', at: Date.now(), data: {} }]);

  const { Items: items = [] } = await db.client.send(new ScanCommand({ TableName: db.tableName }));
  expect(inOrder(items.map(writtenOfImage))).toEqual(inOrder(written));
  expect(new Set(written.map(({ kind }) => kind))).toEqual(
    new Set(['commit', 'message', 'orders', 'vacation']),
  );
});
