import {
  type Card,
  type CardSet,
  pack,
  type Rank,
  ranks,
  type Suit,
  setOf,
  sortCards,
  suits,
} from './cards.ts';

/** The melds on one player's table: each in canonical order, sorted by their first cards. */
export type Arrangement = readonly (readonly Card[])[];

/** Fewest cards of a meld. */
export const meldMin = 3;

/** Most cards of a meld (CQ-R8). Only a sequence can reach it. */
export const meldMax = 8;

/** The cards that an active player can reach: ten in the hand and on the table, and the centre card. */
export const reach = 11;

const setsOfRank = (rank: Rank): Card[][] => {
  const all = suits.map((suit): Card => `${rank}${suit}`);
  return [all, ...all.map((left) => all.filter((card) => card !== left))];
};

/** Runs of one suit (CQ-R11) over the ranks in their order, without going round from king to ace (CQ-R9, CQ-R10). */
const sequencesOfSuit = (suit: Suit): Card[][] =>
  ranks.flatMap((_, start) =>
    ranks
      .slice(start + meldMin - 1, start + meldMax)
      .map((_, longer) => ranks.slice(start, start + meldMin + longer).map((rank): Card => `${rank}${suit}`)),
  );

/** A valid meld: its cards in canonical order, and the same as a mask. */
export type Meld = { readonly cards: readonly Card[]; readonly set: CardSet };

/** All 182 valid melds. */
export const melds: readonly Meld[] = [...ranks.flatMap(setsOfRank), ...suits.flatMap(sequencesOfSuit)].map(
  (cards) => ({ cards, set: setOf(cards) }),
);

const meldSets: ReadonlySet<CardSet> = new Set(melds.map((meld) => meld.set));

/** True if these cards, all different, are a set or a sequence. */
export const isMeld = (cards: readonly Card[]): boolean => meldSets.has(setOf(cards));

/** CQ-R14: true if the card can be added to one of these melds as it lies. */
export const fitsOn = (table: Arrangement, card: Card): boolean =>
  table.some((meld) => isMeld([...meld, card]));

/** The canonical form of disjoint melds: two arrangements are equal as sets of sets if and only if theirs are. */
export const canonical = (arrangement: Arrangement): Arrangement => {
  const sorted = arrangement.map(sortCards);
  return pack.flatMap((card) => sorted.filter((meld) => meld[0] === card));
};

/**
 * Every way to lay all `required` cards and any of the `optional` ones in disjoint melds of at most eleven cards together
 * (CQ-R6, CQ-R7), each once and in canonical form. An exact cover: the lowest required card that is still open says which
 * melds to try; once all are covered, melds of optional cards alone follow in a fixed order. Lazy: take what is needed.
 */
export function* arrangements(required: readonly Card[], optional: readonly Card[]): Generator<Arrangement> {
  function* extend(
    laid: Arrangement,
    open: CardSet,
    candidates: readonly Meld[],
    room: number,
  ): Generator<Arrangement> {
    if (open === 0n) yield canonical(laid);
    const next = open & -open;
    for (const [index, meld] of candidates.entries()) {
      if ((meld.set & next) !== next) continue;
      const left = room - meld.cards.length;
      const later = open === 0n ? candidates.slice(index + 1) : candidates;
      const disjoint = later.filter((other) => (other.set & meld.set) === 0n && other.cards.length <= left);
      yield* extend([...laid, meld.cards], open & ~meld.set, disjoint, left);
    }
  }

  const toCover = setOf(required);
  const universe = toCover | setOf(optional);
  yield* extend(
    [],
    toCover,
    melds.filter((meld) => (meld.set & ~universe) === 0n),
    reach,
  );
}
