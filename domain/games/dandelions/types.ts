import { z } from 'zod';

/** The garden cards by their values, clockwise: after 8 comes 1 again. */
export const cards = [1, 2, 3, 5, 8] as const;
export type Card = (typeof cards)[number];

/** The faces of a die. */
export const faces = [1, 2, 3, 4, 5, 6] as const;
export type Face = (typeof faces)[number];

/** Dice of each colour, one for each of a seat's turns. */
export const dicePerSeat = 11;

/** What a seat decides: the die to use, whether to reroll (DA-4), which way the gust blows (DA-5). */
export const decisionKinds = ['turn', 'reroll', 'gust'] as const;

/** The two ways round the ring of cards. */
export const directions = ['clockwise', 'anticlockwise'] as const;
export type Direction = (typeof directions)[number];

const seat = z.int().min(0).max(2);
const card = z.literal(cards).describe('A garden card, named by its value.');
const face = z.literal(faces);
const pool = z.array(face).max(dicePerSeat);
const space = z
  .int()
  .min(0)
  .max(39)
  .describe('A space of the ring, counted clockwise from the start space 0.');
const spaceCount = z.int().min(1).max(8);

/** The options of a match. */
export const optionsSchema = z
  .strictObject({
    spaces: z
      .strictObject({ 1: spaceCount, 2: spaceCount, 3: spaceCount, 5: spaceCount, 8: spaceCount })
      .default({ 1: 5, 2: 4, 3: 3, 5: 2, 8: 1 })
      .describe('How many spaces of the ring lie on each card (DA-1); the ring is their sum.'),
    gust: z
      .boolean()
      .default(false)
      .describe('Whether a planted die blows the opposing dice of the same face off its card (DA-5).'),
    seedTie: z
      .enum(['split', 'full-each'])
      .default('split')
      .describe(
        'Whether seats that tie for the seeds of a card share the points or score them in full (DA-7).',
      ),
    firstSeat: z
      .union([z.literal('random'), seat])
      .default('random')
      .describe('The seat that takes the first turn: `random`, or a seat number.'),
  })
  .meta({ id: 'DandelionsOptions' });
export type Options = z.infer<typeof optionsSchema>;

/** Use a die of one's pool; reroll or keep the pool on the start space; send the gust one way round the ring. */
export const moveSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('use'), face: face.describe('The face of a die in your pool.') }),
    z.strictObject({ type: z.literal('reroll') }),
    z.strictObject({ type: z.literal('keep') }),
    z.strictObject({ type: z.literal('gust'), direction: z.enum(directions) }),
  ])
  .meta({ id: 'DandelionsMove' });
export type Move = z.infer<typeof moveSchema>;

const pending = z
  .strictObject({ seat, kind: z.enum(decisionKinds) })
  .nullable()
  .describe('Who decides what next, null after the end.');
/** The open decision; null once the last die is planted. */
export type Pending = z.infer<typeof pending>;

const planting = z.strictObject({
  seat,
  face,
  bumped: z
    .array(space)
    .max(2)
    .describe('Occupied spaces that the token was bumped on from, in order (DA-3).'),
  space: space.describe('Where the token came to rest.'),
  card,
});
/** One use of a die: where it took the token and where it was planted. */
export type Planting = z.infer<typeof planting>;

/** What happened; everyone sees all of it. */
export const eventSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('game-started'),
      v: z.literal(1),
      options: optionsSchema,
      firstSeat: seat,
      seats: z
        .array(z.strictObject({ token: space, pool }))
        .min(2)
        .max(3)
        .describe('By seat.'),
      pending,
    }),
    z.strictObject({ type: z.literal('die-planted'), v: z.literal(1), ...planting.shape, pending }),
    z.strictObject({ type: z.literal('dice-rerolled'), v: z.literal(1), seat, pool, pending }),
    z.strictObject({ type: z.literal('dice-kept'), v: z.literal(1), seat, pending }),
    z.strictObject({
      type: z.literal('dice-gusted'),
      v: z.literal(1),
      seat,
      face,
      from: card,
      to: card,
      moved: z.array(z.int().min(0).max(dicePerSeat)).min(2).max(3).describe('Dice that moved, by seat.'),
      pending,
    }),
    z.strictObject({ type: z.literal('seat-left'), v: z.literal(1), seat, pending }),
  ])
  .meta({ id: 'DandelionsEvent' });
export type Event = z.infer<typeof eventSchema>;

const fraction = z
  .strictObject({
    numerator: z.int().min(0),
    denominator: z.int().min(1).max(6),
    decimal: z.string().describe('The same, rounded to two decimals for display.'),
  })
  .meta({ id: 'DandelionsFraction', description: 'Exact points, in lowest terms.' });
/** Exact points, in lowest terms, with a decimal for display. */
export type Fraction = z.infer<typeof fraction>;

const score = z
  .strictObject({
    sprout: z.int().min(0).describe("The values of the cards under all of the seat's planted dice."),
    seed: fraction.describe('The pips from the cards on which the seat has the majority.'),
    total: fraction,
  })
  .meta({ id: 'DandelionsScore' });
/** The points of one seat. */
export type Score = z.infer<typeof score>;

const seatView = z
  .strictObject({
    token: space.nullable().describe('Where the token stands, null once the seat has left.'),
    pool: pool.describe('The dice not used yet, lowest face first.'),
    discarded: pool.describe('The dice that were unused when the seat left.'),
    score: score.describe('What the seat would score if the game ended now.'),
  })
  .meta({ id: 'DandelionsSeatView' });

const cardView = z
  .strictObject({
    card,
    spaces: z.array(space).min(1).max(8).describe('The spaces of the ring that lie on this card.'),
    dice: z
      .array(pool)
      .min(2)
      .max(3)
      .describe('The dice planted here, by seat, in the order of their arrival.'),
    seed: z
      .strictObject({ seats: z.array(seat).min(1).max(3), points: fraction.describe('For each of them.') })
      .nullable()
      .describe('Who would score the seeds of this card if the game ended now; null without dice.'),
  })
  .meta({ id: 'DandelionsCardView' });

/** The table, the same for every viewer. */
export const viewSchema = z
  .strictObject({
    firstSeat: seat.describe('Who took the first turn.'),
    turn: z
      .int()
      .min(1)
      .max(33)
      .describe('Which turn it is, counted from 1 over all seats; after the end the last one.'),
    pending,
    seats: z.array(seatView).min(2).max(3).describe('By seat.'),
    cards: z.array(cardView).length(cards.length).describe('Clockwise, from card 1.'),
    lastPlanted: planting.nullable().describe('The latest use of a die.'),
  })
  .meta({ id: 'DandelionsView' });
export type View = z.infer<typeof viewSchema>;

/** The dice that one seat has planted on each card, in the order of their arrival. */
export type Garden = Readonly<Record<Card, Face[]>>;

/** One seat's pieces. */
export interface SeatState {
  /** The space on which its token stands, null once the seat has left. */
  readonly token: number | null;
  /** Unused dice, lowest face first. */
  readonly pool: Face[];
  readonly planted: Garden;
  /** Dice that were unused when the seat left (DA-9). */
  readonly discarded: Face[];
}

/** The folded game. Nothing in it is hidden from anyone. */
export interface State {
  readonly options: Options;
  readonly firstSeat: number;
  readonly seats: readonly SeatState[];
  readonly pending: Pending;
  readonly lastPlanted: Planting | null;
}
