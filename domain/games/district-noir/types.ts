import { z } from 'zod';
import type { Seat } from '../../engine/engine.ts';
import { type Face, faces } from './cards.ts';

/** Rounds in a match (DI-R16). */
export const rounds = 4;
/** Turns in a round: five plays and one take by each seat (DI-R3). */
export const turnsPerRound = 12;
/** Cards dealt to each seat at the start of each round; nothing else is drawn from the deck (DI-R4). */
export const handSize = 5;
/** The most cards that a take removes (DI-R6). */
export const takeSize = 5;

/** One value for each of the two seats. */
export type Pair<T> = readonly [T, T];

/** The value of one seat. */
export const of = <T>(pair: Pair<T>, seat: Seat): T => (seat === 0 ? pair[0] : pair[1]);

/** The pair with another value for one seat. */
export const withSeat = <T>(pair: Pair<T>, seat: Seat, value: T): Pair<T> =>
  seat === 0 ? [value, pair[1]] : [pair[0], value];

/** The other seat. */
export const opponent = (seat: Seat): Seat => 1 - seat;

const seat = z.int().min(0).max(1);
const card = z.enum(faces).meta({
  id: 'DistrictNoirCard',
  description: 'A face: a Supporter (5 to 8), an Alliance (+), a Betrayal (-) or a City card.',
});
const cards = z.array(card).max(45);
const cardsOrCount = z.union([cards, z.int().min(0).max(45)]);

/** The options of a match. */
export const optionsSchema = z
  .strictObject({
    firstSeat: z
      .union([z.literal('random'), seat])
      .default('random')
      .describe('The seat that starts round 1: `random`, or a seat number.'),
  })
  .meta({ id: 'DistrictNoirOptions' });
export type Options = z.infer<typeof optionsSchema>;

/** Play a card of one's hand to the right end of the row, or take the right-most cards of the row. */
export const moveSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('play'), card: card.describe('A card of your hand.') }),
    z.strictObject({ type: z.literal('take') }),
  ])
  .meta({ id: 'DistrictNoirMove' });
export type Move = z.infer<typeof moveSchema>;

const score = z
  .strictObject({
    majority: z.int().describe('The values of the Supporters of which this seat has more than the other.'),
    sets: z.int().describe('Five points for each set of 5-6-7-8.'),
    faces: z.int().describe('The face values of Alliances and Betrayals.'),
    total: z.int(),
  })
  .meta({ id: 'DistrictNoirScore' });
/** The points of one pile. */
export type Score = z.infer<typeof score>;

/** The counts that break equal scores, the first unequal one deciding (DI-R14). */
export const tiebreaks = ['eights', 'sevens', 'sixes', 'fives', 'cities'] as const;
export type Tiebreak = (typeof tiebreaks)[number];

const scores = z.tuple([score, score]);
const winners = z.tuple([seat]);
const outcome = z.discriminatedUnion('reason', [
  z.strictObject({ kind: z.literal('won'), reason: z.literal('cities'), winners }),
  z.strictObject({
    kind: z.literal('won'),
    reason: z.literal('score'),
    winners,
    details: z.strictObject({ scores }),
  }),
  z.strictObject({
    kind: z.literal('won'),
    reason: z.literal('tiebreak'),
    winners,
    details: z.strictObject({ scores, tiebreak: z.enum(tiebreaks) }),
  }),
  z.strictObject({
    kind: z.literal('drawn'),
    reason: z.literal('shared'),
    details: z.strictObject({ scores }),
  }),
]);
/** How the game ended, with its scores unless three City cards won it (DI-R9). */
export type GameOutcome = z.infer<typeof outcome>;

/** What happened. What is hidden from a viewer is a count in place of the cards. */
export const eventSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('table-laid'),
      v: z.literal(1),
      firstSeat: seat,
      removed: cardsOrCount.describe('The cards that are out of the game, unseen.'),
      row: cards.describe('Left to right.'),
      deck: cardsOrCount.describe('In the order in which they will be dealt.'),
    }),
    z.strictObject({
      type: z.literal('round-dealt'),
      v: z.literal(1),
      round: z.int().min(1).max(rounds),
      starter: seat,
      hands: z.tuple([cardsOrCount, cardsOrCount]).describe('By seat.'),
    }),
    z.strictObject({ type: z.literal('card-played'), v: z.literal(1), seat, card }),
    z.strictObject({
      type: z.literal('row-taken'),
      v: z.literal(1),
      seat,
      cards: cards.describe('Left to right, as they lay in the row.'),
    }),
    z.strictObject({ type: z.literal('game-ended'), v: z.literal(1), outcome }),
  ])
  .meta({ id: 'DistrictNoirEvent' });
export type Event = z.infer<typeof eventSchema>;

const seatView = z
  .strictObject({
    handCount: z.int().min(0).max(handSize),
    hand: cards.nullable().describe('Sorted by face; null where the viewer may not see it.'),
    pile: cards.describe('All that this seat has taken, sorted by face.'),
    hasTaken: z.boolean().describe('True if this seat has taken in this round.'),
    score: score.describe('What the pile would score if the game ended now.'),
  })
  .meta({ id: 'DistrictNoirSeatView' });

const lastTurn = z.strictObject({
  seat,
  type: z.enum(['play', 'take']),
  cards: cards.describe('The card played, or the cards taken, left to right.'),
});
/** The latest play or take. */
export type LastTurn = z.infer<typeof lastTurn>;

/** The table as one viewer sees it. */
export const viewSchema = z
  .strictObject({
    phase: z.enum(['turn', 'over']),
    round: z.int().min(1).max(rounds),
    turn: z
      .int()
      .min(1)
      .max(turnsPerRound)
      .nullable()
      .describe('The turn of this round, null after the end.'),
    firstSeat: seat.describe('Who started round 1.'),
    starter: seat.describe('Who started this round.'),
    toMove: seat.nullable().describe('Whose turn it is, null after the end.'),
    row: cards.describe('Left (oldest) to right (newest). A take removes the five right-most.'),
    deckCount: z.int().min(0).max(45),
    removedCount: z.int().min(0).max(45).describe('Cards that are out of the game, unseen.'),
    seats: z.tuple([seatView, seatView]).describe('By seat.'),
    lastTurn: lastTurn.nullable(),
    outcome: outcome.nullable(),
  })
  .meta({ id: 'DistrictNoirView' });
export type View = z.infer<typeof viewSchema>;

/** The whole table, hidden cards included. */
export interface State {
  readonly firstSeat: Seat;
  /** 1 to 4; 0 until the first deal. */
  readonly round: number;
  readonly starter: Seat;
  /** The turn of this round, 1 to 12; 13 once the round is complete. */
  readonly turn: number;
  readonly deck: readonly Face[];
  readonly removed: readonly Face[];
  /** The oldest card first (left), the newest last (right). */
  readonly row: readonly Face[];
  /** Sorted by face. */
  readonly hands: Pair<readonly Face[]>;
  /** In the order of the takes; compared as multisets (DI-R18). */
  readonly piles: Pair<readonly Face[]>;
  readonly hasTaken: Pair<boolean>;
  readonly lastTurn: LastTurn | null;
  readonly outcome: GameOutcome | null;
}
