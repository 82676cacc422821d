import type { Progress, Seat } from '../../engine/engine.ts';
import { opponent, type State } from './types.ts';

/** The seat whose turn it is: within a round the starter and the other seat alternate. */
export const toMove = (state: State): Seat =>
  state.turn % 2 === 1 ? state.starter : opponent(state.starter);

/** One seat is awaited for its turn, or the game is over. */
export const progress = (state: State): Progress =>
  state.outcome === null
    ? { kind: 'awaiting', decisions: [{ seat: toMove(state), kind: 'turn' }] }
    : { kind: 'over', outcome: state.outcome };
