import type { Seat } from '../../engine/engine.ts';
import type { Card, Face, Pending, Planting, State } from './types.ts';

/** How many dice of one face each opponent of a seat has on a card: what a gust would move (DA-5). */
export const opposingDice = (state: State, seat: Seat, card: Card, face: Face): number[] =>
  state.seats.map(({ planted }, other) =>
    other === seat ? 0 : planted[card].filter((planted) => planted === face).length,
  );

/** After a turn: the turn of the next seat that has dice left; nothing once all pools are empty. */
export const afterTurn = (state: State, seat: Seat): Pending => {
  for (let step = 1; step <= state.seats.length; step++) {
    const next = (seat + step) % state.seats.length;
    if (state.seats[next]?.pool.length) return { seat: next, kind: 'turn' };
  }
  return null;
};

/** After the reroll, taken or not: the gust, where the option is on and there is something to blow away (DA-5). */
export const afterReroll = (state: State, { seat, card, face }: Planting): Pending =>
  state.options.gust && opposingDice(state, seat, card, face).some((count) => count > 0)
    ? { seat, kind: 'gust' }
    : afterTurn(state, seat);

/** After planting: the reroll, for a token that came to rest on the start space while dice are left (DA-4). */
export const afterPlanting = (state: State, planting: Planting): Pending =>
  planting.space === 0 && state.seats[planting.seat]?.pool.length
    ? { seat: planting.seat, kind: 'reroll' }
    : afterReroll(state, planting);
