/** The ten colours of the tiles, in the order in which they are listed everywhere. */
export const colours = [
  'red',
  'orange',
  'yellow',
  'green',
  'cyan',
  'blue',
  'purple',
  'pink',
  'white',
  'black',
] as const;
export type Colour = (typeof colours)[number];

/** The values of the tiles, their pips. */
export const values = [1, 2, 3, 4, 5, 6] as const;
export type Value = (typeof values)[number];

/** A tile by colour and value. Each lies in the game exactly once. */
export type Tile = `${Colour}-${Value}`;

/** All 60 tiles: ten colours, each with the values 1 to 6 once (NT-1). */
export const tiles: readonly Tile[] = colours.flatMap((colour) =>
  values.map((value): Tile => `${colour}-${value}`),
);

/** How many tiles make a die, one for each of its sides. */
export const tilesPerDie = 6;

const places = Object.fromEntries(tiles.map((tile, place) => [tile, place])) as Readonly<
  Record<Tile, number>
>;

/** The pips of a tile. */
export const faceValue = (tile: Tile): Value => values[places[tile] % values.length] as Value;

/** The colour of a tile. */
export const colourOf = (tile: Tile): Colour => colours[Math.floor(places[tile] / values.length)] as Colour;

/** Tiles by colour and value, as `tiles` lists them. */
export const sorted = (some: readonly Tile[]): Tile[] => [...some].sort((a, b) => places[a] - places[b]);

/** The sum of the pips of some tiles. */
export const pips = (some: readonly Tile[]): number => some.reduce((sum, tile) => sum + faceValue(tile), 0);
