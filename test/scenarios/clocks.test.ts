/** What players complain of about clocks, time-outs and vacations: rows 25, 26, 34 to 39 of the anchors, and issue 4's measures. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gameIds } from '../../domain/engine/engine.ts';
import { latestEngine } from '../../domain/engine/registry.ts';
import { expectDefined } from '../../domain/engine/result.ts';
import type { MatchState } from '../../domain/match/state.ts';
import { freshId } from '../../functions/shared/ids.ts';
import { createMatch, loadMatch, matchDepsOf, settleDue } from '../../functions/shared/matches.ts';
import { sweepMatch } from '../../functions/sweeper/sweep.ts';
import { openApi, type TestApi } from '../support/client.ts';
import { randomFor, runSeed } from '../support/seed.ts';
import { type Inhabitant, openWorld, type World, type WorldAnswer } from '../support/world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const graceMs = 35_000;
const headStartMs = 12;
const clock = { kind: 'per-move', allowance: 'P2D' } as const;

let world: World;
let api: TestApi;
let ayu: Inhabitant;
let budi: Inhabitant;
let runs = 0;
beforeAll(async () => {
  [world, api] = await Promise.all([openWorld(), openApi()]);
});
beforeEach(async () => {
  runs += 1;
  [ayu, budi] = await Promise.all([world.settle(`Ayu ${runs}`), world.settle(`Budi ${runs}`)]);
});
afterAll(() => Promise.all([world.stop(), api.stop()]));

interface Started {
  readonly id: string;
  readonly path: string;
}

/** A match in which Ayu is awaited first. */
const start = async (settings: Record<string, unknown> = {}): Promise<Started> => {
  const body = { game: 'district-noir', options: { firstSeat: 0 }, clock, ...settings };
  const { id } = (await world.call('POST', '/v1/matches', ayu, body)).body;
  await world.call('POST', `/v1/matches/${id}/join`, budi, {});
  await world.drain();
  return { id, path: `/v1/matches/${id}` };
};
const read = async ({ path }: Started, by?: Inhabitant) => (await world.call('GET', path, by)).body;
const told = async (by: Inhabitant, type: string, { id }: Started): Promise<number> => {
  await world.drain();
  let count = 0;
  for (let after = 0; ; ) {
    const page = await world.store.inbox.readAfter(by.id, after, 100);
    count += page.filter(({ notice }) => notice.type === type && notice.data.matchId === id).length;
    after = page.at(-1)?.seq ?? after;
    if (page.length < 100) return count;
  }
};
const firstMove = (match: WorldAnswer['body']) => ({
  decision: match.decisions[0].id,
  move: match.decisions[0].legalMoves[0],
});
const vacation = (method: string, body?: unknown) => world.call(method, '/v1/me/vacation', ayu, body);

test('34 nobody is online when the deadline passes: the sweep ends the match once, with the right loser, at the deadline', async () => {
  const match = await start();
  const { decisions, version } = await read(match);
  world.advance(2 * dayMs + graceMs);
  await Promise.all([world.sweep(), world.sweep(), sweepMatch(world.deps, match.id)]);
  await world.sweep();
  expect(await read(match)).toMatchObject({
    status: 'finished',
    version: version + 1,
    endedAt: decisions[0].deadlineAt,
    outcome: { kind: 'won', winners: [1], reason: 'time-out' },
  });
});

const engine = expectDefined(latestEngine('district-noir'), 'District Noir is played here');

/** A match of Ayu's and Budi's by its log alone, in which Ayu is awaited first: 100 of them cost little. */
const startByLog = async (): Promise<MatchState> => {
  const joiner = ({ id, name }: Inhabitant) => ({ player: id, name, nonce: null });
  const made = await createMatch(
    matchDepsOf(world.deps),
    freshId('mat', world.now()),
    { receivedAt: world.now() },
    {
      type: 'create',
      game: engine.game,
      rulesVersion: engine.rulesVersion,
      options: engine.schemas.options.parse({ firstSeat: 0 }),
      seats: 2,
      settings: { visibility: 'public', clock, pauses: true, weekendPause: false, expiry: 'P14D' },
      serverSeed: 'ab'.repeat(32),
      joiners: [joiner(ayu), joiner(budi)],
      invited: [],
      joinCode: null,
      rematchOf: null,
      vacations: [],
    },
  );
  if (!made.ok) throw new Error(made.error.code);
  return made.value.match;
};

test('35 a time-out and a move race at the deadline: one of the two is written, 100 times of 100', async () => {
  const matches = await Promise.all(Array.from({ length: 100 }, startByLog));
  world.advance(2 * dayMs);
  await world.call('GET', '/v1/me', ayu); // a token's first use of a day costs more than a move
  const random = randomFor(runSeed, 'time-out races');
  const later = world.now() + graceMs;
  const late = matchDepsOf({ ...world.deps, clock: { now: () => later, wall: () => later } });

  const race = async ({ id, open, version, gameState }: MatchState): Promise<'move' | 'time-out'> => {
    const [legal] = engine.legalMoves(expectDefined(gameState ?? undefined, 'the match has started'), 0);
    const body = { decision: open[0]?.id, move: legal };
    const move = async () => {
      await sleep(random.int(headStartMs));
      return world.call('POST', `/v1/matches/${id}/moves`, ayu, body);
    };
    const timeOut = async () => {
      await sleep(random.int(headStartMs));
      const match = await loadMatch(late, id);
      if (match) await settleDue(late, match);
    };
    const [answer] = await Promise.all([move(), timeOut()]);
    const commits = await world.store.log.readAfter(id, version, 10);
    expect(commits).toHaveLength(1);
    const isMove = commits[0]?.steps[0]?.command.type === 'move';
    expect([answer.status, answer.body.code]).toEqual(isMove ? [201, undefined] : [409, 'match-over']);
    expect(commits[0]?.steps[0]?.actor).toEqual(isMove ? { seat: 0 } : { system: 'deadline' });
    return isMove ? 'move' : 'time-out';
  };
  const outcomes: string[] = [];
  for (let from = 0; from < matches.length; from += 10) {
    outcomes.push(...(await Promise.all(matches.slice(from, from + 10).map(race))));
  }
  const moves = outcomes.filter((outcome) => outcome === 'move').length;
  console.log(`GILIRAN_SEED=${runSeed}: ${moves} moves and ${outcomes.length - moves} time-outs were first`);
  world.waiting.splice(0);
});

