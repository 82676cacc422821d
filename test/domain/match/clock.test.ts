import { describe, expect, test } from 'vitest';
import { bankAfter, deadlineOf, elapsedOf, initialBank, type Pause } from '../../../domain/match/clock.ts';
import { parseDuration } from '../../../domain/match/instant.ts';
import { clockSchema, durationSchema } from '../../../domain/match/settings.ts';
import { randomFor, runSeed } from '../../support/seed.ts';
import { day, hour, minute, monday, second } from './support.ts';

const midnight = monday - 9 * hour;
const pause = (from: number, until: number): Pause => ({ from: monday + from, until: monday + until });

describe('durations', () => {
  test.each([
    ['PT1S', second],
    ['PT90M', 90 * minute],
    ['P3D', 3 * day],
    ['P2W', 14 * day],
    ['P1DT6H', day + 6 * hour],
    ['P1DT2H3M4S', day + 2 * hour + 3 * minute + 4 * second],
    ['PT0S', 0],
    ['P9999DT999999H', 9_999 * day + 999_999 * hour],
  ])('%s is read', (text, length) => {
    expect(parseDuration(text)).toBe(length);
  });

  test.each([
    ...['', 'P', 'PT', 'P1DT', 'T1H', '1D', 'p1d', 'P1Y', 'P1M', 'P1W2D', 'P-1D', 'P1.5D', 'PT1H1D', 'P1D '],
    ...['P99999D', 'PT9999999H', '\nP1D', 'P1D\n', 'PT1E3S', 'P１D'],
  ])('%j is none of fixed length', (text) => {
    expect(parseDuration(text)).toBeUndefined();
    expect(durationSchema.safeParse(text).success).toBe(false);
  });

  test.each([
    ['PT0S', false],
    ['PT1S', true],
    ['P90D', true],
    ['P90DT1S', false],
    ['P9999W', false],
  ])('a setting of %s: %s', (text, isTaken) => {
    expect(durationSchema.safeParse(text).success).toBe(isTaken);
  });

  test('a fischer clock holds no more than its maximum from the start', () => {
    const clock = (initial: string, maximum: string) =>
      clockSchema.safeParse({ kind: 'fischer', initial, increment: 'PT1H', maximum }).success;
    expect([clock('P3D', 'P3D'), clock('P3DT1S', 'P3D')]).toEqual([true, false]);
  });
});

describe('a running clock', () => {
  test('runs out when its bank is spent', () => {
    expect(deadlineOf(monday, 3 * day, [], false)).toBe(monday + 3 * day);
  });

  test('with an empty bank has run out at once', () => {
    expect(deadlineOf(monday, 0, [], false)).toBe(monday);
  });

  test('stands still in a pause and goes on with what was left', () => {
    expect(deadlineOf(monday, day, [pause(hour, 11 * hour)], false)).toBe(monday + day + 10 * hour);
  });

  test('that began within a pause begins when it ends', () => {
    expect(deadlineOf(monday, day, [pause(-day, hour)], false)).toBe(monday + hour + day);
  });

  test('isn’t touched by a pause that is over, or that begins at the deadline', () => {
    expect(deadlineOf(monday, day, [pause(-2 * day, -day), pause(-day, 0)], false)).toBe(monday + day);
    expect(deadlineOf(monday, day, [pause(day, 2 * day)], false)).toBe(monday + day);
    expect(deadlineOf(monday, day, [pause(day - 1, 2 * day)], false)).toBe(monday + 2 * day + 1);
  });

  test('overlapping, nested and touching pauses stop it once', () => {
    const pauses = [
      pause(hour, 3 * hour),
      pause(2 * hour, 5 * hour),
      pause(3 * hour, 4 * hour),
      pause(5 * hour, 6 * hour),
    ];
    expect(deadlineOf(monday, day, pauses, false)).toBe(monday + day + 5 * hour);
    expect(deadlineOf(monday, day, pauses.toReversed(), false)).toBe(monday + day + 5 * hour);
    expect(elapsedOf(monday, monday + 7 * hour, pauses, false)).toBe(2 * hour);
  });

  test('an empty or inverted pause stops nothing', () => {
    const pauses = [pause(hour, hour), pause(3 * hour, 2 * hour)];
    expect(deadlineOf(monday, day, pauses, false)).toBe(monday + day);
    expect(elapsedOf(monday, monday + day, pauses, false)).toBe(day);
  });

  test('a pause of 10,000 days is waited for, with weekends and without', () => {
    const long = [pause(hour, 10_000 * day)];
    expect(deadlineOf(monday, day, long, false)).toBe(monday + 10_000 * day + day - hour);
    const end = deadlineOf(monday, day, long, true);
    expect(elapsedOf(monday, end, long, true)).toBe(day);
  });
});

