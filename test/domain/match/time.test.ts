import { describe, expect, test, vi } from 'vitest';
import type { ClockSettings } from '../../../domain/match/settings.ts';
import { deadlineOfSeat, nextDeadline } from '../../../domain/match/state.ts';
import {
  by,
  day,
  given,
  hour,
  join,
  last,
  minute,
  monday,
  moveOf,
  resultOf,
  second,
  started,
  type Table,
  told,
  when,
} from './support.ts';
import { go, ofToy, turns } from './toy.ts';

vi.mock('../../../domain/engine/registry.ts', async (original) =>
  (await import('./registry.ts')).withToy(original),
);

const perMove: ClockSettings = { kind: 'per-move', allowance: 'P1D' };
const fischer: ClockSettings = { kind: 'fischer', initial: 'P3D', increment: 'PT12H', maximum: 'P4D' };
const timeOut = { type: 'time-out' } as const;
const grace = 35 * second;

const table = (
  clock: ClockSettings,
  first = turns(0),
  more: { seats?: number; weekendPause?: boolean } = {},
) =>
  started({
    ...ofToy(first),
    ...(more.seats ? { seats: more.seats } : {}),
    settings: { clock, weekendPause: more.weekendPause ?? false },
  });

const play = (before: Table, seat: number, next: Parameters<typeof go>[0], at: number) =>
  when(before, moveOf(before, seat, go(next)), at);

const banks = ({ match }: Table) => match.clocks.map(({ bank }) => bank);
const sinces = ({ match }: Table) => match.clocks.map(({ since }) => since);

describe('a seat’s clock', () => {
  test('starts with the match for the seat that is awaited, and for no other', () => {
    const start = table(fischer);
    expect(sinces(start)).toEqual([monday, null]);
    expect(banks(start)).toEqual([3 * day, 3 * day]);
    expect(nextDeadline(start.match)).toBe(monday + 3 * day);
  });

  test('stops when the seat has moved, with the increment; the other’s starts', () => {
    const after = play(table(fischer), 0, turns(1), monday + day);
    expect(sinces(after)).toEqual([null, monday + day]);
    expect(banks(after)).toEqual([2 * day + 12 * hour, 3 * day]);
    expect(nextDeadline(after.match)).toBe(monday + 4 * day);
  });

  test('runs on, and earns nothing, between its own consecutive decisions', () => {
    const between = play(table(fischer), 0, turns(0), monday + day);
    expect(sinces(between)).toEqual([monday, null]);
    expect(between.match.clocks[0]?.sinceVersion).toBe(2);
    expect(nextDeadline(between.match)).toBe(monday + 3 * day);
    const after = play(between, 0, turns(1), monday + 2 * day);
    expect(banks(after)).toEqual([day + 12 * hour, 3 * day]);
  });

  test('per move: consecutive decisions share one allowance, the next turn has a new one', () => {
    let now = play(table(perMove), 0, turns(0), monday + 20 * hour);
    expect(nextDeadline(now.match)).toBe(monday + day);
    now = play(play(now, 0, turns(1), monday + 23 * hour), 1, turns(0), monday + 40 * hour);
    expect(nextDeadline(now.match)).toBe(monday + 64 * hour);
  });

  test('saves up no more than the maximum', () => {
    let now = table(fischer);
    for (let turn = 0; turn < 6; turn++) now = play(now, turn % 2, turns((turn + 1) % 2), monday);
    expect(banks(now)).toEqual([4 * day, 4 * day]);
  });

  test('of a seat that decides at the same time isn’t touched by the other’s step', () => {
    const after = play(table(fischer, turns(0, 1)), 0, turns(1), monday + day);
    expect(sinces(after)).toEqual([null, monday]);
    expect(deadlineOfSeat(after.match, 1)).toBe(monday + 3 * day);
  });

  test('isn’t touched by offers either', () => {
    const offered = when(table(fischer), by('offer-draw', 'ben'), monday + day);
    expect(sinces(offered)).toEqual([monday, null]);
    expect(nextDeadline(offered.match)).toBe(monday + 3 * day);
  });

  test('stands still on weekends where the match says so', () => {
    const start = table({ kind: 'per-move', allowance: 'P7D' }, turns(0), { weekendPause: true });
    expect(nextDeadline(start.match)).toBe(monday + 9 * day);
    const roomy = { ...fischer, initial: 'P5D', maximum: 'P6D' };
    const sunday = play(table(roomy, turns(0), { weekendPause: true }), 0, turns(1), monday + 6 * day);
    expect(banks(sunday)[0]).toBe(9 * hour + 12 * hour);
  });

  test('without a clock there are no deadlines, and no time-out ever', () => {
    const start = table({ kind: 'none' });
    expect(nextDeadline(start.match)).toBeUndefined();
    expect(resultOf(start, timeOut, monday + 10_000 * day)).toBe('unchanged');
  });
});

