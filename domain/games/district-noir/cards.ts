/** The Supporters: the number is the value of their majority. */
export const supporters = ['5', '6', '7', '8'] as const;

/** Alliances and Betrayals: they score their face value. */
export const pointCards = ['+2', '+3', '+4', '-1', '-2', '-3'] as const;

/** The three City cards, equal in play: whoever has all of them wins at once. */
export const cities = ['city-docks', 'city-police', 'city-hall'] as const;
export type City = (typeof cities)[number];

/** All faces in the order in which hands, piles and legal moves are listed. Equal faces are interchangeable (DI-R20). */
export const faces = [...supporters, ...pointCards, ...cities] as const;
export type Face = (typeof faces)[number];

/** How many cards bear each face (DI-R0). */
const copies: Readonly<Record<Face, number>> = {
  '5': 5,
  '6': 6,
  '7': 7,
  '8': 8,
  '+2': 4,
  '+3': 2,
  '+4': 1,
  '-1': 3,
  '-2': 4,
  '-3': 2,
  'city-docks': 1,
  'city-police': 1,
  'city-hall': 1,
};

/** The 45 cards of the game, unshuffled. */
export const allCards: readonly Face[] = faces.flatMap((face) =>
  Array.from({ length: copies[face] }, () => face),
);

/** The cards in the order of `faces`, as a copy. */
export const sorted = (cards: readonly Face[]): Face[] =>
  faces.flatMap((face) => cards.filter((card) => card === face));

/** How many cards of this face there are. */
export const count = (cards: readonly Face[], face: Face): number =>
  cards.filter((card) => card === face).length;

/** True for the three City cards. */
export const isCity = (face: Face): face is City => (cities as readonly Face[]).includes(face);

/** How many City cards there are. */
export const countCities = (cards: readonly Face[]): number => cards.filter(isCity).length;
