import type { Seat } from '../../engine/engine.ts';
import { expectDefined } from '../../engine/result.ts';
import { type Card, cards, type Direction, type Face, type Options, type State } from './types.ts';

type Spaces = Options['spaces'];

/** The number of spaces in the ring: the sum over the cards (DA-1). */
export const ringSize = (spaces: Spaces): number => cards.reduce((sum, card) => sum + spaces[card], 0);

/** The spaces that lie on one card; those of card 1 begin with the start space 0 (DA-1). */
export const spacesOf = (spaces: Spaces, card: Card): number[] => {
  const first = cards.slice(0, cards.indexOf(card)).reduce((sum, earlier) => sum + spaces[earlier], 0);
  return Array.from({ length: spaces[card] }, (_, offset) => first + offset);
};

/** The card on which a space lies. */
export const cardAt = (spaces: Spaces, space: number): Card =>
  expectDefined(
    cards.find((card) => spacesOf(spaces, card).includes(space)),
    `space ${space} lies on no card`,
  );

/** The next card one way round the ring of cards; 8 and 1 are neighbours. */
export const neighbour = (card: Card, direction: Direction): Card => {
  const step = direction === 'clockwise' ? 1 : cards.length - 1;
  return cards[(cards.indexOf(card) + step) % cards.length] as Card;
};

/**
 * Where a seat's token comes to rest with a face, and the occupied spaces that it was bumped on from. The same distance is
 * repeated until no opponent stands there (DA-3), which ends at the latest on the token's own, vacated space.
 */
export const travel = (state: State, seat: Seat, face: Face): { space: number; bumped: number[] } => {
  const size = ringSize(state.options.spaces);
  const opponents = state.seats.filter((_, other) => other !== seat).map(({ token }) => token);
  const bumped: number[] = [];
  let space = ((state.seats[seat]?.token ?? 0) + face) % size;
  while (opponents.includes(space)) {
    bumped.push(space);
    space = (space + face) % size;
  }
  return { space, bumped };
};
