import type { Progress, Seat } from '../../engine/engine.ts';
import { outcomeOf } from './combat.ts';
import { tilesPerDie } from './tiles.ts';
import { type decisionKinds, of, type State } from './types.ts';

/** The open decision: its seat and kind; null once the dice are rolled. */
export const pendingOf = (state: State): { seat: Seat; kind: (typeof decisionKinds)[number] } | null => {
  if (state.rolls) return null;
  const { seat } = state.turn;
  if (state.drawsLeft > 0) return { seat, kind: 'draw' };
  return { seat, kind: of(state.hands, seat).length >= tilesPerDie ? 'build' : 'turn' };
};

/** Whose decision is open, or how the combat of the dice ended. */
export const progress = (state: State): Progress => {
  if (state.rolls) return { kind: 'over', outcome: outcomeOf(state.rolls) };
  const pending = pendingOf(state);
  return { kind: 'awaiting', decisions: pending ? [pending] : [] };
};