test('36 a pause ends, and the remaining time is what it was: neither a vacation nor a weekend refills it', async () => {
  const toFriday = (5 + 7 - new Date(world.now()).getUTCDay()) % 7;
  world.advance(toFriday * dayMs);
  const match = await start({ weekendPause: true });
  const deadline = async () => Date.parse((await read(match)).decisions[0].deadlineAt);
  const planned = await deadline();
  for (let time = 0; time < 3; time++) {
    world.advance(hourMs);
    await vacation('PUT', { until: new Date(world.now() + dayMs).toISOString() });
    await world.drain();
    world.advance(hourMs);
    await vacation('DELETE');
    await world.drain();
  }
  expect(await deadline()).toBe(planned + 3 * hourMs);
});

test('38 a vacation is used up: the clock runs again by itself, and the amount shown has fallen', async () => {
  const match = await start();
  const { decisions } = await read(match);
  const shown = async () => (await vacation('GET')).body.left;
  const before = await shown();
  await vacation('PUT', {});
  await world.drain();
  expect([before, await shown()]).toEqual(
    ['PT2592000S', 'PT0S'].map((all) => (all === 'PT0S' ? all : before)),
  );
  const until = Date.parse((await vacation('GET')).body.current.until);
  const pausedMs = until - world.now();
  expect(Date.parse((await read(match)).decisions[0].deadlineAt)).toBe(
    Date.parse(decisions[0].deadlineAt) + pausedMs,
  );
  world.advance(pausedMs + 2 * dayMs + graceMs);
  await world.sweep();
  expect((await read(match)).outcome).toMatchObject({ winners: [1], reason: 'time-out' });
});

test('39 a match disallows pauses: the clock of a player on vacation runs, and one knew before joining', async () => {
  const body = { game: 'district-noir', options: { firstSeat: 0 }, clock, pauses: false };
  const { id } = (await world.call('POST', '/v1/matches', ayu, body)).body;
  const match = { id, path: `/v1/matches/${id}` };
  expect((await read(match, budi)).pauses).toBe(false);
  await world.call('POST', `${match.path}/join`, budi, {});
  await vacation('PUT', { until: new Date(world.now() + dayMs).toISOString() });
  await world.drain();
  expect(Date.parse((await read(match)).decisions[0].deadlineAt)).toBe(world.now() + 2 * dayMs);
});

test('25 half and nine tenths of the time have gone: a reminder each, and none once the move is made', async () => {
  const match = await start();
  world.advance(dayMs);
  await world.sweep();
  expect(await told(ayu, 'turn.reminder', match)).toBe(1);
  expect(
    (await world.call('POST', `${match.path}/moves`, ayu, firstMove(await read(match, ayu)))).status,
  ).toBe(201);
  world.advance(0.85 * dayMs);
  await world.sweep();
  expect([await told(ayu, 'turn.reminder', match), await told(budi, 'turn.reminder', match)]).toEqual([1, 0]);
});

test('26 a match ends by time-out, by resignation, by agreement: both players are told, online or not', async () => {
  const timedOut = await start();
  world.advance(2 * dayMs + graceMs);
  await world.sweep();
  const resigned = await start();
  await world.call('POST', `${resigned.path}/resign`, ayu);
  const drawn = await start();
  const offer = await world.call('POST', `${drawn.path}/draw-offers`, ayu, {});
  await world.call('POST', `${drawn.path}/draw-offers/${offer.body.id}/accept`, budi);
  for (const match of [timedOut, resigned, drawn]) {
    expect((await read(match)).status).toBe('finished');
    expect([await told(ayu, 'match.ended', match), await told(budi, 'match.ended', match)]).toEqual([1, 1]);
  }
});

test.each(gameIds)(
  '%s is played over HTTP by two clients, one of which lets the clock run out',
  async (game) => {
    const players = [await api.register('Ayu'), await api.register('Budi')];
    const match = await api.startMatch(players, { game, clock });
    expect(await api.play(match, players, 12)).toBe(12);
    const { body } = await api.call('GET', `/v1/matches/${match}`);
    const late: number = body.decisions[0].seat;
    expect((await api.call('POST', '/sandbox/clock', undefined, { advance: 'P2DT36S' })).status).toBe(200);
    const ended = (await api.call('GET', `/v1/matches/${match}`)).body;
    expect(ended).toMatchObject({
      status: 'finished',
      decisions: [],
      endedAt: body.decisions[0].deadlineAt,
      outcome: { kind: 'won', winners: [1 - late], reason: 'time-out' },
    });
    for (const player of players) expect((await api.inbox(player)).at(-1).type).toBe('match.ended');
  },
);
