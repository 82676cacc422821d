import type { RuleViolation } from '../../engine/engine.ts';
import { type Card, type Rank, ranks, type Suit } from './cards.ts';
import { centreOf } from './legal.ts';
import { type Arrangement, isMeld, meldMax, meldMin } from './melds.ts';
import { opponentOf, type State } from './types.ts';

const list = (cards: readonly Card[]): string => cards.join(' ');

/** Says what is wrong with cards that are no meld, by the first of the rulings that they break. */
const notAMeld = (cards: readonly Card[]): RuleViolation => {
  const refuse = (ruling: string, why: string): RuleViolation => ({
    reason: 'not-a-meld',
    ruling,
    message: `${list(cards)} is no meld: ${why}`,
  });
  const suitsUsed = new Set(cards.map((card) => card.slice(-1) as Suit));
  const ranksUsed = new Set(cards.map((card) => card.slice(0, -1) as Rank));
  if (cards.length < meldMin) return refuse('CQ-R7', `a meld has at least ${meldMin} cards.`);
  if (suitsUsed.size > 1) return refuse('CQ-R11', 'its cards are neither of one rank nor of one suit.');
  if (cards.length > meldMax) return refuse('CQ-R8', `a meld has at most ${meldMax} cards.`);
  if (ranksUsed.has('A') && ranksUsed.has('K')) return refuse('CQ-R10', 'the ace is low only.');
  return refuse('CQ-R9', `a sequence leaves no gap in ${ranks.join(' ')}.`);
};

/** Checks a whole new arrangement of the active player's table against CQ-R6 to CQ-R12, in the order of the rules page. */
export const checkProposal = (state: State, melds: Arrangement): RuleViolation | undefined => {
  const { active, hands, tables } = state;
  const laid = melds.flat();
  const centre = centreOf(state);
  const table = tables[active].flat();

  const twice = laid.find((card, index) => laid.indexOf(card) !== index);
  if (twice) return { reason: 'card-twice', ruling: 'CQ-R7', message: `${twice} can not lie in two places.` };

  const wrong = melds.find((meld) => !isMeld(meld));
  if (wrong) return notAMeld(wrong);

  const lost = table.filter((card) => !laid.includes(card));
  if (lost.length > 0)
    return {
      reason: 'table-card-missing',
      ruling: 'CQ-R7',
      message: `Cards on your table stay there: ${list(lost)} must lie in one of the melds.`,
    };

  if (!laid.includes(centre))
    return {
      reason: 'centre-card-unused',
      ruling: 'CQ-R6',
      message: `You may only meld with the centre card, ${centre}.`,
    };

  const mine = [...table, ...hands[active], centre];
  const foreign = laid.find((card) => !mine.includes(card));
  if (!foreign) return undefined;
  return tables[opponentOf(active)].flat().includes(foreign)
    ? { reason: 'own-melds-only', ruling: 'CQ-R12', message: `${foreign} lies on your opponent's table.` }
    : { reason: 'card-not-in-hand', ruling: 'CQ-R6', message: `${foreign} is not in your hand.` };
};
