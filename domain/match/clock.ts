import { expectDefined } from '../engine/result.ts';
import { type DurationMs, type Instant, parseDuration } from './instant.ts';
import type { ClockSettings } from './settings.ts';

/** A stretch in which a seat's clock stands still: from (included) until (excluded). */
export interface Pause {
  readonly from: Instant;
  readonly until: Instant;
}

/**
 * One seat's clock. `bank` is the time it had left when `since` began (null without a clock); `since` is the instant at which it
 * became awaited, null while it isn't; `sinceVersion` is the version of the commit by which it did.
 */
export interface SeatClock {
  readonly bank: DurationMs | null;
  readonly since: Instant | null;
  readonly sinceVersion: number | null;
}

const dayMs = 86_400_000;
/** 1970-01-01 was a Thursday, so day 2 was the first Saturday. */
const firstSaturday = 2;
const daysMax = 4_000;

const weekday = (day: number): number => (((day - firstSaturday) % 7) + 7) % 7;
const isWeekend = (day: number): boolean => weekday(day) < 2;

/** The first instant at or after `at` at which the clock runs (UTC weekends stand still if `weekendPause`). */
const nextRunning = (at: Instant, pauses: readonly Pause[], weekendPause: boolean): Instant => {
  let running = at;
  for (let round = 0; round <= pauses.length + daysMax; round++) {
    const now = running;
    const pause = pauses.find(({ from, until }) => from <= now && now < until);
    const day = Math.floor(now / dayMs);
    if (pause) running = pause.until;
    else if (weekendPause && isWeekend(day)) running = (day + 1) * dayMs;
    else return running;
  }
  return running;
};

/** The first instant after `at` at which a running clock stops, or undefined if none does. */
const nextStop = (at: Instant, pauses: readonly Pause[], weekendPause: boolean): Instant | undefined => {
  const stops = pauses.filter(({ from, until }) => from > at && until > from).map(({ from }) => from);
  if (weekendPause) {
    const day = Math.floor(at / dayMs);
    stops.push((day + (7 - weekday(day))) * dayMs);
  }
  return stops.length > 0 ? Math.min(...stops) : undefined;
};

/** The instant at which `bank` has run out for a clock that started at `since`: pausing never refills time (design §5). */
export const deadlineOf = (
  since: Instant,
  bank: DurationMs,
  pauses: readonly Pause[],
  weekendPause: boolean,
): Instant => {
  let left = bank;
  let at = nextRunning(since, pauses, weekendPause);
  for (let round = 0; round <= pauses.length + daysMax; round++) {
    const stop = nextStop(at, pauses, weekendPause);
    if (stop === undefined || at + left <= stop) return at + left;
    left -= stop - at;
    at = nextRunning(stop, pauses, weekendPause);
  }
  return at + left;
};

/** How long a clock ran between two instants. */
export const elapsedOf = (
  since: Instant,
  at: Instant,
  pauses: readonly Pause[],
  weekendPause: boolean,
): DurationMs => {
  let elapsed = 0;
  let now = nextRunning(since, pauses, weekendPause);
  for (let round = 0; round <= pauses.length + daysMax && now < at; round++) {
    const stop = nextStop(now, pauses, weekendPause);
    const until = stop === undefined ? at : Math.min(stop, at);
    elapsed += until - now;
    now = nextRunning(until, pauses, weekendPause);
  }
  return elapsed;
};

const ms = (duration: string): DurationMs =>
  expectDefined(parseDuration(duration), `settings hold an invalid duration: ${duration}`);

/** The bank that a seat starts the match with; null without a clock. */
export const initialBank = (clock: ClockSettings): DurationMs | null => {
  switch (clock.kind) {
    case 'none':
      return null;
    case 'per-move':
      return ms(clock.allowance);
    case 'fischer':
      return ms(clock.initial);
  }
};

/**
 * The bank after a seat has stopped being awaited. A per-move allowance starts afresh; under `fischer` the increment is added once
 * for the whole time that the seat was awaited, never between its own consecutive decisions, up to the maximum.
 */
export const bankAfter = (
  clock: ClockSettings,
  bank: DurationMs | null,
  elapsed: DurationMs,
): DurationMs | null => {
  if (clock.kind !== 'fischer' || bank === null) return initialBank(clock);
  return Math.min(ms(clock.maximum), Math.max(0, bank - elapsed) + ms(clock.increment));
};

/** The instant at which a seat that is awaited runs out of time; undefined without a clock or while it isn't awaited. */
export const deadlineAt = (
  clock: SeatClock,
  pauses: readonly Pause[],
  weekendPause: boolean,
): Instant | undefined =>
  clock.since === null || clock.bank === null
    ? undefined
    : deadlineOf(clock.since, clock.bank, pauses, weekendPause);

/** How long after a deadline the time-out may be appended: more than a move in flight can take (design §5). */
export const timeOutGraceMs = 35_000;
