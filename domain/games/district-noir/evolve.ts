import { invariant } from '../../engine/result.ts';
import type { Face } from './cards.ts';
import { type Event, of, type State, turnsPerRound, withSeat } from './types.ts';

/** The state before any event: as at the end of a round, so that the first deal is like every other. */
export const initial = (): State => ({
  firstSeat: 0,
  round: 0,
  starter: 0,
  turn: turnsPerRound + 1,
  deck: [],
  removed: [],
  row: [],
  hands: [[], []],
  piles: [[], []],
  hasTaken: [true, true],
  lastTurn: null,
  outcome: null,
});

/** Records one event. */
export const evolve = (state: State, event: Event): State => {
  switch (event.type) {
    case 'table-laid':
      return {
        ...state,
        firstSeat: event.firstSeat,
        removed: whole(event.removed),
        row: event.row,
        deck: whole(event.deck),
      };
    case 'round-dealt': {
      const hands = [whole(event.hands[0]), whole(event.hands[1])] as const;
      return {
        ...state,
        round: event.round,
        starter: event.starter,
        turn: 1,
        deck: state.deck.slice(hands[0].length + hands[1].length),
        hands,
        hasTaken: [false, false],
      };
    }
    case 'card-played': {
      const hand = of(state.hands, event.seat);
      return {
        ...state,
        turn: state.turn + 1,
        hands: withSeat(state.hands, event.seat, hand.toSpliced(hand.indexOf(event.card), 1)),
        row: [...state.row, event.card],
        lastTurn: { seat: event.seat, type: 'play', cards: [event.card] },
      };
    }
    case 'row-taken':
      return {
        ...state,
        turn: state.turn + 1,
        row: state.row.slice(0, state.row.length - event.cards.length),
        piles: withSeat(state.piles, event.seat, [...of(state.piles, event.seat), ...event.cards]),
        hasTaken: withSeat(state.hasTaken, event.seat, true),
        lastTurn: { seat: event.seat, type: 'take', cards: event.cards },
      };
    case 'game-ended':
      return { ...state, outcome: event.outcome };
  }
};

const whole = (cards: readonly Face[] | number): readonly Face[] => {
  invariant(typeof cards !== 'number', 'only whole events are folded, never redacted ones');
  return cards;
};
