import { isSeat, type Seat, type Viewer } from '../../engine/engine.ts';
import { type City, type Face, isCity, sorted } from './cards.ts';
import { toMove } from './progress.ts';
import { scoreBoth } from './scoring.ts';
import { type Event, type GameOutcome, of, opponent, type Score, type State, type View } from './types.ts';

/** The table as a viewer may see it: the hand of its own seat, and all but hands, deck and removed cards (DI-R17). */
export const view = (state: State, viewer: Viewer): View => {
  const scores = scoreBoth(state.piles);
  const over = state.outcome !== null;
  return {
    phase: over ? 'over' : 'turn',
    round: state.round,
    turn: over ? null : state.turn,
    firstSeat: state.firstSeat,
    starter: state.starter,
    toMove: over ? null : toMove(state),
    row: [...state.row],
    deckCount: state.deck.length,
    removedCount: state.removed.length,
    seats: [seatView(state, 0, viewer, scores[0]), seatView(state, 1, viewer, scores[1])],
    lastTurn: state.lastTurn,
    outcome: state.outcome,
  };
};

const seatView = (state: State, seat: Seat, viewer: Viewer, score: Score): View['seats'][number] => {
  const hand = of(state.hands, seat);
  return {
    handCount: hand.length,
    hand: isSeat(viewer, seat) ? [...hand] : null,
    pile: sorted(of(state.piles, seat)),
    hasTaken: of(state.hasTaken, seat),
    score,
  };
};

/** The event with counts in place of the cards that the viewer may not see. */
export const redact = (event: Event, viewer: Viewer): Event => {
  switch (event.type) {
    case 'table-laid':
      return { ...event, removed: countOf(event.removed), deck: countOf(event.deck) };
    case 'round-dealt': {
      const [first, second] = event.hands;
      const hands: typeof event.hands = [
        isSeat(viewer, 0) ? first : countOf(first),
        isSeat(viewer, 1) ? second : countOf(second),
      ];
      return { ...event, hands };
    }
    case 'card-played':
    case 'row-taken':
    case 'game-ended':
      return event;
  }
};

const countOf = (cards: readonly Face[] | number): number =>
  typeof cards === 'number' ? cards : cards.length;

/** One line on what the viewer may know of the event. */
export const summarize = (event: Event, viewer: Viewer): string => {
  switch (event.type) {
    case 'table-laid':
      return `Three cards are removed unseen. The row starts with ${list(event.row)}.`;
    case 'round-dealt': {
      const deal = `Round ${event.round} is dealt. Seat ${event.starter} starts.`;
      if (viewer === 'spectator') return deal;
      const own = event.hands[viewer.seat];
      return typeof own === 'object' ? `${deal} Seat ${viewer.seat} gets ${list(own)}.` : deal;
    }
    case 'card-played':
      return `Seat ${event.seat} plays ${name(event.card)}.`;
    case 'row-taken':
      return `Seat ${event.seat} takes ${list(event.cards)}.`;
    case 'game-ended':
      return ending(event.outcome);
  }
};

const ending = (outcome: GameOutcome): string => {
  if (outcome.kind === 'drawn')
    return `Both have ${outcome.details.scores[0].total} points and every tie-break is equal: the victory is shared.`;
  const [winner] = outcome.winners;
  switch (outcome.reason) {
    case 'cities':
      return `Seat ${winner} has all three City cards and wins at once.`;
    case 'score': {
      const { scores } = outcome.details;
      return `Seat ${winner} wins by ${of(scores, winner).total} points to ${of(scores, opponent(winner)).total}.`;
    }
    case 'tiebreak': {
      const { scores, tiebreak } = outcome.details;
      const kind = tiebreak === 'cities' ? 'City cards' : tiebreak;
      return `Both have ${scores[0].total} points. Seat ${winner} wins with more ${kind}.`;
    }
  }
};

const list = (cards: readonly Face[]): string => cards.map(name).join(', ');

const name = (card: Face): string => (isCity(card) ? cityNames[card] : card);

const cityNames: Readonly<Record<City, string>> = {
  'city-docks': 'City Docks',
  'city-police': 'City Police Station',
  'city-hall': 'City Hall',
};
