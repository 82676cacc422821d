import type { Seat } from '../engine/engine.ts';
import type { Pause } from './clock.ts';
import type { Instant } from './instant.ts';
import type { MatchState } from './state.ts';

/** The instant before which a seat's pauses no longer matter: since when it is awaited, or else the match's last commit. */
export const clockBegins = (match: MatchState, seat: Seat): Instant => match.clocks[seat]?.since ?? match.at;

/**
 * Whether a seat's vacation is news to the match: unknown and not over before the seat's clock began, or known with another end. What
 * is no news is never recorded, so whoever waits for it to be heard must ask this.
 */
export const isNews = (match: MatchState, seat: Seat, pause: Pause): boolean => {
  const known = match.pauses[seat]?.find(({ from }) => from === pause.from);
  if (known) return known.until !== pause.until;
  return pause.until > pause.from && pause.until > clockBegins(match, seat);
};
