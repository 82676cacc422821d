import type { Seat } from '../../engine/engine.ts';
import { expectDefined } from '../../engine/result.ts';
import { type Card, othersThan } from './cards.ts';
import { type Arrangement, arrangements } from './melds.ts';
import { openDecision } from './progress.ts';
import type { Move, State } from './types.ts';

/** The centre card of a state in which one must lie. */
export const centreOf = ({ centre }: State): Card =>
  expectDefined(centre ?? undefined, 'a card lies in the centre while one is decided about');

/** What the active player's next arrangement must hold: its table (CQ-R7) and the centre card (CQ-R6). */
const requiredOf = (state: State): readonly Card[] => [...state.tables[state.active].flat(), centreOf(state)];

const meld = (melds: Arrangement): Move => ({ type: 'meld', melds });

/** Every legal move of a seat; of equal arrangements the canonical one. */
export const legalMoves = (state: State, seat: Seat): readonly Move[] => {
  const open = openDecision(state);
  if (open?.seat !== seat) return [];
  const hand = state.hands[open.seat];
  switch (open.kind) {
    case 'offered':
    case 'turned': {
      const melds = [...arrangements(requiredOf(state), hand)].map(meld);
      return state.forced ? melds : [...melds, { type: 'decline' }]; // CQ-R15
    }
    case 'force':
      return [{ type: 'force' }, { type: 'allow' }];
    case 'discard':
      return hand.map((card) => ({ type: 'discard', card })); // CQ-R13
  }
};

/**
 * A sole legal move that the tables and the centre card give away. A spectator can rule out nothing but the cards that
 * lie open, and the arrangement may take as many cards from the hand as it holds. So declining is forced where no unseen
 * cards could be melded with the centre card, and a forced meld where none but one arrangement is thinkable. A discard
 * never is: at least twenty cards are unseen.
 */
export const publiclyForced = (state: State): { readonly seat: Seat; readonly move: Move } | undefined => {
  if (state.phase !== 'offered' && state.phase !== 'turned') return undefined;
  const unseen = othersThan([...state.tables.flat(2), centreOf(state)]);
  const [first, second] = arrangements(requiredOf(state), unseen);
  if (first === undefined) return { seat: state.active, move: { type: 'decline' } };
  if (state.forced && second === undefined) return { seat: state.active, move: meld(first) };
  return undefined;
};
