import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { latestEngine } from '../../domain/engine/registry.ts';
import { expectDefined, ok } from '../../domain/engine/result.ts';
import type { MatchCommand } from '../../domain/match/commands.ts';
import { freshId, freshSeed } from '../../functions/shared/ids.ts';
import { silentLog } from '../../functions/shared/log.ts';
import { createMatch, loadMatch, runCommand } from '../../functions/shared/matches.ts';
import { consumeCommit } from '../../functions/stream/consume.ts';
import { type Answer, openApi, type TestApi, type TestPlayer } from '../support/client.ts';
import { openTestStore } from '../support/database.ts';

let api: TestApi;
let ayu: TestPlayer;
let budi: TestPlayer;
let citra: TestPlayer;
beforeAll(async () => {
  api = await openApi();
  [ayu, budi, citra] = await Promise.all([api.register('Ayu'), api.register('Budi'), api.register('Citra')]);
});
afterAll(() => api.stop());

const read = async (id: string, by = ayu): Promise<Answer['body']> =>
  (await api.call('GET', `/v1/matches/${id}`, by)).body;
const ask = (id: string, by: TestPlayer): Promise<Answer> =>
  api.call('POST', `/v1/matches/${id}/rematch`, by);

const settings = {
  clock: { kind: 'per-move', allowance: 'P3D' },
  pauses: false,
  weekendPause: true,
  visibility: 'unlisted',
};

const finished = async (more: object = {}): Promise<string> => {
  const id = await api.startMatch([ayu, budi], more as Record<string, unknown>);
  await api.call('POST', `/v1/matches/${id}/resign`, ayu);
  return id;
};

describe('a rematch', () => {
  test('is one new match, started, with the same settings, seats and players, and the next first seat', async () => {
    const options = { firstSeat: 0 };
    const id = await finished({ ...settings, options });
    const offered = await ask(id, ayu);
    expect([offered.status, offered.body.rematch, offered.body.rematchOffers]).toEqual([200, null, [0]]);
    const agreed = await ask(id, budi);
    const before = await read(id);
    const after = await read(agreed.body.rematch);
    expect(after).toMatchObject({
      status: 'active',
      rematchOf: id,
      game: before.game,
      clock: before.clock,
      pauses: false,
      weekendPause: true,
      visibility: 'unlisted',
      options: { ...before.options, firstSeat: 1 },
    });
    expect(after.seats.map(({ playerId }: { playerId: string }) => playerId)).toEqual([ayu.id, budi.id]);
    expect(after.seedCommitment).not.toBe(before.seedCommitment);
    expect(after.decisions[0].seat).toBe(1);
    expect(before.rematch).toBe(after.id);
  });

  test('asked for again gives the same match', async () => {
    const id = await finished();
    await ask(id, ayu);
    const agreed = await ask(id, budi);
    for (const by of [ayu, budi]) {
      const again = await ask(id, by);
      expect([again.status, again.body.rematch]).toEqual([200, agreed.body.rematch]);
      expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    }
  });

  test('is on both lists at once, and both are told of its start', async () => {
    const id = await finished();
    await ask(id, budi);
    await expect
      .poll(async () =>
        (await api.inbox(ayu)).some(({ type, data }) => type === 'rematch.offered' && data.matchId === id),
      )
      .toBe(true);
    const { rematch } = (await ask(id, ayu)).body;
    for (const by of [ayu, budi]) {
      const { items } = (await api.call('GET', '/v1/matches?state=active&limit=100', by)).body;
      expect(items.map((item: { id: string }) => item.id)).toContain(rematch);
      await expect
        .poll(
          async () =>
            (await api.inbox(by))
              .filter(({ data }) => data.matchId === rematch)
              .filter(({ type }) => type === 'match.started').length,
        )
        .toBe(1);
    }
  });

  test('of a match of three takes all three, and starts by the rule of the game', async () => {
    const three = [ayu, budi, citra];
    const id = await api.startMatch(three, { game: 'dandelions', options: { firstSeat: 2 } });
    await api.play(id, three);
    expect((await read(id)).status).toBe('finished');
    await ask(id, ayu);
    expect((await ask(id, citra)).body.rematch).toBeNull();
    const { rematch } = (await ask(id, budi)).body;
    const after = await read(rematch);
    expect([after.status, after.seats.length]).toEqual(['active', 3]);
  });

  test('can have a rematch of its own', async () => {
    const id = await finished();
    await ask(id, ayu);
    const { rematch } = (await ask(id, budi)).body;
    await api.call('POST', `/v1/matches/${rematch}/resign`, budi);
    await ask(rematch, ayu);
    const second = (await ask(rematch, budi)).body.rematch;
    expect(new Set([id, rematch, second]).size).toBe(3);
    expect((await read(second)).rematchOf).toBe(rematch);
  });

  test('is refused to strangers, before the end, and after a match that was called off', async () => {
    const id = await api.startMatch([ayu, budi]);
    const refused = async (by: TestPlayer) => (await ask(id, by)).body.code;
    expect(await refused(citra)).toBe('forbidden');
    expect(await refused(ayu)).toBe('offer-closed');
    for (const by of [ayu, budi]) await api.call('POST', `/v1/matches/${id}/cancel`, by);
    expect(await refused(ayu)).toBe('match-over');
    const open = await api.call('POST', '/v1/matches', ayu, { game: 'conquian' });
    expect((await ask(open.body.id, ayu)).body.code).toBe('match-not-started');
  });
});

