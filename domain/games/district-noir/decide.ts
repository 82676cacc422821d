import { gameOver, notAwaited, type RuleViolation, type Seat } from '../../engine/engine.ts';
import { err, ok, type Result } from '../../engine/result.ts';
import { cities, countCities, type Face } from './cards.ts';
import { evolve } from './evolve.ts';
import { toMove } from './progress.ts';
import { judge } from './scoring.ts';
import { dealRound } from './setup.ts';
import { type Event, type Move, of, rounds, type State, takeSize, turnsPerRound } from './types.ts';

/** The events of one move and of all that follows from it, or why it is refused. */
export const decide = (state: State, seat: Seat, move: Move): Result<readonly Event[], RuleViolation> => {
  const refusal = refuse(state, seat, move);
  if (refusal !== undefined) return err(refusal);
  const made = move.type === 'play' ? play(seat, move.card) : take(state, seat);
  return ok([made, ...aftermath(evolve(state, made), seat)]);
};

/** Why this seat can't make this move now; undefined if it can. */
export const refuse = (state: State, seat: Seat, move: Move): RuleViolation | undefined => {
  if (state.outcome !== null) return gameOver;
  if (seat !== toMove(state)) return notAwaited;
  return move.type === 'play' ? refusePlay(of(state.hands, seat), move.card) : refuseTake(state, seat);
};

const refusePlay = (hand: readonly Face[], card: Face): RuleViolation | undefined => {
  // DI-R8: each seat takes exactly once a round, so with an empty hand it must take.
  if (hand.length === 0)
    return {
      reason: 'must-take',
      ruling: 'DI-R8',
      message: 'Your hand is empty: you must take from the row.',
    };
  // DI-R20: any card of the hand may be played, named by its face.
  if (!hand.includes(card))
    return { reason: 'card-not-held', ruling: 'DI-R20', message: `You do not hold the card ${card}.` };
  return undefined;
};

const refuseTake = (state: State, seat: Seat): RuleViolation | undefined => {
  // DI-R8: one take a round, also if the row is empty.
  if (of(state.hasTaken, seat))
    return { reason: 'already-taken', ruling: 'DI-R8', message: 'You have already taken in this round.' };
  // DI-R7: an empty row can't be taken.
  if (state.row.length === 0)
    return { reason: 'row-empty', ruling: 'DI-R7', message: 'The row is empty: there is nothing to take.' };
  return undefined;
};

const play = (seat: Seat, card: Face): Event => ({ type: 'card-played', v: 1, seat, card });

/** DI-R5, DI-R6: the five right-most cards, or all if there are fewer. */
const take = (state: State, seat: Seat): Event => ({
  type: 'row-taken',
  v: 1,
  seat,
  cards: state.row.slice(-takeSize),
});

/** What follows at once from a seat's turn: the end of the game, or the deal of the next round. */
const aftermath = (state: State, seat: Seat): Event[] => {
  // DI-R9: all three City cards win at once, before any scoring. Only the pile of a seat that took can have changed.
  if (countCities(of(state.piles, seat)) === cities.length)
    return [{ type: 'game-ended', v: 1, outcome: { kind: 'won', reason: 'cities', winners: [seat] } }];
  if (state.turn <= turnsPerRound) return [];
  // DI-R13: what is left in the row belongs to nobody.
  if (state.round === rounds) return [{ type: 'game-ended', v: 1, outcome: judge(state.piles) }];
  return [dealRound(state)];
};
