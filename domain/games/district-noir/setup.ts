import type { Random } from '../../engine/random.ts';
import { allCards, sorted } from './cards.ts';
import { type Event, handSize, type Options, opponent, type State } from './types.ts';

const removedCount = 3;
const rowCount = 2;

/**
 * Draws who starts (DI-R1), then shuffles once. In the order of the shuffle: three cards are removed, five go to each hand,
 * two lie face up as the row, and the other thirty are the deck of the later rounds. Nobody learns which cards were removed,
 * be there City cards among them (DI-R10).
 */
export const start = (options: Options, _seats: number, random: Random): readonly Event[] => {
  const firstSeat = options.firstSeat === 'random' ? random.int(2) : options.firstSeat;
  const cards = random.shuffle(allCards);
  const removed = cards.splice(0, removedCount);
  const row = cards.splice(2 * handSize, rowCount);
  return [
    { type: 'table-laid', v: 1, firstSeat, removed, row, deck: cards },
    dealRound({ round: 0, firstSeat, deck: cards }),
  ];
};

/**
 * The deal of the next round: five cards to each seat, the starter's first (DI-R19). The seats start by turns: the first
 * seat in rounds 1 and 3, the other in rounds 2 and 4 (DI-R2). Hands are sorted: the order of their cards means nothing.
 */
export const dealRound = (state: Pick<State, 'round' | 'firstSeat' | 'deck'>): Event => {
  const round = state.round + 1;
  const starter = round % 2 === 1 ? state.firstSeat : opponent(state.firstSeat);
  const first = sorted(state.deck.slice(0, handSize));
  const second = sorted(state.deck.slice(handSize, 2 * handSize));
  return {
    type: 'round-dealt',
    v: 1,
    round,
    starter,
    hands: starter === 0 ? [first, second] : [second, first],
  };
};