describe('weekends', () => {
  const friday = midnight + 4 * day;

  test('the clock stands still from Saturday 00:00 to Monday 00:00 UTC', () => {
    expect(deadlineOf(friday + 23 * hour, 2 * hour, [], true)).toBe(friday + 3 * day + hour);
    expect(deadlineOf(friday + 23 * hour, hour, [], true)).toBe(friday + day);
    expect(deadlineOf(friday + 23 * hour, hour + 1, [], true)).toBe(friday + 3 * day + 1);
  });

  test.each([
    ['Saturday', day],
    ['Sunday', 2 * day],
    ['Sunday’s last millisecond', 3 * day - 1],
  ])('a clock that began on %s begins on Monday', (_, since) => {
    expect(deadlineOf(friday + since, hour, [], true)).toBe(friday + 3 * day + hour);
  });

  test('five days a week count: 90 days take 18 weeks', () => {
    expect(deadlineOf(midnight, 90 * day, [], true)).toBe(midnight + 18 * 7 * day - 2 * day);
  });

  test('count on a leap day and over the turn of a year', () => {
    const leapFriday = Date.UTC(2036, 1, 29, 12);
    expect(new Date(leapFriday).getUTCDay()).toBe(5);
    expect(deadlineOf(leapFriday, 13 * hour, [], true)).toBe(Date.UTC(2036, 2, 3, 1));
    const newYear = Date.UTC(2027, 11, 31, 12);
    expect(deadlineOf(newYear, 13 * hour, [], true)).toBe(Date.UTC(2028, 0, 3, 1));
  });

  test('a vacation over a weekend stops the clock once', () => {
    const pauses = [{ from: friday + 12 * hour, until: friday + 3 * day + 12 * hour }];
    expect(deadlineOf(friday, day, pauses, true)).toBe(friday + 4 * day);
  });

  test('before 1970 are weekends too', () => {
    expect(deadlineOf(Date.UTC(1969, 11, 26, 23), 2 * hour, [], true)).toBe(Date.UTC(1969, 11, 29, 1));
  });
});

describe('what a clock has run', () => {
  test('is nothing before it began, and nothing while it stood', () => {
    expect(elapsedOf(monday, monday, [], false)).toBe(0);
    expect(elapsedOf(monday, monday - hour, [], false)).toBe(0);
    expect(elapsedOf(monday, monday + hour, [pause(-hour, 2 * hour)], false)).toBe(0);
  });

  test('and what is left say the same deadline: a pause refills nothing', () => {
    const random = randomFor(runSeed, 'clocks');
    for (let round = 0; round < 2_000; round++) {
      const hours = (most: number) => random.int(most) * hour + random.int(3) * second;
      const since = monday + hours(24 * 14);
      const bank = hours(24 * 10) + second;
      const pauses = Array.from({ length: random.int(4) }, () => {
        const from = monday + hours(24 * 20);
        return { from, until: from + hours(24 * 6) - random.int(2) * hour };
      });
      const weekendPause = random.int(2) === 1;
      const deadline = deadlineOf(since, bank, pauses, weekendPause);
      const told = `GILIRAN_SEED=${runSeed} round ${round}`;
      expect(elapsedOf(since, deadline, pauses, weekendPause), told).toBe(bank);
      const between = since + random.int(Math.max(1, deadline - since));
      const run = elapsedOf(since, between, pauses, weekendPause);
      expect(run, told).toBeLessThanOrEqual(bank);
      expect(run, told).toBe(summedByEdges(since, between, pauses, weekendPause));
      expect(deadlineOf(between, bank - run, pauses, weekendPause), told).toBe(deadline);
    }
  });
});

/** The same, counted otherwise: the running parts between all instants at which anything may change. */
const summedByEdges = (
  since: number,
  at: number,
  pauses: readonly Pause[],
  weekendPause: boolean,
): number => {
  const days = Array.from(
    { length: Math.ceil((at - since) / day) + 2 },
    (_, index) => Math.floor(since / day) * day + index * day,
  );
  const edges = [since, at, ...days, ...pauses.flatMap(({ from, until }) => [from, until])]
    .filter((edge) => edge >= since && edge <= at)
    .sort((a, b) => a - b);
  return edges.slice(1).reduce((sum, edge, index) => {
    const from = edges[index] ?? edge;
    const isPaused = pauses.some((stretch) => stretch.from <= from && from < stretch.until);
    const isWeekend = weekendPause && [0, 6].includes(new Date(from).getUTCDay());
    return isPaused || isWeekend ? sum : sum + edge - from;
  }, 0);
};

describe('banks', () => {
  const fischer = { kind: 'fischer', initial: 'P3D', increment: 'PT12H', maximum: 'P5D' } as const;

  test('are what the settings say at the start', () => {
    expect(initialBank({ kind: 'none' })).toBeNull();
    expect(initialBank({ kind: 'per-move', allowance: 'P2D' })).toBe(2 * day);
    expect(initialBank(fischer)).toBe(3 * day);
  });

  test('a per-move allowance is whole again after each turn', () => {
    expect(bankAfter({ kind: 'per-move', allowance: 'P2D' }, 2 * day, 47 * hour)).toBe(2 * day);
  });

  test('fischer: what was used is gone, the increment is added', () => {
    expect(bankAfter(fischer, 3 * day, day)).toBe(2 * day + 12 * hour);
  });

  test('fischer: no more than the maximum is saved up', () => {
    expect(bankAfter(fischer, 5 * day, hour)).toBe(5 * day);
    expect(bankAfter(fischer, 5 * day, 13 * hour)).toBe(5 * day - hour);
  });

  test('fischer: a bank is never negative, and the increment is whole', () => {
    expect(bankAfter(fischer, hour, 2 * hour)).toBe(12 * hour);
  });

  test('without a clock there is none', () => {
    expect(bankAfter({ kind: 'none' }, null, day)).toBeNull();
  });
});
