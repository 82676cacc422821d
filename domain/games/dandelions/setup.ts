import type { Random } from '../../engine/random.ts';
import { dicePerSeat, type Event, type Face, type Options } from './types.ts';

/** Rolls dice, sorted by face: their order has no meaning. */
export const rollDice = (count: number, random: Random): Face[] =>
  Array.from({ length: count }, () => random.die() as Face).sort((a, b) => a - b);

/** Draws who begins (DA-8, unless pinned), rolls all dice, and sets the tokens on the first spaces in turn order (DA-2). */
export const start = (options: Options, seats: number, random: Random): readonly Event[] => {
  const firstSeat = options.firstSeat === 'random' ? random.int(seats) : options.firstSeat;
  return [
    {
      type: 'game-started',
      v: 1,
      options,
      firstSeat,
      seats: Array.from({ length: seats }, (_, seat) => ({
        token: (seat - firstSeat + seats) % seats,
        pool: rollDice(dicePerSeat, random),
      })),
      pending: { seat: firstSeat, kind: 'turn' },
    },
  ];
};
