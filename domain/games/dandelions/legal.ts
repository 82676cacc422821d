import type { Seat } from '../../engine/engine.ts';
import { directions, type Move, type State } from './types.ts';

/** Every legal move of a seat; one stands for all dice of an equal face. */
export const legalMoves = (state: State, seat: Seat): readonly Move[] => {
  if (state.pending?.seat !== seat) return [];
  switch (state.pending.kind) {
    case 'turn':
      return [...new Set(state.seats[seat]?.pool)].map((face) => ({ type: 'use', face }));
    case 'reroll':
      return [{ type: 'reroll' }, { type: 'keep' }];
    case 'gust':
      return directions.map((direction) => ({ type: 'gust', direction }));
  }
};

/** The sole legal move, where there is but one: everything is public, so everyone sees that it is forced. */
export const publiclyForced = (state: State): { readonly seat: Seat; readonly move: Move } | undefined => {
  if (state.pending === null) return undefined;
  const { seat } = state.pending;
  const [move, ...others] = legalMoves(state, seat);
  return move && others.length === 0 ? { seat, move } : undefined;
};
