import type { Progress, Seat } from '../../engine/engine.ts';
import { of, opponent } from './table.ts';
import type { State } from './types.ts';

/** Who is awaited, for the decision that the phase is named after, or how the game ended. */
export const progress = (state: State): Progress =>
  state.outcome === null
    ? { kind: 'awaiting', decisions: awaitedSeats(state).map((seat) => ({ seat, kind: state.phase })) }
    : { kind: 'over', outcome: state.outcome };

/** The seats that are awaited; both at once only while courts are chosen (DN-1). */
export const awaitedSeats = (state: State): readonly Seat[] => {
  if (state.outcome !== null) return [];
  switch (state.phase) {
    case 'choose-nobles':
      return [0, 1].filter((seat) => of(state.players, seat).chosen === null);
    case 'swap':
    case 'defend-cards':
      return [opponent(state.active)];
    case 'income':
    case 'reinforce':
    case 'weapon':
    case 'suit':
    case 'duel':
    case 'attack-cards':
      return [state.active];
  }
};