describe('the deadline', () => {
  const deadline = monday + day;

  test('a move that was received by it counts, whenever it is decided', () => {
    const start = table(perMove);
    const move = moveOf(start, 0, go(turns(1)));
    expect(resultOf(start, move, deadline)).toBe('append');
    expect(resultOf(start, move, deadline + 1)).toBe('deadline-passed');
  });

  test('receipt decides, not the later instant that the commit bears', () => {
    const start = when(table(perMove), by('offer-draw', 'ben'), deadline + second);
    const after = play(start, 0, turns(1), deadline);
    expect(last(after).at).toBe(deadline + second);
    expect(banks(after)[0]).toBe(day);
  });

  test('the time-out waits for the grace', () => {
    const start = table(perMove);
    expect(resultOf(start, timeOut, deadline)).toBe('unchanged');
    expect(resultOf(start, timeOut, deadline + grace - 1)).toBe('unchanged');
    expect(resultOf(start, timeOut, deadline + grace)).toBe('append');
  });

  test('in the grace nobody may move any more, but resign or agree on a draw', () => {
    const start = when(table(perMove), by('offer-draw', 'ben'));
    const inGrace = deadline + second;
    expect(resultOf(start, moveOf(start, 0, go(turns(1))), inGrace)).toBe('deadline-passed');
    expect(resultOf(start, by('resign', 'ann'), inGrace)).toBe('append');
    expect(resultOf(start, { type: 'accept-draw', player: 'ann', offer: '3.1' }, inGrace)).toBe('append');
  });
});

describe('a time-out', () => {
  test('of one of two ends the match, as of the deadline; the other wins', () => {
    const over = when(table(perMove), timeOut, monday + 5 * day);
    expect(over.match).toMatchObject({
      status: 'finished',
      open: [],
      at: monday + 5 * day,
      endedAt: monday + day,
      outcome: { kind: 'won', winners: [1], reason: 'time-out' },
    });
    expect(last(over).steps[0]).toMatchObject({
      actor: { system: 'deadline' },
      command: { type: 'time-out' },
    });
    expect(over.match.seats.map((holder) => holder?.left)).toEqual(['timed-out', null]);
    expect(told(over)).toEqual(['match.ended ann', 'match.ended ben']);
  });

  test('is appended once', () => {
    expect(resultOf(when(table(perMove), timeOut, monday + 2 * day), timeOut, monday + 2 * day)).toBe(
      'unchanged',
    );
  });

  test('of both seats at the same instant is a draw', () => {
    const over = when(table(perMove, turns(0, 1)), timeOut, monday + 2 * day);
    expect(over.match.outcome).toEqual({ kind: 'drawn', reason: 'time-out' });
  });

  test('takes who ran out first, though both have by then', () => {
    const unequal = play(
      play(table(fischer, turns(0, 1)), 0, turns(1), monday + day),
      1,
      turns(0, 1),
      monday + 2 * day,
    );
    const over = when(unequal, timeOut, monday + 30 * day);
    expect(over.match.outcome).toMatchObject({ winners: [0] });
    expect(over.match.endedAt).toBe(monday + 3 * day);
  });

  test('in a match of three the others play on; the next seat’s clock starts when it is told', () => {
    const late = monday + 3 * day;
    const start = started({ game: 'dandelions', seats: 3, settings: { clock: perMove } });
    const first = start.match.open[0]?.seat ?? -1;
    const after = when(start, timeOut, late);
    expect(after.match.status).toBe('active');
    expect(after.match.seats[first]?.left).toBe('timed-out');
    expect(after.match.open.map(({ seat }) => seat)).not.toContain(first);
    expect(nextDeadline(after.match)).toBe(late + day);
    expect(told(after)).toHaveLength(1);
    const over = when(after, timeOut, late + 2 * day);
    const [winner] = [0, 1, 2].filter((seat) => over.match.seats[seat]?.left === null);
    expect(over.match.outcome).toEqual({ kind: 'won', winners: [winner], reason: 'time-out' });
  });

  test('and resignation end it alike: the first of the two that the log has wins', () => {
    const late = monday + 2 * day;
    const start = table(perMove);
    expect(resultOf(when(start, timeOut, late), by('resign', 'ann'), late)).toBe('match-over');
    expect(resultOf(when(start, by('resign', 'ann'), late), timeOut, late)).toBe('unchanged');
  });
});

