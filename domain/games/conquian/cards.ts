/** Suits in the canonical order of the rules page: spades, hearts, diamonds, clubs. */
export const suits = ['S', 'H', 'D', 'C'] as const;
export type Suit = (typeof suits)[number];

/**
 * Ranks from low to high. The ace is low only (CQ-R10), and the jack follows the seven (CQ-R9). Ten cards are dealt of these forty; the
 * Mexican games that deal other numbers are other games (CQ-R22).
 */
export const ranks = ['A', '2', '3', '4', '5', '6', '7', 'J', 'Q', 'K'] as const;
export type Rank = (typeof ranks)[number];

/** A card, rank before suit: `7H` is the seven of hearts. */
export type Card = `${Rank}${Suit}`;

/** The forty cards in canonical order: by rank, then by suit. */
export const pack: readonly Card[] = ranks.flatMap((rank) => suits.map((suit): Card => `${rank}${suit}`));

/** A set of cards as a bit mask: bit n stands for `pack[n]`. */
export type CardSet = bigint;

/** The set of these cards. */
export const setOf = (cards: readonly Card[]): CardSet =>
  cards.reduce((set, card) => set | (1n << BigInt(pack.indexOf(card))), 0n);

/** The cards that are not in `cards`, in canonical order. */
export const othersThan = (cards: readonly Card[]): readonly Card[] =>
  pack.filter((card) => !cards.includes(card));

/** The same cards in canonical order. */
export const sortCards = (cards: readonly Card[]): readonly Card[] =>
  [...cards].sort((a, b) => pack.indexOf(a) - pack.indexOf(b));