const joiner = ({ id, name }: TestPlayer) => ({ player: id, name, nonce: null });

test('a crash between the agreement and the new match is mended by the consumer of the log, once', async () => {
  const db = await openTestStore();
  try {
    const { store } = db;
    const clock = { now: Date.now, wall: Date.now };
    const deps = { log: store.log, accounts: store.accounts, clock, logger: silentLog };
    const [id, rematch] = [freshId('mat', Date.now()), freshId('mat', Date.now())];
    const engine = expectDefined(latestEngine('district-noir'), 'District Noir is played here');
    const created = await createMatch(
      deps,
      id,
      { receivedAt: Date.now() },
      {
        type: 'create',
        game: engine.game,
        rulesVersion: engine.rulesVersion,
        options: engine.schemas.options.parse({ firstSeat: 0 }),
        seats: 2,
        settings: {
          visibility: 'private',
          clock: { kind: 'none' },
          pauses: true,
          weekendPause: false,
          expiry: 'P14D',
        },
        serverSeed: freshSeed(),
        joiners: [joiner(ayu), joiner(budi)],
        invited: [],
        joinCode: null,
        rematchOf: null,
        vacations: [],
      },
    );
    expect(created.ok).toBe(true);
    const commands: readonly MatchCommand[] = [
      { type: 'resign', player: ayu.id },
      { type: 'offer-rematch', player: ayu.id, rematch },
      { type: 'offer-rematch', player: budi.id, rematch },
    ];
    for (const command of commands) {
      await runCommand(deps, id, { receivedAt: Date.now() }, () => ok(command));
    }
    expect(await loadMatch(deps, rematch)).toBeUndefined();

    const last = expectDefined((await store.log.readAfter(id, 0, 100)).at(-1), 'the log is empty');
    const consumer = {
      store,
      clock,
      logger: silentLog,
      enqueue: async () => {},
      publicUrl: 'http://localhost',
    };
    await Promise.all([consumeCommit(consumer, last), consumeCommit(consumer, last)]);
    const made = await loadMatch(deps, rematch);
    expect(made).toMatchObject({ status: 'active', rematchOf: id, version: 1, options: { firstSeat: 1 } });
    await consumeCommit(consumer, last);
    expect(await loadMatch(deps, rematch)).toEqual(made);
  } finally {
    await db.stop();
  }
});
