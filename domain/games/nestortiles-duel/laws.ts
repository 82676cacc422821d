import type { EngineLaws } from '../../engine/laws.ts';
import { areaSize } from './legal.ts';
import { sorted, type Tile, tiles, tilesPerDie } from './tiles.ts';
import {
  diceMax,
  handMax,
  type Move,
  type Options,
  of,
  opponent,
  optionsSchema,
  type State,
} from './types.ts';

const sample = (options: Partial<Options>) => ({ options: optionsSchema.parse(options), seats: 2 });

/** What the conformance suite must know of Nestortiles Duel. */
export const laws: EngineLaws<Options, State, Move> = {
  samples: [
    sample({}),
    sample({ faceUpDiscards: true }),
    sample({ firstSeat: 0, oneDiscardCap: 1 }),
    sample({ firstSeat: 1, oneDiscardCap: 100, faceUpDiscards: true }),
  ],

  // Every turn takes at least one of the 60 tiles from the area, but for at most `oneDiscardCap` discards of a 1 before each
  // of them (NT-5). In the variant a discard of a 1 is two moves and any other turn at most seven. Each die is one more move.
  maxMoves: ({ faceUpDiscards, oneDiscardCap }) =>
    diceMax + tiles.length * (faceUpDiscards ? 7 + 2 * oneDiscardCap : 1 + oneDiscardCap),

  // Everything is public: no other state looks the same.
  resampleHidden: (state) => state,

  inventory: ({ faceDown, faceUp, hands, dice, setAside }) =>
    sorted([
      ...faceDown,
      ...faceUp,
      ...hands.flat(),
      ...dice.flat(2),
      ...(setAside === null ? [] : [setAside]),
    ]),

  breach: (state) => {
    const { hands, dice, turn, oneDiscardRun, options } = state;
    const own = of(hands, turn.seat).length;
    const waiting = of(hands, opponent(turn.seat)).length;
    if (own > handMax) return `the hand of seat ${turn.seat} has ${own} tiles`;
    if (waiting >= tilesPerDie)
      return `the hand of seat ${opponent(turn.seat)} has ${waiting} tiles out of turn`;
    if (dice.flat().some((die) => die.length !== tilesPerDie)) return 'a die is not made of six tiles';
    if (oneDiscardRun > options.oneDiscardCap) return `${oneDiscardRun} discards of a 1 in a row`;
    return state.rolls ? breachAtEnd(state) : breachInPlay(state);
  },

  normalize: (move) => (move.type === 'build' ? { ...move, tiles: sorted(move.tiles) } : move),

  strayMove: (_state, _seat, random) => {
    const tile = (): Tile => tiles[random.int(tiles.length)] ?? 'red-1';
    const moves: Move[] = [
      { type: 'draw' },
      { type: 'draw', tile: tile() },
      { type: 'discard', tile: tile() },
      { type: 'build', tiles: Array.from({ length: tilesPerDie }, tile) },
    ];
    return moves[random.int(moves.length)] ?? { type: 'draw' };
  },
};

// NT-6: 60 = 6 dice + hands, so nine dice and six tiles in hand, or ten dice and none.
const breachAtEnd = (state: State): string | undefined => {
  const [built, held] = [state.dice.flat().length, state.hands.flat().length];
  if (areaSize(state) > 0) return 'the dice were rolled while tiles lay in the area';
  return (built === 9 && held === 6) || (built === 10 && held === 0)
    ? undefined
    : `${built} dice and ${held} tiles at the end`;
};

const breachInPlay = (state: State): string | undefined => {
  if (state.drawsLeft > areaSize(state)) return 'more draws are due than tiles lie in the area';
  return state.drawsLeft > 0 && state.setAside === null ? 'draws are due for no discarded tile' : undefined;
};
