import type { Seat } from '../../engine/engine.ts';
import { type Event, type Face, type Garden, optionsSchema, type SeatState, type State } from './types.ts';

const emptyGarden: Garden = { 1: [], 2: [], 3: [], 5: [], 8: [] };
const defaultOptions = optionsSchema.parse({});

/** The state before any event. */
export const initial = (): State => ({
  options: defaultOptions,
  firstSeat: 0,
  seats: [],
  pending: null,
  lastPlanted: null,
});

const withSeat = (state: State, seat: Seat, change: (own: SeatState) => SeatState): readonly SeatState[] =>
  state.seats.map((own, index) => (index === seat ? change(own) : own));

const without = (pool: Face[], face: Face): Face[] => {
  const index = pool.indexOf(face);
  return pool.filter((_, other) => other !== index);
};

const blown = (
  own: SeatState,
  { face, from, to }: Event & { type: 'dice-gusted' },
  count: number,
): SeatState => ({
  ...own,
  planted: {
    ...own.planted,
    [from]: own.planted[from].filter((other) => other !== face),
    [to]: [...own.planted[to], ...Array<Face>(count).fill(face)],
  },
});

/** Records one event. */
export const evolve = (state: State, event: Event): State => {
  const { pending } = event;
  switch (event.type) {
    case 'game-started': {
      const { options, firstSeat } = event;
      const seats = event.seats.map((dealt) => ({ ...dealt, planted: emptyGarden, discarded: [] }));
      return { options, firstSeat, seats, pending, lastPlanted: null };
    }
    case 'die-planted': {
      const { seat, face, bumped, space, card } = event;
      const seats = withSeat(state, seat, (own) => ({
        ...own,
        token: space,
        pool: without(own.pool, face),
        planted: { ...own.planted, [card]: [...own.planted[card], face] },
      }));
      return { ...state, seats, pending, lastPlanted: { seat, face, bumped, space, card } };
    }
    case 'dice-rerolled':
      return {
        ...state,
        seats: withSeat(state, event.seat, (own) => ({ ...own, pool: event.pool })),
        pending,
      };
    case 'dice-kept':
      return { ...state, pending };
    case 'dice-gusted': {
      const seats = state.seats.map((own, seat) => {
        const count = event.moved[seat] ?? 0;
        return count > 0 ? blown(own, event, count) : own;
      });
      return { ...state, seats, pending };
    }
    case 'seat-left': {
      const seats = withSeat(state, event.seat, (own) => ({
        ...own,
        token: null,
        pool: [],
        discarded: own.pool,
      }));
      return { ...state, seats, pending };
    }
  }
};
