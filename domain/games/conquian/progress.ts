import type { Outcome, Progress } from '../../engine/engine.ts';
import { scoresOf } from './rounds.ts';
import { type DecisionKind, opponentOf, type PlayerSeat, type State } from './types.ts';

/**
 * The one open decision; undefined while cards are dealt and after the end. Only the active player may use the centre card
 * (CQ-R3).
 */
export const openDecision = ({
  phase,
  active,
}: State): { readonly seat: PlayerSeat; readonly kind: DecisionKind } | undefined => {
  switch (phase) {
    case 'dealing':
    case 'over':
      return undefined;
    case 'force':
      return { seat: opponentOf(active), kind: phase };
    case 'offered':
    case 'turned':
    case 'discard':
      return { seat: active, kind: phase };
  }
};

/** CQ-R23: more stakes win the match; in a match of one scheduled round the last round's result is the match's. */
const outcomeOf = ({ options, results }: State): Outcome => {
  const scores = scoresOf(results);
  const details = { scores, rounds: results };
  const single = options.rounds === 1;
  if (scores[0] === scores[1])
    return { kind: 'drawn', reason: single ? 'stock-exhausted' : 'equal-stakes', details };
  const winner = scores[0] > scores[1] ? 0 : 1;
  return { kind: 'won', winners: [winner], reason: single ? 'went-out' : 'more-stakes', details };
};

/** Who is awaited, or how the match ended. */
export const progress = (state: State): Progress => {
  if (state.phase === 'over') return { kind: 'over', outcome: outcomeOf(state) };
  const open = openDecision(state);
  return { kind: 'awaiting', decisions: open ? [open] : [] };
};
