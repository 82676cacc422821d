import type { EngineLaws } from '../../engine/laws.ts';
import { opposingDice } from './flow.ts';
import { ringSize } from './ring.ts';
import {
  cards,
  dicePerSeat,
  directions,
  faces,
  type Move,
  type Options,
  optionsSchema,
  type State,
} from './types.ts';

const sample = (seats: number, options: Partial<Options>) => ({
  options: optionsSchema.parse(options),
  seats,
});

/** What the conformance suite must know of Dandelions. */
export const laws: EngineLaws<Options, State, Move> = {
  samples: [
    sample(2, {}),
    sample(3, {}),
    sample(2, { firstSeat: 1, gust: true, spaces: { 1: 8, 2: 1, 3: 4, 5: 2, 8: 7 } }),
    sample(3, { firstSeat: 2, gust: true, seedTie: 'full-each' }),
    // The smallest ring: a 5 always returns to its own space, and the gust finds much to blow away.
    sample(3, { firstSeat: 0, gust: true, spaces: { 1: 1, 2: 1, 3: 1, 5: 1, 8: 1 } }),
  ],

  // Each die is used once, each but a seat's last can bring a reroll, and each can bring a gust.
  maxMoves: ({ gust }, seats) => seats * (dicePerSeat + (dicePerSeat - 1) + (gust ? dicePerSeat : 0)),

  // Everything is public: no other state looks the same.
  resampleHidden: (state) => state,

  // A reroll changes faces, so a die is told by its colour alone.
  inventory: ({ seats }) =>
    seats.flatMap(({ pool, planted, discarded }, seat) =>
      [...pool, ...discarded, ...cards.flatMap((card) => planted[card])].map(() => `die of seat ${seat}`),
    ),

  breach: (state) => {
    const tokens = state.seats.flatMap(({ token }) => (token === null ? [] : [token]));
    const size = ringSize(state.options.spaces);
    if (new Set(tokens).size < tokens.length) return `two tokens share a space: ${tokens}`;
    if (tokens.some((token) => token < 0 || token >= size))
      return `a token is off the ring of ${size}: ${tokens}`;
    if (state.seats.some(({ token, pool }) => token === null && pool.length > 0))
      return 'a seat that left has dice';
    const used = state.seats.flatMap(({ token, pool }) =>
      token === null ? [] : [dicePerSeat - pool.length],
    );
    if (Math.max(...used) - Math.min(...used) > 1) return `the seats have had unequal turns: ${used}`;
    return pendingBreach(state);
  },

  normalize: (move) => move,

  strayMove: (_state, _seat, random) => {
    const moves: Move[] = [
      ...faces.map((face) => ({ type: 'use', face }) as const),
      { type: 'reroll' },
      { type: 'keep' },
      ...directions.map((direction) => ({ type: 'gust', direction }) as const),
    ];
    return moves[random.int(moves.length)] ?? { type: 'keep' };
  },
};

const pendingBreach = (state: State): string | undefined => {
  const { options, seats, pending, lastPlanted } = state;
  const own = seats[pending?.seat ?? -1];
  switch (pending?.kind) {
    case undefined:
      return seats.some(({ pool }) => pool.length > 0) ? 'the game ended before the dice' : undefined;
    case 'turn':
      return own?.pool.length ? undefined : 'a seat without dice is awaited';
    case 'reroll':
      return own?.pool.length && own.token === 0
        ? undefined
        : 'a reroll is offered off the start space or without dice';
    case 'gust': {
      const blown = lastPlanted && opposingDice(state, lastPlanted.seat, lastPlanted.card, lastPlanted.face);
      return options.gust && blown?.some((count) => count > 0)
        ? undefined
        : 'a gust is asked for that blows nothing';
    }
  }
};
