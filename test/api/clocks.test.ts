/** Clocks, deadlines and reminders over the API (issue 4.1, design §5). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepMatch } from '../../functions/sweeper/sweep.ts';
import { type Inhabitant, openWorld, type World, type WorldAnswer } from '../support/world.ts';

const secondMs = 1_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const graceMs = 35 * secondMs;

let world: World;
let players: readonly Inhabitant[];
let path: string;
let runs = 0;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  runs += 1;
  players = await Promise.all(['Ayu', 'Budi', 'Citra'].map((name) => world.settle(`${name} ${runs}`)));
});

const perMove = { kind: 'per-move', allowance: 'P2D' };
const fischer = { kind: 'fischer', initial: 'P3D', increment: 'P1D', maximum: 'P4D' };

const playerAt = (seat: number): Inhabitant => {
  const player = players[seat];
  if (!player) throw new Error(`nobody on seat ${seat}`);
  return player;
};

/** Starts a match in which seat 0 is awaited first. */
const start = async (settings: Record<string, unknown>): Promise<void> => {
  const body = { game: 'district-noir', options: { firstSeat: 0 }, ...settings };
  const created = await world.call('POST', '/v1/matches', playerAt(0), body);
  expect(created.status).toBe(201);
  path = `/v1/matches/${created.body.id}`;
  for (let seat = 1; seat < created.body.seats.length; seat++) {
    await world.call('POST', `${path}/join`, playerAt(seat), {});
  }
  await world.drain();
};
const matchId = (): string => path.split('/').at(-1) ?? '';
const read = async (by?: Inhabitant) => (await world.call('GET', path, by)).body;
const deadlineOf = async (): Promise<number> => Date.parse((await read()).decisions[0].deadlineAt);
const move = async (seat: number): Promise<WorldAnswer> => {
  const { decisions } = await read(playerAt(seat));
  const mine = decisions.find((decision: { seat: number }) => decision.seat === seat);
  return world.call('POST', `${path}/moves`, playerAt(seat), { decision: mine.id, move: mine.legalMoves[0] });
};
const moveAfter = async (seat: number, ms: number): Promise<WorldAnswer> => {
  world.advance(ms);
  return move(seat);
};
const noticesTo = async (seat: number, type: string): Promise<readonly WorldAnswer['body'][]> => {
  await world.drain();
  const { body } = await world.call('GET', '/v1/inbox?limit=100', playerAt(seat));
  return body.items.filter((notice: WorldAnswer['body']) => notice.type === type);
};
const eventsOfType = async (type: string): Promise<readonly WorldAnswer['body'][]> => {
  const { items } = (await world.call('GET', `${path}/events?limit=100`)).body;
  return items.flatMap(({ events }: WorldAnswer['body']) =>
    events.filter((event: WorldAnswer['body']) => event.type === type),
  );
};

/** A match of Dueling Nobles where both have chosen, so that the first turn begins: several decisions of one seat. */
const startTurn = async (): Promise<void> => {
  await start({ game: 'dueling-nobles', clock: perMove });
  await move(0);
  await move(1);
};

describe('without a clock', () => {
  test('there is no deadline, no reminder and no time-out', async () => {
    await start({});
    expect((await read()).decisions[0].deadlineAt).toBeNull();
    world.advance(400 * dayMs);
    await world.sweep();
    expect((await read()).status).toBe('active');
    expect(await noticesTo(0, 'turn.reminder')).toEqual([]);
  });
});

describe('a per-move clock', () => {
  test('gives the whole allowance each time that a seat becomes awaited', async () => {
    await start({ clock: perMove });
    expect(await deadlineOf()).toBe(world.now() + 2 * dayMs);
    await moveAfter(0, dayMs);
    expect(await deadlineOf()).toBe(world.now() + 2 * dayMs);
    await moveAfter(1, 2 * dayMs);
    expect(await deadlineOf()).toBe(world.now() + 2 * dayMs);
  });

  test("runs on over a seat's own consecutive decisions", async () => {
    await startTurn();
    const [before] = (await read()).decisions;
    await moveAfter(before.seat, dayMs);
    const [after] = (await read()).decisions;
    expect([after.seat, after.deadlineAt]).toEqual([before.seat, before.deadlineAt]);
    expect(after.id).not.toBe(before.id);
  });
});

describe('a fischer clock', () => {
  test('takes what was used, adds the increment after, and never saves up more than its maximum', async () => {
    await start({ clock: fischer });
    expect(await deadlineOf()).toBe(world.now() + 3 * dayMs);
    await moveAfter(0, 2 * dayMs);
    expect(await deadlineOf()).toBe(world.now() + 3 * dayMs);
    await moveAfter(1, 0);
    expect(await deadlineOf()).toBe(world.now() + 2 * dayMs);
    await moveAfter(0, hourMs);
    expect(await deadlineOf()).toBe(world.now() + 4 * dayMs);
    await moveAfter(1, 0);
    await moveAfter(0, 0);
    expect(await deadlineOf()).toBe(world.now() + 4 * dayMs);
  });
});

