import type { Seat } from '../../engine/engine.ts';

/** Nobles dealt to each seat, and how many of them it keeps as its court (DN-1). */
export const noblesDealt = 6;
export const noblesKept = 3;
/** Support cards dealt to each seat (DN-2). */
export const handSize = 6;
/** The most Support cards in one purchase (DN-6), and what a diamond draws (DN-9). */
export const purchaseMax = 3;
export const diamondDraw = 3;
/** What things bring and cost, in tokens. */
export const turnIncome = 1;
export const tripleIncome = 3;
export const taxIncome = 1;
export const recruitCost = 5;
export const swapCost = 2;
export const duelReward = 1;

/** One value for each of the two seats. */
export type Pair<T> = readonly [T, T];

/** The value of one seat. */
export const of = <T>(pair: Pair<T>, seat: Seat): T => (seat === 0 ? pair[0] : pair[1]);

/** The pair with another value for one seat. */
export const withSeat = <T>(pair: Pair<T>, seat: Seat, value: T): Pair<T> =>
  seat === 0 ? [value, pair[1]] : [pair[0], value];

/** The other seat. */
export const opponent = (seat: Seat): Seat => 1 - seat;
