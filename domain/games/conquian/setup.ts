import type { Random } from '../../engine/random.ts';
import { expectDefined } from '../../engine/result.ts';
import { pack, sortCards } from './cards.ts';
import { type Event, type Options, opponentOf, type PlayerSeat } from './types.ts';

const handSize = 10;

/**
 * Shuffles, deals ten cards each, one at a time from the non-dealer on (CQ-R19), and turns up the first card of the stock
 * for the non-dealer, who starts (CQ-R2).
 */
export const dealRound = (
  { round, dealer, stake }: { round: number; dealer: PlayerSeat; stake: number },
  random: Random,
): readonly Event[] => {
  const deck = random.shuffle(pack);
  const starter = opponentOf(dealer);
  const handOf = (seat: PlayerSeat) =>
    sortCards(deck.slice(0, 2 * handSize).filter((_, index) => index % 2 === (seat === starter ? 0 : 1)));
  const stock = deck.slice(2 * handSize);
  const card = expectDefined(stock[0], 'twenty cards are left after the deal');
  return [
    { type: 'round-dealt', v: 1, round, dealer, stake, hands: [handOf(0), handOf(1)], stock },
    { type: 'card-turned', v: 1, seat: starter, card },
  ];
};

/** Settles who starts, and deals the first round. */
export const start = (options: Options, _seats: number, random: Random): readonly Event[] => {
  const drawn = options.firstSeat === 'random' ? random.int(2) : options.firstSeat;
  const firstSeat = drawn === 0 ? 0 : 1;
  return [
    { type: 'game-set-up', v: 1, options, firstSeat },
    ...dealRound({ round: 1, dealer: opponentOf(firstSeat), stake: options.stake }, random),
  ];
};
