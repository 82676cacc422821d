import type { Random } from '../../engine/random.ts';
import type { Event, Options } from './types.ts';

/** Draws who starts, unless it is pinned. All tiles lie face down; each is drawn at random later, so none is shuffled (NT-3). */
export const start = (options: Options, _seats: number, random: Random): readonly Event[] => [
  {
    type: 'game-started',
    v: 1,
    options,
    firstSeat: options.firstSeat === 'random' ? random.int(2) : options.firstSeat,
  },
];
