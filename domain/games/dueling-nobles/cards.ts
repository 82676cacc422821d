/** Hearts, diamonds, clubs, spades. */
export const suits = ['H', 'D', 'C', 'S'] as const;
/** A suit, the last letter of every card. */
export type Suit = (typeof suits)[number];

const supportRanks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10'] as const;
const nobleRanks = ['J', 'Q', 'K'] as const;

/** A card of the Support pack: ace to ten. */
export type SupportCard = `${(typeof supportRanks)[number]}${Suit}`;
/** A card of the Noble pack: jack, queen or king. */
export type NobleCard = `${(typeof nobleRanks)[number]}${Suit}`;
/** Any card of the two packs. */
export type Card = SupportCard | NobleCard;

/** The 40 Support cards in their canonical order: by suit, ace to ten. */
export const supportCards: readonly SupportCard[] = suits.flatMap((suit) =>
  supportRanks.map((rank): SupportCard => `${rank}${suit}`),
);

/** The 12 Noble cards in their canonical order: by suit, jack to king. */
export const nobleCards: readonly NobleCard[] = suits.flatMap((suit) =>
  nobleRanks.map((rank): NobleCard => `${rank}${suit}`),
);

/** The suit of a card: its last letter. */
export const suitOf = (card: Card): Suit => card.at(-1) as Suit;

const rankOf = <Rank extends string>(card: `${Rank}${Suit}`): Rank => card.slice(0, -1) as Rank;

/** True for the four Aces, which win duels (DN-13). */
export const isAce = (card: SupportCard): boolean => rankOf(card) === 'A';
/** True for Jacks, who may bring two cards to a duel (DN-12a). */
export const isJack = (noble: NobleCard): boolean => rankOf(noble) === 'J';
/** True for Queens, who grow with their court (DN-10). */
export const isQueen = (noble: NobleCard): boolean => rankOf(noble) === 'Q';
/** True for Kings, who roll two dice (DN-11) and may be taxed. */
export const isKing = (noble: NobleCard): boolean => rankOf(noble) === 'K';

/** The number on a card, 2 to 10; an Ace has none, so 0 (DN-13). */
export const numberOf = (card: SupportCard): number => (isAce(card) ? 0 : Number(rankOf(card)));

/** Only a 2 or a 3 serves as a weapon (DN-12b). */
export const isWeapon = (card: SupportCard): boolean => numberOf(card) === 2 || numberOf(card) === 3;

const baseByRank = { J: 11, Q: 12, K: 13 } as const;
const staminaByRank = { J: 2, Q: 2, K: 3 } as const;

/** The base power of a Noble. */
export const baseOf = (noble: NobleCard): number => baseByRank[rankOf(noble)];

/** The full stamina of a Noble. */
export const maxStaminaOf = (noble: NobleCard): number => staminaByRank[rankOf(noble)];

const places = new Map<Card, number>([...supportCards, ...nobleCards].map((card, place) => [card, place]));

/** The cards in their canonical order. */
export const sorted = <T extends Card>(cards: readonly T[]): T[] =>
  [...cards].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));

/** The cards without these; the rest keeps its order. */
export const without = <T extends Card>(cards: readonly T[], gone: readonly T[]): T[] =>
  cards.filter((card) => !gone.includes(card));

/** Every choice of `size` of the items, each in the order of the items. */
export const choicesOf = <T>(items: readonly T[], size: number): T[][] =>
  size === 0
    ? [[]]
    : items.flatMap((item, index) =>
        choicesOf(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]),
      );
