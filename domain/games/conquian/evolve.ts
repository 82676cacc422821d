import { expectDefined } from '../../engine/result.ts';
import { pack } from './cards.ts';
import { type Event, opponentOf, optionsSchema, type Pair, type PlayerSeat, type State } from './types.ts';

/** Before the match: the whole pack lies as stock. */
export const initial = (): State => ({
  options: optionsSchema.parse({}),
  firstSeat: 0,
  round: 0,
  stake: 0,
  dealer: 1,
  turn: 0,
  active: 0,
  phase: 'dealing',
  forced: false,
  centre: null,
  source: 'turned',
  hands: [[], []],
  tables: [[], []],
  stock: pack,
  dead: [],
  results: [],
});

const replace = <T>(pair: Pair<T>, seat: PlayerSeat, value: T): Pair<T> =>
  seat === 0 ? [value, pair[1]] : [pair[0], value];

const whole = <T>(cards: T | null): T =>
  expectDefined(cards ?? undefined, 'a redacted deal can not be folded');

/** Records one event. */
export const evolve = (state: State, event: Event): State => {
  switch (event.type) {
    case 'game-set-up':
      return { ...state, options: event.options, firstSeat: event.firstSeat };
    case 'round-dealt':
      return {
        ...state,
        round: event.round,
        stake: event.stake,
        dealer: event.dealer,
        turn: 1,
        active: opponentOf(event.dealer),
        phase: 'dealing',
        forced: false,
        centre: null,
        hands: [whole(event.hands[0]), whole(event.hands[1])],
        tables: [[], []],
        stock: whole(event.stock),
        dead: [],
      };
    case 'card-turned':
      return { ...state, phase: 'turned', centre: event.card, source: 'turned', stock: state.stock.slice(1) };
    case 'card-declined':
      return { ...state, phase: event.forceable ? 'force' : 'dealing' };
    case 'meld-forced':
      return { ...state, phase: state.source, forced: true };
    case 'decline-allowed':
      return { ...state, phase: 'dealing' };
    case 'card-buried':
      return { ...state, centre: null, dead: [...state.dead, event.card] };
    case 'card-passed':
      return {
        ...state,
        phase: 'offered',
        source: 'offered',
        active: opponentOf(event.seat),
        turn: state.turn + 1,
      };
    case 'cards-melded': {
      const kept = state.hands[event.seat].filter((card) => !event.fromHand.includes(card));
      return {
        ...state,
        phase: 'discard',
        forced: false,
        centre: null,
        hands: replace(state.hands, event.seat, kept),
        tables: replace(state.tables, event.seat, event.table),
      };
    }
    case 'card-discarded': {
      const kept = state.hands[event.seat].filter((card) => card !== event.card);
      return {
        ...state,
        phase: 'offered',
        centre: event.card,
        source: 'offered',
        active: opponentOf(event.seat),
        turn: state.turn + 1,
        hands: replace(state.hands, event.seat, kept),
      };
    }
    case 'round-ended':
      return {
        ...state,
        phase: 'dealing',
        results: [...state.results, { winner: event.winner, stake: event.stake }],
      };
    case 'game-completed':
      return { ...state, phase: 'over' };
  }
};
