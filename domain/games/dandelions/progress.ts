import type { Progress } from '../../engine/engine.ts';
import { scoreOf, winners } from './scoring.ts';
import type { State } from './types.ts';

/** Whose decision is open, or who has the most points once every pool is empty. */
export const progress = (state: State): Progress =>
  state.pending === null
    ? {
        kind: 'over',
        outcome: {
          kind: 'won',
          winners: winners(state),
          reason: 'most-points',
          details: { scores: state.seats.map((_, seat) => scoreOf(state, seat)) },
        },
      }
    : { kind: 'awaiting', decisions: [state.pending] };
