/** The arithmetic of vacations: what is left of the allowance, and which match has still to hear of one (design §5). */
import type { Pause } from '../../domain/match/clock.ts';
import type { DurationMs, Instant } from '../../domain/match/instant.ts';
import { isNews } from '../../domain/match/pauses.ts';
import { type MatchState, seatOf } from '../../domain/match/state.ts';
import type { Vacation } from './store/accounts.ts';

/** How long a player may be on vacation in a calendar year (UTC): 30 days. */
export const yearlyAllowanceMs: DurationMs = 30 * 86_400_000;

/** How many vacations a row remembers, so that a match that was told late is still told of each. */
export const pausesKept = 8;

const yearOf = (at: Instant): number => new Date(at).getUTCFullYear();

/** The vacation that is under way, or undefined. */
export const runningAt = (vacation: Vacation | undefined, now: Instant): Pause | undefined => {
  const last = vacation?.pauses.at(-1);
  return last && now < last.until ? last : undefined;
};

/**
 * What is left of the allowance once the last vacation has ended as it is planned. A vacation counts to the year in which it
 * began; after it, a new year brings a whole allowance.
 */
export const allowanceLeft = (vacation: Vacation | undefined, now: Instant): DurationMs => {
  const last = vacation?.pauses.at(-1);
  if (!vacation || (vacation.year !== yearOf(now) && !runningAt(vacation, now))) return yearlyAllowanceMs;
  return vacation.allowanceMs - (last ? last.until - last.from : 0);
};

/**
 * The row by which a vacation begins now, or the one under way gets another end: `until`, or when the allowance is used up,
 * whichever comes first. Undefined if nothing is left.
 */
export const begun = (
  vacation: Vacation | undefined,
  now: Instant,
  until: Instant = Number.POSITIVE_INFINITY,
): Vacation | undefined => {
  const running = runningAt(vacation, now);
  if (vacation && running) {
    const pause = { from: running.from, until: Math.min(until, running.from + vacation.allowanceMs) };
    return { ...vacation, pauses: [...vacation.pauses.slice(0, -1), pause], revision: vacation.revision + 1 };
  }
  const allowanceMs = allowanceLeft(vacation, now);
  if (allowanceMs <= 0) return undefined;
  const pause = { from: now, until: Math.min(until, now + allowanceMs) };
  return {
    pauses: [...(vacation?.pauses ?? []), pause].slice(-pausesKept),
    year: yearOf(now),
    allowanceMs,
    revision: (vacation?.revision ?? 0) + 1,
  };
};

/** The row by which the vacation that is under way ends now, or undefined if none is. */
export const ended = (vacation: Vacation | undefined, now: Instant): Vacation | undefined => {
  const running = runningAt(vacation, now);
  if (!vacation || !running) return undefined;
  const pause = { from: running.from, until: Math.max(now, running.from) };
  return { ...vacation, pauses: [...vacation.pauses.slice(0, -1), pause], revision: vacation.revision + 1 };
};

/** A vacation of one of its players that a match is to pause for and does not know of as it is now; undefined if there is none. */
export const unheardPause = (
  match: MatchState,
  player: string,
  vacation: Vacation | undefined,
): Pause | undefined => {
  const seat = seatOf(match, player);
  if (seat === undefined || match.status !== 'active' || !match.settings.pauses) return undefined;
  if (match.seats[seat]?.left !== null) return undefined;
  return vacation?.pauses.find((pause) => isNews(match, seat, pause));
};
