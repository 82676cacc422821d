import type { Viewer } from '../../engine/engine.ts';
import { fractionOfSixths } from './fraction.ts';
import { spacesOf } from './ring.ts';
import { scoreOf, seedOf } from './scoring.ts';
import { type Card, cards, dicePerSeat, type Event, type State, type View } from './types.ts';

/** The table. Everything is public, so every viewer sees the same. */
export const view = (state: State, _viewer: Viewer): View => ({
  firstSeat: state.firstSeat,
  turn: turnOf(state),
  pending: state.pending,
  seats: state.seats.map(({ token, pool, discarded }, seat) => ({
    token,
    pool,
    discarded,
    score: scoreOf(state, seat),
  })),
  cards: cards.map((card) => ({
    card,
    spaces: spacesOf(state.options.spaces, card),
    dice: state.seats.map(({ planted }) => planted[card]),
    seed: seedView(state, card),
  })),
  lastPlanted: state.lastPlanted,
});

const turnOf = (state: State): number => {
  const used = state.seats.reduce(
    (sum, { pool, discarded }) => sum + dicePerSeat - pool.length - discarded.length,
    0,
  );
  return state.pending?.kind === 'turn' ? used + 1 : used;
};

const seedView = (state: State, card: Card): View['cards'][number]['seed'] => {
  const seed = seedOf(state, card);
  return seed ? { seats: seed.seats, points: fractionOfSixths(seed.sixths) } : null;
};

/** Nothing is hidden from anyone. */
export const redact = (event: Event, _viewer: Viewer): Event => event;

/** One plain line, the same for every viewer. */
export const summarize = (event: Event, _viewer: Viewer): string => {
  switch (event.type) {
    case 'game-started':
      return `Seat ${event.firstSeat} begins; every seat has rolled its ${dicePerSeat} dice.`;
    case 'die-planted': {
      const bump =
        event.bumped.length > 0 ? `, bumped on from space ${event.bumped.join(' and space ')},` : '';
      return `Seat ${event.seat} uses a ${event.face}${bump} and plants it on card ${event.card} (space ${event.space}).`;
    }
    case 'dice-rerolled':
      return `Seat ${event.seat} rerolls its unused dice: ${event.pool.join(' ')}.`;
    case 'dice-kept':
      return `Seat ${event.seat} keeps its unused dice.`;
    case 'dice-gusted':
      return `Seat ${event.seat} blows the opposing dice that show a ${event.face} from card ${event.from} to card ${event.to}.`;
    case 'seat-left':
      return `Seat ${event.seat} leaves; its token and its unused dice leave with it.`;
  }
};
