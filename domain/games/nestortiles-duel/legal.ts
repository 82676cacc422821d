import type { RuleViolation, Seat } from '../../engine/engine.ts';
import { pendingOf } from './progress.ts';
import { faceValue, sorted, type Tile, tilesPerDie } from './tiles.ts';
import { type Move, of, type State } from './types.ts';

/** The number of tiles in the drawing area, face down and face up; one that is set aside is not among them. */
export const areaSize = (state: State): number => state.faceDown.length + state.faceUp.length;

/** Why a seat may not discard a tile; undefined where it may. */
export const discardViolation = (state: State, seat: Seat, tile: Tile): RuleViolation | undefined => {
  const value = faceValue(tile);
  if (!of(state.hands, seat).includes(tile)) {
    return { reason: 'tile-not-in-hand', ruling: 'NT-2', message: `You don't have ${tile} in your hand.` };
  }
  // NT-2: counted before the discarded tile is added.
  if (value >= areaSize(state)) {
    return {
      reason: 'value-too-high',
      ruling: 'NT-2',
      message: `A discarded tile must be lower than the number of tiles in the drawing area, which is ${areaSize(state)}.`,
    };
  }
  if (value === 1 && state.oneDiscardRun >= state.options.oneDiscardCap) {
    return {
      reason: 'too-many-ones',
      ruling: 'NT-5',
      message: `The last ${state.oneDiscardRun} turns all discarded a 1; make another move first.`,
    };
  }
  return undefined;
};

/** Why the named face-up tile, or without a name any face-down one, may not be drawn; undefined where it may. */
export const drawViolation = (state: State, tile: Tile | undefined): RuleViolation | undefined => {
  if (tile === undefined) {
    return state.faceDown.length > 0
      ? undefined
      : {
          reason: 'no-face-down-tile',
          ruling: 'NT-9',
          message: 'No tile lies face down; name a face-up one.',
        };
  }
  if (tile === state.setAside) {
    return {
      reason: 'own-discard',
      ruling: 'NT-3a',
      message: "You can't draw the tile that you are discarding.",
    };
  }
  return state.faceUp.includes(tile)
    ? undefined
    : {
        reason: 'tile-not-face-up',
        ruling: 'NT-9',
        message: `The tile ${tile} does not lie face up in the drawing area.`,
      };
};

/** Every legal move of a seat. Of a die's tiles one order, by colour and value, stands for all. */
export const legalMoves = (state: State, seat: Seat): readonly Move[] => {
  const pending = pendingOf(state);
  if (pending?.seat !== seat) return [];
  switch (pending.kind) {
    case 'turn':
      return [...draws(state), ...discards(state, seat)];
    case 'draw':
      return draws(state);
    case 'build':
      return choices(sorted(of(state.hands, seat)), tilesPerDie).map((tiles) => ({ type: 'build', tiles }));
  }
};

/** The sole legal move, where there is but one: everything is public, so everyone sees that it is forced. */
export const publiclyForced = (state: State): { readonly seat: Seat; readonly move: Move } | undefined => {
  const { seat } = state.turn;
  const [move, ...others] = legalMoves(state, seat);
  return move && others.length === 0 ? { seat, move } : undefined;
};

const draws = (state: State): Move[] =>
  [undefined, ...state.faceUp]
    .filter((tile) => drawViolation(state, tile) === undefined)
    .map((tile) => (tile === undefined ? { type: 'draw' } : { type: 'draw', tile }));

const discards = (state: State, seat: Seat): Move[] =>
  sorted(of(state.hands, seat))
    .filter((tile) => discardViolation(state, seat, tile) === undefined)
    .map((tile) => ({ type: 'discard', tile }));

/** All ways to choose `count` of the tiles, each in their order. */
const choices = (some: readonly Tile[], count: number): Tile[][] => {
  if (count === 0) return [[]];
  return some.flatMap((first, index) =>
    choices(some.slice(index + 1), count - 1).map((rest) => [first, ...rest]),
  );
};
