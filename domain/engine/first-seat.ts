import type { RuleViolation, Seat } from './engine.ts';

/** Refuses a first seat that a match of so many seats doesn't have: every game's `firstSeat` is `random` or a seat. */
export const checkFirstSeat = (
  { firstSeat }: { readonly firstSeat: Seat | 'random' },
  seats: number,
): RuleViolation | undefined =>
  firstSeat !== 'random' && firstSeat >= seats
    ? { reason: 'no-such-seat', message: `There is no seat ${firstSeat} in a match of ${seats}.` }
    : undefined;