describe('a vacation', () => {
  const pause = (player: string, from: number, until: number) =>
    ({ type: 'pause', player, pause: { from, until } }) as const;

  test('stops the clock of the seat whose player is away, and of no other', () => {
    const start = table(fischer, turns(0, 1));
    const away = when(start, pause('ann', monday + hour, monday + 5 * day), monday + hour);
    expect(deadlineOfSeat(away.match, 0)).toBe(monday + 3 * day + 5 * day - hour);
    expect(deadlineOfSeat(away.match, 1)).toBe(monday + 3 * day);
    expect(last(away).steps[0]?.actor).toEqual({ system: 'vacation' });
    expect(told(away)).toEqual([]);
  });

  test('refills nothing: what was left before it is left after it', () => {
    const away = when(table(fischer), pause('ann', monday + 2 * day, monday + 12 * day), monday + 2 * day);
    const after = play(away, 0, turns(1), monday + 12 * day + hour);
    expect(banks(after)[0]).toBe(day - hour + 12 * hour);
  });

  test('doesn’t hinder its player from moving, and what is moved then costs no time', () => {
    const away = when(table(fischer), pause('ann', monday + hour, monday + 12 * day), monday + hour);
    const after = play(away, 0, turns(1), monday + 6 * day);
    expect(banks(after)[0]).toBe(3 * day - hour + 12 * hour);
  });

  test('that ends early is a later word about the same beginning', () => {
    const away = when(table(fischer), pause('ann', monday + hour, monday + 12 * day), monday + hour);
    const back = when(away, pause('ann', monday + hour, monday + 3 * hour), monday + 3 * hour);
    expect(deadlineOfSeat(back.match, 0)).toBe(monday + 3 * day + 2 * hour);
    expect(back.match.pauses[0]).toHaveLength(1);
  });

  test('told twice changes nothing; nor does one that was over before the seat was awaited', () => {
    const away = when(table(fischer), pause('ann', monday + hour, monday + 12 * day), monday + hour);
    expect(resultOf(away, pause('ann', monday + hour, monday + 12 * day))).toBe('unchanged');
    const turn = play(table(fischer), 0, turns(1), monday + 2 * day);
    expect(resultOf(turn, pause('ben', monday, monday + day))).toBe('unchanged');
    expect(resultOf(turn, pause('ann', monday, monday + day))).toBe('unchanged');
  });

  test('that is heard of late counts from when it began', () => {
    const heard = when(
      table(perMove),
      pause('ann', monday + 23 * hour, monday + 3 * day),
      monday + 25 * hour,
    );
    expect(nextDeadline(heard.match)).toBe(monday + 3 * day + hour);
    expect(resultOf(heard, timeOut, monday + 2 * day)).toBe('unchanged');
  });

  test('that was heard of when it was over counts all the same, and so does each of several in one turn', () => {
    const first = when(table(perMove), pause('ann', monday + hour, monday + 2 * hour), monday + 5 * hour);
    expect(nextDeadline(first.match)).toBe(monday + day + hour);
    const both = when(first, pause('ann', monday + 3 * hour, monday + 5 * hour), monday + 6 * hour);
    expect(nextDeadline(both.match)).toBe(monday + day + 3 * hour);
  });

  test('after another is counted beside it, and what is over is forgotten', () => {
    let now = table(perMove);
    for (let round = 0; round < 50; round++) {
      const at = monday + 2 * round * hour;
      now = when(now, pause('ann', at, at + hour), at);
      now = play(play(now, 0, turns(1), at + hour), 1, turns(0), at + hour);
    }
    expect(now.match.pauses[0]?.length).toBeLessThanOrEqual(2);
    expect(nextDeadline(now.match)).toBe(monday + 99 * hour + day);
  });

  test('is nothing to a match that allows none, hasn’t begun, or is over, nor to who has no seat or has left', () => {
    const away = pause('ann', monday, monday + day);
    const strict = started({ ...ofToy(), settings: { clock: perMove, pauses: false } });
    expect(resultOf(strict, away)).toBe('unchanged');
    expect(resultOf(given(ofToy()), away)).toBe('unchanged');
    expect(resultOf(when(table(perMove), by('resign', 'ann')), away)).toBe('unchanged');
    expect(resultOf(table(perMove), { ...away, player: 'eve' })).toBe('unchanged');
    const three = when(table(perMove, turns(1), { seats: 3 }), by('resign', 'ann'));
    expect(resultOf(three, away)).toBe('unchanged');
  });

  test('that is under way when the match starts stops the clock from the start', () => {
    const vacations = [
      { player: 'ann', pause: { from: monday - day, until: monday + day } },
      { player: 'eve', pause: { from: monday - day, until: monday + 9 * day } },
    ];
    const open = (pauses: boolean) => given({ ...ofToy(), settings: { clock: perMove, pauses } });
    const begun = when(open(true), { ...join('ben'), vacations });
    expect(nextDeadline(begun.match)).toBe(monday + 2 * day);
    expect(begun.match.pauses).toEqual([[vacations[0]?.pause], []]);
    expect(nextDeadline(when(open(false), { ...join('ben'), vacations }).match)).toBe(monday + day);
  });

  test('of 10,000 days has a deadline too', () => {
    const away = when(table(perMove), pause('ann', monday, monday + 10_000 * day));
    expect(nextDeadline(away.match)).toBe(monday + 10_001 * day);
  });
});

