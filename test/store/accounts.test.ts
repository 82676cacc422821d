import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Accounts, Token, Vacation } from '../../functions/shared/store/accounts.ts';
import { openTestStore, type TestStore } from '../support/database.ts';

const begin = Date.UTC(2026, 10, 30);

let now = begin;
let players = 0;
let player = '';
let db: TestStore;
let accounts: Accounts;
beforeAll(async () => {
  db = await openTestStore({ now: () => now });
  accounts = db.store.accounts;
});
beforeEach(() => {
  now = begin;
  players += 1;
  player = `plr_${players}`;
});
afterAll(() => db.stop());

describe('players', () => {
  const profile = () => ({ id: player, name: 'Ayu', createdAt: begin, linkTemplate: null });

  test('are read as they were created, one or many', async () => {
    await accounts.createPlayer(profile());
    expect(await accounts.readPlayer(player)).toEqual(profile());
    expect(await accounts.readPlayers([player, 'plr_unknown', player])).toEqual([profile()]);
    expect(await accounts.readPlayer('plr_unknown')).toBeUndefined();
  });

  test('are created once under an id', async () => {
    await accounts.createPlayer(profile());
    await expect(accounts.createPlayer({ ...profile(), name: 'Budi' })).rejects.toThrow(/exists already/);
    expect(await accounts.readPlayer(player)).toEqual(profile());
  });

  test('a change keeps the other fields, and never makes a player', async () => {
    await accounts.createPlayer(profile());
    const linkTemplate = 'https://example.org/{match}';
    expect(await accounts.updatePlayer(player, { linkTemplate })).toEqual({ ...profile(), linkTemplate });
    expect(await accounts.updatePlayer(player, { name: 'Sri' })).toMatchObject({ name: 'Sri', linkTemplate });
    expect(await accounts.updatePlayer(player, {})).toMatchObject({ name: 'Sri', linkTemplate });
    expect(await accounts.updatePlayer('plr_unknown', { name: 'x' })).toBeUndefined();
    expect(await accounts.readPlayer('plr_unknown')).toBeUndefined();
  });
});

describe('tokens', () => {
  const token = (id: string): Token => ({
    id,
    player,
    hash: `hash of ${id} of ${player}`,
    name: 'my bot',
    scopes: ['matches:read', 'matches:write'],
    createdAt: begin,
    expiresAt: null,
    lastUsedOn: null,
  });

  test('are found by their hash, also when they have expired, and listed under their player', async () => {
    const tokens = [token('tok_1'), { ...token('tok_2'), expiresAt: begin - 1 }];
    for (const created of tokens) await accounts.createToken(created);
    for (const created of tokens) expect(await accounts.findToken(created.hash)).toEqual(created);
    expect(await accounts.listTokens(player)).toEqual(tokens);
    expect(await accounts.findToken('another hash')).toBeUndefined();
  });

  test('a deleted token neither works nor is listed; a token of someone else can’t be deleted', async () => {
    await accounts.createToken(token('tok_1'));
    expect(await accounts.deleteToken('plr_unknown', 'tok_1')).toBe(false);
    expect(await accounts.deleteToken(player, 'tok_1')).toBe(true);
    expect(await accounts.deleteToken(player, 'tok_1')).toBe(false);
    expect(await accounts.findToken(token('tok_1').hash)).toBeUndefined();
    expect(await accounts.listTokens(player)).toEqual([]);
  });

  test('the day of last use is noted in both places, and brings no deleted token back', async () => {
    await accounts.createToken(token('tok_1'));
    await accounts.touchToken(token('tok_1'), '2026-11-30');
    const used = { ...token('tok_1'), lastUsedOn: '2026-11-30' };
    expect(await accounts.findToken(used.hash)).toEqual(used);
    expect(await accounts.listTokens(player)).toEqual([used]);
    await accounts.deleteToken(player, 'tok_1');
    await accounts.touchToken(token('tok_1'), '2026-12-01');
    expect(await accounts.findToken(used.hash)).toBeUndefined();
    expect(await accounts.listTokens(player)).toEqual([]);
  });
});

test('blocks are kept per player, and blocking twice is blocking', async () => {
  await accounts.block(player, 'plr_b');
  await accounts.block(player, 'plr_a');
  await accounts.block(player, 'plr_a');
  expect(await accounts.listBlocks(player)).toEqual(['plr_a', 'plr_b']);
  expect(await accounts.listBlocks('plr_a')).toEqual([]);
  await accounts.unblock(player, 'plr_a');
  await accounts.unblock(player, 'plr_a');
  expect(await accounts.listBlocks(player)).toEqual(['plr_b']);
});

describe('vacations', () => {
  const vacation = (revision: number, allowanceMs = 0): Vacation => ({
    pauses: [{ from: begin, until: begin + 1 }],
    year: 2026,
    allowanceMs,
    revision,
  });

  test('of concurrent changes to one revision exactly one is written', async () => {
    expect(await accounts.readVacation(player)).toBeUndefined();
    expect(await accounts.writeVacation(player, vacation(2))).toBe(false);
    expect(await accounts.writeVacation(player, vacation(1))).toBe(true);
    const changes = [1, 2, 3, 4].map((allowanceMs) => vacation(2, allowanceMs));
    const written = await Promise.all(changes.map((change) => accounts.writeVacation(player, change)));
    expect(written.filter(Boolean)).toHaveLength(1);
    expect(await accounts.readVacation(player)).toEqual(changes[written.indexOf(true)]);
  });
});

describe('memberships', () => {
  test('a match is live from joining until leaving or its end', async () => {
    await accounts.addMembership(player, 'mat_a');
    await accounts.addMembership(player, 'mat_b');
    await accounts.addMembership(player, 'mat_b');
    expect(await accounts.listLive(player, 200)).toEqual(['mat_a', 'mat_b']);
    expect(await accounts.listLive(player, 1)).toHaveLength(1);
    await accounts.removeMembership(player, 'mat_a');
    await accounts.finishMembership(player, { matchId: 'mat_b', endedAt: begin });
    expect(await accounts.listLive(player, 200)).toEqual([]);
    await accounts.addMembership(player, 'mat_a');
    expect(await accounts.listLive(player, 200)).toEqual(['mat_a']);
  });

  test('a late word of joining never makes a finished match live again, whichever comes first', async () => {
    const finished = { matchId: 'mat_a', endedAt: begin };
    await accounts.addMembership(player, 'mat_a');
    await Promise.all([
      accounts.finishMembership(player, finished),
      ...Array.from({ length: 10 }, () => accounts.addMembership(player, 'mat_a')),
    ]);
    expect(await accounts.listLive(player, 200)).toEqual([]);
    await accounts.addMembership(player, 'mat_a');
    expect(await accounts.listLive(player, 200)).toEqual([]);
  });

  test('finished matches are listed newest first, page by page, each once', async () => {
    const finished = [5, 10_000, 30, 7].map((endedAt, i) => ({ matchId: `mat_${i}`, endedAt }));
    for (const match of [...finished, ...finished]) await accounts.finishMembership(player, match);
    const newestFirst = finished.toSorted((a, b) => b.endedAt - a.endedAt);
    const first = await accounts.listFinished(player, 3, undefined);
    const second = await accounts.listFinished(player, 3, first.next);
    expect(first.items).toEqual(newestFirst.slice(0, 3));
    expect(second).toEqual({ items: newestFirst.slice(3), next: undefined });
    expect((await accounts.listFinished(player, 4, undefined)).next).toBeUndefined();
  });
});