describe('a deadline', () => {
  test('that a move meets to the millisecond counts; a later move is refused with deadline-passed', async () => {
    await start({ clock: perMove });
    expect((await moveAfter(0, 2 * dayMs)).status).toBe(201);
    const { version } = await read();
    const late = await moveAfter(1, 2 * dayMs + 1);
    expect([late.status, late.body.code]).toEqual([409, 'deadline-passed']);
    expect((await read()).version).toBe(version);
  });

  const comers: readonly (readonly [string, (late: unknown) => Promise<unknown>])[] = [
    ['a read', () => world.call('GET', path)],
    ['a move', (late) => world.call('POST', `${path}/moves`, playerAt(0), late)],
    ['the sweeper', () => world.sweep()],
  ];
  test.each(comers)('brings the time-out by whoever comes first after the grace: %s', async (_name, come) => {
    await start({ clock: perMove });
    const deadline = await deadlineOf();
    const { version, decisions } = await read(playerAt(0));
    world.advance(2 * dayMs + graceMs - 1);
    await world.sweep();
    expect((await read()).version).toBe(version);
    world.advance(1);
    await come({ decision: decisions[0].id, move: decisions[0].legalMoves[0] });
    const [commit] = await world.store.log.readAfter(matchId(), version, 10);
    expect(commit?.steps[0]).toMatchObject({ actor: { system: 'deadline' } });
    expect(await read()).toMatchObject({
      status: 'finished',
      version: version + 1,
      endedAt: new Date(deadline).toISOString(),
      outcome: { kind: 'won', winners: [1], reason: 'time-out' },
    });
    for (const seat of [0, 1]) expect(await noticesTo(seat, 'match.ended')).toHaveLength(1);
  });

  test('in a match of three lets the other two play on by the forfeit rule (DA-9), to the end', async () => {
    await start({ game: 'dandelions', seats: 3, clock: perMove });
    await moveAfter(0, 0);
    const { decisions } = await read();
    const gone: number = decisions[0].seat;
    world.advance(2 * dayMs + graceMs);
    await world.sweep();
    const after = await read();
    expect(after.status).toBe('active');
    expect(after.seats[gone].left).toBe('timed-out');
    expect(after.decisions.every(({ seat }: { seat: number }) => seat !== gone)).toBe(true);
    expect(await deadlineOf()).toBe(world.now() + 2 * dayMs);
    for (let made = 0; made < 300; made++) {
      const seat = (await read()).decisions[0]?.seat;
      if (seat === undefined) break;
      expect((await move(seat)).status).toBe(201);
    }
    const over = await read();
    expect(over.status).toBe('finished');
    expect(over.outcome.winners ?? []).not.toContain(gone);
    expect(await eventsOfType('match.timed-out')).toHaveLength(1);
  });
});

describe('reminders', () => {
  const remindedOf = async (seat: number): Promise<readonly string[]> =>
    (await noticesTo(seat, 'turn.reminder')).map(({ data }) => data.decision);

  test('come at half and at nine tenths of the time, once each, to the seat that is awaited', async () => {
    await start({ clock: perMove });
    const { id } = (await read()).decisions[0];
    const counts: number[] = [];
    for (const ms of [dayMs - 1, 1, hourMs, 0.8 * dayMs - hourMs - 1, 1, hourMs]) {
      world.advance(ms);
      await world.sweep();
      await sweepMatch(world.deps, matchId());
      counts.push((await remindedOf(0)).length);
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2]);
    expect(await remindedOf(0)).toEqual([id, id]);
    expect(await remindedOf(1)).toEqual([]);
    const [first] = await noticesTo(0, 'turn.reminder');
    expect(first.data.deadlineAt).toBe((await read()).decisions[0].deadlineAt);
  });

  test('that fell due together, where nobody looked for long, are one', async () => {
    await start({ clock: perMove });
    world.advance(1.95 * dayMs);
    await world.sweep();
    expect(await remindedOf(0)).toHaveLength(1);
  });

  test('are none once the move is made, and none for a mark that was reached before the decision was opened', async () => {
    await startTurn();
    const [first] = (await read()).decisions;
    world.advance(dayMs);
    await world.sweep();
    await moveAfter(first.seat, hourMs);
    const [second] = (await read()).decisions;
    expect(second.seat).toBe(first.seat);
    await world.sweep();
    await sweepMatch(world.deps, matchId());
    expect(await remindedOf(first.seat)).toEqual([first.id]);
    world.advance(0.9 * 2 * dayMs - dayMs - hourMs);
    await world.sweep();
    expect(await remindedOf(first.seat)).toEqual([first.id, second.id]);
  });

  test('are not sent after the deadline', async () => {
    await start({ clock: perMove });
    world.advance(2 * dayMs);
    await world.sweep();
    expect(await remindedOf(0)).toEqual([]);
  });
});

describe('a match that never fills', () => {
  const open = async (settings: Record<string, unknown> = {}): Promise<void> => {
    const created = await world.call('POST', '/v1/matches', playerAt(0), { game: 'conquian', ...settings });
    path = `/v1/matches/${created.body.id}`;
    await world.drain();
  };

  test('expires after 14 days, and its creator is told', async () => {
    await open();
    expect((await read()).expiresAt).toBe(new Date(world.now() + 14 * dayMs).toISOString());
    world.advance(14 * dayMs - 1);
    await world.sweep();
    expect((await read()).status).toBe('open');
    world.advance(1);
    await world.sweep();
    expect((await world.call('POST', `${path}/join`, playerAt(1), {})).body.code).toBe('match-over');
    expect((await read()).status).toBe('expired');
    expect(await noticesTo(0, 'match.expired')).toHaveLength(1);
    const lobby = (await world.call('GET', '/v1/lobby?game=conquian')).body.items;
    expect(lobby.map(({ url }: { url: string }) => url.endsWith(path))).not.toContain(true);
  });

  test('expires after the time that its creator set', async () => {
    await open({ expiry: 'P1D' });
    world.advance(dayMs);
    expect((await read()).status).toBe('expired');
  });
});