describe('resigning', () => {
  test('one of two: the other has won', () => {
    const over = when(table(perMove), by('resign', 'ben'), monday + minute);
    expect(over.match).toMatchObject({
      status: 'finished',
      endedAt: monday + minute,
      outcome: { kind: 'won', winners: [0], reason: 'resignation' },
      open: [],
    });
    expect(last(over).steps[0]?.events.map(({ type }) => type)).toEqual(['match.resigned', 'match.ended']);
  });

  test('again changes nothing', () => {
    expect(resultOf(when(table(perMove), by('resign', 'ben')), by('resign', 'ben'))).toBe('unchanged');
  });

  test('one of three: the others play on, and the last has won (DA-9)', () => {
    const start = started({ game: 'dandelions', seats: 3 });
    const first = start.match.open[0]?.seat ?? -1;
    const [second_, third] = [0, 1, 2]
      .filter((seat) => seat !== first)
      .map((seat) => ['ann', 'ben', 'cho'][seat] ?? '');
    const two = when(start, by('resign', ['ann', 'ben', 'cho'][first] ?? ''));
    expect(two.match).toMatchObject({ status: 'active', outcome: null });
    expect(two.match.open.map(({ seat }) => seat)).not.toContain(first);
    const played = when(two, moveOf(two));
    expect(played.match.status).toBe('active');
    const over = when(played, by('resign', second_ ?? ''));
    expect(over.match.outcome).toMatchObject({ kind: 'won', reason: 'resignation' });
    expect(resultOf(over, by('resign', third ?? ''))).toBe('match-over');
  });

  test('out of turn in a match of three leaves the open decision as it is', () => {
    const start = table(perMove, turns(0), { seats: 3 });
    const after = when(start, by('resign', 'cho'));
    expect(after.match.open).toEqual(start.match.open);
    expect(told(after)).toEqual([]);
  });

  test('after a time-out is too late', () => {
    const start = table(perMove, turns(0), { seats: 3 });
    const timedOut = when(start, timeOut, monday + 2 * day);
    expect(resultOf(timedOut, by('resign', 'ann'))).toBe('match-over');
  });
});
