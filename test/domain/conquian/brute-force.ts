import { type Card, pack, ranks } from '../../../domain/games/conquian/cards.ts';

/**
 * The number of legal arrangements, counted without any code of the engine: a table of how many ways each subset of the
 * eleven cards can be cut into melds, filled from the smaller subsets to the larger, and summed over the subsets that hold
 * all the required cards. Validity is the algorithm of the rules page (II.3), letter by letter.
 */
export const countArrangements = (required: readonly Card[], optional: readonly Card[]): number => {
  const all = [...required, ...optional];
  const masks = Array.from({ length: 2 ** all.length }, (_, mask) => mask);
  const valid = masks.filter((mask) => isValid(all.filter((_, index) => (mask >> index) & 1)));
  const byFirst = Map.groupBy(valid, firstOf);
  const ways = [1];
  for (const mask of masks.slice(1)) {
    const inside = (byFirst.get(firstOf(mask)) ?? []).filter((meld) => (meld & ~mask) === 0);
    ways[mask] = inside.reduce((sum, meld) => sum + (ways[mask ^ meld] ?? 0), 0);
  }
  const needed = 2 ** required.length - 1;
  return masks.reduce((sum, mask) => ((mask & needed) === needed ? sum + (ways[mask] ?? 0) : sum), 0);
};

/** The lowest card of a subset. */
const firstOf = (mask: number): number => mask & -mask;

const suitOf = new Map(pack.map((card) => [card, card.at(-1)]));
const indexOf = new Map(pack.map((card) => [card, ranks.findIndex((rank) => card.startsWith(rank))]));

/** II.3: a set of three or four of a rank, or a sequence of three to eight of a suit. */
export const isValid = (cards: readonly Card[]): boolean => {
  if (cards.length < 3 || cards.length > 8) return false;
  const indices = cards.map((card) => indexOf.get(card) ?? Number.NaN);
  const span = Math.max(...indices) - Math.min(...indices) + 1;
  const isSet = cards.length <= 4 && span === 1;
  const isSequence =
    span === cards.length && cards.every((card) => suitOf.get(card) === suitOf.get(cards[0] as Card));
  return isSet || isSequence;
};
