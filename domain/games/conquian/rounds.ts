import type { Random } from '../../engine/random.ts';
import { dealRound } from './setup.ts';
import { type Event, opponentOf, type Pair, type PlayerSeat, type RoundResult, type State } from './types.ts';

/** CQ-R23: the stakes that each seat has won. A drawn round scores for nobody. */
export const scoresOf = (results: readonly RoundResult[]): Pair<number> => {
  const scoreOf = (seat: PlayerSeat) =>
    results.reduce((sum, { winner, stake }) => (winner === seat ? sum + stake : sum), 0);
  return [scoreOf(0), scoreOf(1)];
};

/** The extra rounds that may still follow the round that is being played. */
export const extraRoundsLeft = ({ options, round }: State): number =>
  options.extraRounds - Math.max(0, round - options.rounds);

/**
 * Ends the round, won by a seat or drawn (null), and deals the next one at once or completes the match. CQ-R23: all
 * scheduled rounds are dealt, drawn ones included; an extra round follows when the last round was drawn and one is left.
 * The stake doubles after a draw (if so agreed) and falls back after a win.
 */
export const endRound = (state: State, winner: PlayerSeat | null, random: Random): readonly Event[] => {
  const { options, round, stake } = state;
  const ended: Event = { type: 'round-ended', v: 1, round, winner, stake };
  const scheduled = round < options.rounds;
  const extra = winner === null && extraRoundsLeft(state) > 0;
  if (!scheduled && !extra) {
    const scores = scoresOf([...state.results, { winner, stake }]);
    return [ended, { type: 'game-completed', v: 1, scores }];
  }
  const doubled = winner === null && options.doubleAfterDraw;
  const next = {
    round: round + 1,
    dealer: opponentOf(state.dealer),
    stake: doubled ? 2 * stake : options.stake,
  };
  return [ended, ...dealRound(next, random)];
};
