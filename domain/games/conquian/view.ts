import { isSeat, type Viewer } from '../../engine/engine.ts';
import type { Card } from './cards.ts';
import { extraRoundsLeft, scoresOf } from './rounds.ts';
import { type Event, opponentOf, type PlayerSeat, type State, type View } from './types.ts';

/** The table as a viewer sees it. Hands, the stock and the dead pile (CQ-R20) stay hidden after the end, too. */
export const view = (state: State, viewer: Viewer): View => {
  const scores = scoresOf(state.results);
  const seatView = (seat: PlayerSeat): View['seats'][0] => ({
    hand: isSeat(viewer, seat) ? state.hands[seat] : null,
    handCount: state.hands[seat].length,
    table: state.tables[seat],
    score: scores[seat],
  });
  return {
    phase: state.phase,
    round: state.round,
    rounds: state.options.rounds,
    extraRounds: extraRoundsLeft(state),
    stake: state.stake,
    dealer: state.dealer,
    turn: state.turn,
    active: state.active,
    forced: state.forced,
    centre: state.centre === null ? null : { card: state.centre, source: state.source },
    stockCount: state.stock.length,
    deadCount: state.dead.length,
    seats: [seatView(0), seatView(1)],
    results: state.results,
  };
};

/** Only the deal holds secrets: the other hand, and the order of the stock. */
export const redact = (event: Event, viewer: Viewer): Event => {
  if (event.type !== 'round-dealt') return event;
  const { type, v, round, dealer, stake, hands } = event;
  const handFor = (seat: PlayerSeat) => (isSeat(viewer, seat) ? hands[seat] : null);
  return { type, v, round, dealer, stake, hands: [handFor(0), handFor(1)], stock: null };
};

const points = (count: number): string => `${count} ${count === 1 ? 'point' : 'points'}`;
const list = (cards: readonly Card[]): string => cards.join(' ');

/** One line on an event, the same for every viewer: none of it is secret. */
export const summarize = (event: Event): string => {
  switch (event.type) {
    case 'game-set-up':
      return `Seat ${event.firstSeat} starts.`;
    case 'round-dealt':
      return `Seat ${event.dealer} deals round ${event.round}, which is worth ${points(event.stake)}.`;
    case 'card-turned':
      return `Seat ${event.seat} turns up ${event.card}.`;
    case 'card-declined':
      return `Seat ${event.seat} declines ${event.card}${event.forceable ? `, which Seat ${opponentOf(event.seat)} may force` : ''}.`;
    case 'meld-forced':
      return `Seat ${event.seat} forces Seat ${opponentOf(event.seat)} to meld ${event.card}.`;
    case 'decline-allowed':
      return `Seat ${event.seat} does not force ${event.card}.`;
    case 'card-buried':
      return `${event.card} goes to the dead pile.`;
    case 'card-passed':
      return `Seat ${event.seat} passes; ${event.card} is offered to Seat ${opponentOf(event.seat)}.`;
    case 'cards-melded': {
      const added = event.fromHand.length > 0 ? ` with ${list(event.fromHand)}` : '';
      return `Seat ${event.seat} melds ${event.card}${added}: ${event.table.map(list).join(' | ')}.`;
    }
    case 'card-discarded':
      return `Seat ${event.seat} discards ${event.card}.`;
    case 'round-ended':
      return event.winner === null
        ? `Round ${event.round} is drawn: no card is left to turn up.`
        : `Seat ${event.winner} goes out and wins ${points(event.stake)}.`;
    case 'game-completed':
      return `The last round is over: ${event.scores[0]} to ${event.scores[1]}.`;
  }
};
