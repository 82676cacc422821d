import type { Instant } from '../../domain/match/instant.ts';

/**
 * The one source of time. `now` is the clock of matches (deadlines, notices); the local sandbox may move it forward. `wall` is real
 * time, for signatures, token expiry and webhook retries.
 */
export interface Clock {
  readonly now: () => Instant;
  readonly wall: () => Instant;
}

/** Real time for both. */
export const systemClock: Clock = { now: () => Date.now(), wall: () => Date.now() };

/** RFC 3339 with milliseconds and Z, the one form of an instant on the wire. */
export const isoTime = (at: Instant): string => new Date(at).toISOString();
