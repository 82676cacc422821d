import type { Seat } from '../../engine/engine.ts';
import { sorted, type Tile, tiles } from './tiles.ts';
import { type Event, of, opponent, optionsSchema, type State, type Turn, withSeat } from './types.ts';

const defaultOptions = optionsSchema.parse({});

const newTurn = (number: number, seat: Seat): Turn => ({
  number,
  seat,
  discarded: null,
  drawn: [],
  built: null,
});

const without = (some: Tile[], gone: readonly Tile[]): Tile[] => some.filter((tile) => !gone.includes(tile));

/** The drawing area with tiles put back into it. */
const areaWith = (
  state: State,
  back: readonly Tile[],
  faceUp: boolean,
): Pick<State, 'faceDown' | 'faceUp'> =>
  faceUp
    ? { faceDown: state.faceDown, faceUp: sorted([...state.faceUp, ...back]) }
    : { faceDown: sorted([...state.faceDown, ...back]), faceUp: state.faceUp };

/** The state before any event. */
export const initial = (): State => ({
  options: defaultOptions,
  firstSeat: 0,
  faceDown: [...tiles],
  faceUp: [],
  hands: [[], []],
  dice: [[], []],
  setAside: null,
  drawsLeft: 0,
  oneDiscardRun: 0,
  turn: newTurn(1, 0),
  lastTurn: null,
  rolls: null,
});

/** Records one event. */
export const evolve = (state: State, event: Event): State => {
  switch (event.type) {
    case 'game-started': {
      const { options, firstSeat } = event;
      return { ...state, options, firstSeat, turn: newTurn(1, firstSeat) };
    }
    case 'tile-discarded': {
      const { seat, tile, draws } = event;
      return {
        ...state,
        hands: withSeat(state.hands, seat, without(of(state.hands, seat), [tile])),
        setAside: tile,
        drawsLeft: draws,
        turn: { ...state.turn, discarded: tile },
      };
    }
    case 'tiles-drawn': {
      const { seat, tiles: drawn, faceUp, drawsLeft } = event;
      return {
        ...state,
        faceDown: faceUp ? state.faceDown : without(state.faceDown, drawn),
        faceUp: faceUp ? without(state.faceUp, drawn) : state.faceUp,
        hands: withSeat(state.hands, seat, [...of(state.hands, seat), ...drawn]),
        drawsLeft,
        turn: { ...state.turn, drawn: [...state.turn.drawn, ...drawn] },
      };
    }
    case 'discard-returned':
      return { ...state, ...areaWith(state, [event.tile], event.faceUp), setAside: null };
    case 'die-built': {
      const { seat, tiles: built, returned, faceUp } = event;
      return {
        ...state,
        ...areaWith(state, returned, faceUp),
        hands: withSeat(state.hands, seat, []),
        dice: withSeat(state.dice, seat, [...of(state.dice, seat), built]),
        turn: { ...state.turn, built },
      };
    }
    case 'turn-ended': {
      const turn = newTurn(state.turn.number + 1, opponent(event.seat));
      return { ...state, oneDiscardRun: event.oneDiscardRun, turn, lastTurn: state.turn };
    }
    case 'dice-rolled':
      return { ...state, rolls: event.rolls };
  }
};
