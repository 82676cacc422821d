import type { Seat } from '../../engine/engine.ts';
import { fractionOfSixths } from './fraction.ts';
import { type Card, cards, type Face, type Score, type State } from './types.ts';

const pips = (dice: readonly Face[]): number => dice.reduce<number>((sum, face) => sum + face, 0);

/**
 * Who scores the seeds of a card, and how many sixths of a point each; undefined without dice. The most dice count, then
 * the fewest pips, and the winner scores the pips of its own dice there (DA-6). Seats that are still tied divide them, or
 * score them in full by the option (DA-7).
 */
export const seedOf = (state: State, card: Card): { seats: Seat[]; sixths: number } | undefined => {
  const dice = state.seats.map(({ planted }, seat) => ({
    seat,
    count: planted[card].length,
    pips: pips(planted[card]),
  }));
  const most = Math.max(...dice.map(({ count }) => count));
  if (most === 0) return undefined;
  const candidates = dice.filter(({ count }) => count === most);
  const fewest = Math.min(...candidates.map(({ pips }) => pips));
  const seats = candidates.filter(({ pips }) => pips === fewest).map(({ seat }) => seat);
  const sharers = state.options.seedTie === 'split' ? seats.length : 1;
  return { seats, sixths: (6 * fewest) / sharers };
};

const sproutOf = (state: State, seat: Seat): number =>
  cards.reduce((sum, card) => sum + card * (state.seats[seat]?.planted[card].length ?? 0), 0);

/** Sprout points of a seat, a whole number, and its seed points and total in sixths. */
const sixthsOf = (state: State, seat: Seat): { sprout: number; seed: number; total: number } => {
  const sprout = sproutOf(state, seat);
  const seed = cards
    .map((card) => seedOf(state, card))
    .reduce((sum, seed) => sum + (seed?.seats.includes(seat) ? seed.sixths : 0), 0);
  return { sprout, seed, total: 6 * sprout + seed };
};

/** The points of a seat as the dice lie now. */
export const scoreOf = (state: State, seat: Seat): Score => {
  const { sprout, seed, total } = sixthsOf(state, seat);
  return { sprout, seed: fractionOfSixths(seed), total: fractionOfSixths(total) };
};

/** The seats with the highest total, all of them joint winners; one that has left can't win (DA-9). */
export const winners = (state: State): Seat[] => {
  const playing = state.seats.flatMap(({ token }, seat) => (token === null ? [] : [seat]));
  const total = (seat: Seat): number => sixthsOf(state, seat).total;
  const highest = Math.max(...playing.map(total));
  return playing.filter((seat) => total(seat) === highest);
};
