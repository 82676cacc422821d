import type { Seat } from '../../engine/engine.ts';
import { type Face, faces } from './cards.ts';
import { refuse } from './decide.ts';
import { toMove } from './progress.ts';
import { type Move, of, type State } from './types.ts';

const take: Move = { type: 'take' };

/** Every move of the game, one for each face and the take. */
export const allMoves: readonly Move[] = [...faces.map((card): Move => ({ type: 'play', card })), take];

/** Every legal move of a seat, one for each face that it holds (DI-R20); none where it isn't awaited. */
export const legalMoves = (state: State, seat: Seat): readonly Move[] =>
  allMoves.filter((move) => refuse(state, seat, move) === undefined);

/**
 * The move that everyone can see is the only one: the take of a seat whose hand is empty (DI-R8), or, where a take is not
 * possible, the play of a seat's card when all cards that nobody has seen bear the same face.
 */
export const publiclyForced = (state: State): { readonly seat: Seat; readonly move: Move } | undefined => {
  if (state.outcome !== null) return undefined;
  const seat = toMove(state);
  if (of(state.hands, seat).length === 0) return { seat, move: take };
  if (refuse(state, seat, take) === undefined) return undefined;
  const card = soleUnseenFace(state);
  return card === undefined ? undefined : { seat, move: { type: 'play', card } };
};

/** The face of all cards that lie neither in the row nor in a pile, if it is the same. */
const soleUnseenFace = (state: State): Face | undefined => {
  const [first, ...others] = [...state.removed, ...state.deck, ...state.hands[0], ...state.hands[1]];
  return others.every((card) => card === first) ? first : undefined;
};
