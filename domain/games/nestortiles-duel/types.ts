import { z } from 'zod';
import type { Seat } from '../../engine/engine.ts';
import { colours, type Tile, tiles, tilesPerDie } from './tiles.ts';

/** What a seat decides: draw or discard; which tile to draw (NT-9); which six tiles become a die. */
export const decisionKinds = ['turn', 'draw', 'build'] as const;

/** The most tiles that a hand ever holds: four after a discard and six drawn. */
export const handMax = 10;

/** The most dice that 60 tiles make (NT-6). */
export const diceMax = 10;

/** One value for each of the two seats. */
export type Pair<T> = [T, T];

/** The value of one seat. */
export const of = <T>(pair: Readonly<Pair<T>>, seat: Seat): T => (seat === 0 ? pair[0] : pair[1]);

/** The pair with another value for one seat. */
export const withSeat = <T>(pair: Readonly<Pair<T>>, seat: Seat, value: T): Pair<T> =>
  seat === 0 ? [value, pair[1]] : [pair[0], value];

/** The other seat. */
export const opponent = (seat: Seat): Seat => 1 - seat;

const seat = z.int().min(0).max(1);
const tile = z
  .enum(tiles)
  .meta({ id: 'NestortilesDuelTile', description: 'A tile by colour and value. There is one of each.' });
const hand = z.array(tile).max(handMax);
const die = z.array(tile).length(tilesPerDie);
const area = z.array(tile).max(tiles.length);
const rolls = z
  .tuple([z.array(tile).max(diceMax), z.array(tile).max(diceMax)])
  .describe('By seat, the side of each of its dice that was rolled, in the order of the dice.');

/** The options of a match. */
export const optionsSchema = z
  .strictObject({
    faceUpDiscards: z
      .boolean()
      .default(false)
      .describe('Whether discarded tiles return to the drawing area face up and may be chosen (NT-9).'),
    oneDiscardCap: z
      .int()
      .min(1)
      .max(100)
      .default(20)
      .describe('After how many discards of a 1 in a row another one is illegal (NT-5).'),
    firstSeat: z
      .union([z.literal('random'), seat])
      .default('random')
      .describe('The seat that takes the first turn: `random`, or a seat number.'),
  })
  .meta({ id: 'NestortilesDuelOptions' });
export type Options = z.infer<typeof optionsSchema>;

/** Draw a tile, discard one to draw as many as its value, or build a die. */
export const moveSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('draw'),
      tile: tile
        .exactOptional()
        .describe('A face-up tile of the drawing area; without it, one is drawn face down.'),
    }),
    z.strictObject({ type: z.literal('discard'), tile: tile.describe('A tile of your hand.') }),
    z.strictObject({
      type: z.literal('build'),
      tiles: die.describe('Six tiles of your hand, in any order.'),
    }),
  ])
  .meta({ id: 'NestortilesDuelMove' });
export type Move = z.infer<typeof moveSchema>;

const v = z.literal(1);
const faceUp = z.boolean().describe('Whether the tiles lie face up in the drawing area.');

/** What happened; everyone sees all of it. */
export const eventSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('game-started'), v, options: optionsSchema, firstSeat: seat }),
    z.strictObject({
      type: z.literal('tile-discarded'),
      v,
      seat,
      tile: tile.describe('Set aside until the draws are made.'),
      draws: z.int().min(1).max(6).describe('How many tiles the seat is to draw for it.'),
    }),
    z.strictObject({
      type: z.literal('tiles-drawn'),
      v,
      seat,
      tiles: z.array(tile).min(1).max(6),
      faceUp,
      drawsLeft: z.int().min(0).max(5).describe('How many tiles the seat is still to draw.'),
    }),
    z.strictObject({ type: z.literal('discard-returned'), v, seat, tile, faceUp }),
    z.strictObject({
      type: z.literal('die-built'),
      v,
      seat,
      tiles: die,
      returned: hand.describe('What was left of the hand and went back into the drawing area.'),
      faceUp,
    }),
    z.strictObject({
      type: z.literal('turn-ended'),
      v,
      seat,
      oneDiscardRun: z
        .int()
        .min(0)
        .max(100)
        .describe('How many turns up to this one, in a row, discarded a 1.'),
    }),
    z.strictObject({ type: z.literal('dice-rolled'), v, rolls }),
  ])
  .meta({ id: 'NestortilesDuelEvent' });
export type Event = z.infer<typeof eventSchema>;

const turn = z
  .strictObject({
    number: z.int().min(1).describe('Counted from 1 over both seats.'),
    seat,
    discarded: tile.nullable(),
    drawn: z.array(tile).max(6),
    built: die.nullable(),
  })
  .meta({ id: 'NestortilesDuelTurn' });
/** What a seat has done in one turn. */
export type Turn = z.infer<typeof turn>;

const points = z.tuple([z.int().min(0), z.int().min(0)]).describe('By seat.');
const combat = z
  .strictObject({
    rolls,
    colours: z
      .array(
        z.strictObject({
          colour: z.enum(colours),
          sums: points,
          winner: seat
            .nullable()
            .describe('Who has the point of this colour, null where the sums are equal.'),
        }),
      )
      .length(colours.length),
    points,
    pips: points,
  })
  .meta({ id: 'NestortilesDuelCombat' });
/** How the dice compare, colour by colour. */
export type Combat = z.infer<typeof combat>;

/** The table, the same for every viewer. */
export const viewSchema = z
  .strictObject({
    firstSeat: seat.describe('Who took the first turn.'),
    pending: z
      .strictObject({ seat, kind: z.enum(decisionKinds) })
      .nullable()
      .describe('Who decides what next, null after the end.'),
    area: z.strictObject({
      size: z.int().min(0).max(tiles.length).describe('How many tiles lie in the drawing area.'),
      faceDown: area.describe('Which tiles lie face down, sorted; nobody knows which is which.'),
      faceUp: area.describe('The tiles that lie face up, sorted.'),
    }),
    seats: z
      .tuple([
        z.strictObject({ hand, dice: z.array(die).max(diceMax) }),
        z.strictObject({ hand, dice: z.array(die).max(diceMax) }),
      ])
      .describe('By seat.'),
    setAside: tile.nullable().describe('The discarded tile, until the draws for it are made.'),
    drawsLeft: z.int().min(0).max(6).describe('How many tiles are still to be drawn for it.'),
    oneDiscardRun: z.int().min(0).max(100).describe('How many turns in a row discarded a 1 (NT-5).'),
    turn: turn.describe('The turn that is being taken; after the end the last one.'),
    lastTurn: turn.nullable().describe('The turn before.'),
    combat: combat.nullable().describe('Null until the dice are rolled.'),
  })
  .meta({ id: 'NestortilesDuelView' });
export type View = z.infer<typeof viewSchema>;

/** The folded game. Nothing is hidden: a face-down tile is chosen at random only when it is drawn (NT-3). */
export interface State {
  readonly options: Options;
  readonly firstSeat: Seat;
  /** The face-down tiles of the drawing area, sorted: their order has no meaning. */
  readonly faceDown: Tile[];
  /** The face-up tiles of the drawing area, sorted. */
  readonly faceUp: Tile[];
  /** In the order in which they came. */
  readonly hands: Pair<Tile[]>;
  readonly dice: Pair<Tile[][]>;
  /** The discarded tile, until the draws for it are made; it belongs to no hand and not to the area. */
  readonly setAside: Tile | null;
  readonly drawsLeft: number;
  readonly oneDiscardRun: number;
  readonly turn: Turn;
  readonly lastTurn: Turn | null;
  readonly rolls: Pair<Tile[]> | null;
}
