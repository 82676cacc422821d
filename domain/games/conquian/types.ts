import { z } from 'zod';
import { type Card, pack } from './cards.ts';
import { reach } from './melds.ts';

/** Conquian is for two. */
export type PlayerSeat = 0 | 1;

/** One value a seat. */
export type Pair<T> = readonly [T, T];

/** What may be decided: use a card from the opponent's turn, use one just turned up, force or allow, discard. */
export const decisionKinds = ['offered', 'turned', 'force', 'discard'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** The open decision, or that nobody decides: cards are just being dealt or turned up, or the match is over. */
export const phases = ['dealing', ...decisionKinds, 'over'] as const;
export type Phase = (typeof phases)[number];

/** Where the centre card came from: the opponent's turn, or the stock. */
export const sources = ['offered', 'turned'] as const;
export type Source = (typeof sources)[number];

/** A type whose values nobody may change, all the way down. */
type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T;

const cardSchema = z
  .enum(pack)
  .describe('A card, rank before suit: `7H` is the seven of hearts. There are no 8, 9 and 10.')
  .meta({ id: 'ConquianCard' });
const cardsSchema = z.array(cardSchema);
const seatSchema = z.literal([0, 1]);
const countSchema = z.int().min(0);
const stakeSchema = countSchema.describe('What the winner of the round scores.');
const tableSchema = z
  .array(cardsSchema)
  .describe('Melds in canonical order. How they lie decides what can be forced.');

/** The options of a match, each with its default. */
export const optionsSchema = z
  .strictObject({
    rounds: z.int().min(1).max(21).default(1).describe('Rounds that are dealt; drawn rounds count.'),
    extraRounds: z
      .int()
      .min(0)
      .max(5)
      .default(0)
      .describe('How many more rounds may follow, one each time that the last round was drawn.'),
    stake: z.int().min(1).max(1000).default(1).describe('Points for a won round.'),
    doubleAfterDraw: z
      .boolean()
      .default(true)
      .describe('Whether a drawn round doubles the stake of the next, until a round is won.'),
    firstSeat: z
      .union([z.literal('random'), z.int().min(0).max(1)])
      .default('random')
      .describe('The seat that starts the first round; the other one deals it.'),
  })
  .meta({ id: 'ConquianOptions' });
/** How a match is set up. */
export type Options = Immutable<z.infer<typeof optionsSchema>>;

/** Melds of a move. The bounds only keep nonsense out, so that a breach of the rules is answered with its ruling. */
const proposalSchema = z
  .array(z.array(cardSchema).min(1).max(reach))
  .min(1)
  .max(reach)
  .describe(
    'The whole new arrangement of your table: old melds, the centre card and what you add. Any order.',
  );

/** A move, strictly. That it is legal is for `decide` to say. */
export const moveSchema = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('meld'), melds: proposalSchema }),
    z.strictObject({ type: z.literal('decline') }),
    z.strictObject({ type: z.literal('force') }),
    z.strictObject({ type: z.literal('allow') }),
    z.strictObject({ type: z.literal('discard'), card: cardSchema }),
  ])
  .meta({ id: 'ConquianMove' });
/** What a player decides. */
export type Move = Immutable<z.infer<typeof moveSchema>>;

const resultSchema = z
  .strictObject({ winner: seatSchema.nullable().describe('Null for a drawn round.'), stake: stakeSchema })
  .meta({ id: 'ConquianRoundResult' });
/** How one round ended, and what it was played for. */
export type RoundResult = Immutable<z.infer<typeof resultSchema>>;

const fact = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.strictObject({ type: z.literal(type), v: z.literal(1), ...shape });

/** An event, whole or redacted: only the deal has anything to hide. */
export const eventSchema = z
  .discriminatedUnion('type', [
    fact('game-set-up', { options: optionsSchema, firstSeat: seatSchema }),
    fact('round-dealt', {
      round: countSchema,
      dealer: seatSchema,
      stake: stakeSchema,
      hands: z
        .tuple([cardsSchema.nullable(), cardsSchema.nullable()])
        .describe('By seat; null where hidden from you.'),
      stock: cardsSchema.nullable().describe('From the top; hidden from everybody until the end.'),
    }),
    fact('card-turned', { seat: seatSchema, card: cardSchema }),
    fact('card-declined', {
      seat: seatSchema,
      card: cardSchema,
      forceable: z.boolean().describe('Whether the opponent must now say if it forces the card.'),
    }),
    fact('meld-forced', { seat: seatSchema.describe('The seat that forces.'), card: cardSchema }),
    fact('decline-allowed', { seat: seatSchema.describe('The seat that allows.'), card: cardSchema }),
    fact('card-buried', { card: cardSchema }),
    fact('card-passed', { seat: seatSchema, card: cardSchema }),
    fact('cards-melded', {
      seat: seatSchema,
      card: cardSchema.describe('The centre card.'),
      fromHand: cardsSchema,
      table: tableSchema,
    }),
    fact('card-discarded', { seat: seatSchema, card: cardSchema }),
    fact('round-ended', { round: countSchema, ...resultSchema.shape }),
    fact('game-completed', { scores: z.tuple([countSchema, countSchema]) }),
  ])
  .meta({ id: 'ConquianEvent' });
/** What happened. */
export type Event = Immutable<z.infer<typeof eventSchema>>;

const seatViewSchema = z
  .strictObject({
    hand: cardsSchema.nullable().describe('In canonical order; null where hidden from you.'),
    handCount: countSchema,
    table: tableSchema,
    score: countSchema,
  })
  .meta({ id: 'ConquianSeatView' });

/** The table as one viewer sees it. All but the hands is the same for everyone. */
export const viewSchema = z
  .strictObject({
    phase: z.enum(phases).describe('The open decision; `over` after the end.'),
    round: countSchema.describe('Counted from 1.'),
    rounds: countSchema.describe('Scheduled rounds.'),
    extraRounds: countSchema.describe('Rounds that may follow if the last one is drawn.'),
    stake: stakeSchema,
    dealer: seatSchema,
    turn: countSchema.describe('Counted from 1 in each round.'),
    active: seatSchema.describe('The seat whose turn it is. In phase `force` the other seat decides.'),
    forced: z.boolean().describe('Whether the active seat must meld the centre card.'),
    centre: z
      .strictObject({ card: cardSchema, source: z.enum(sources) })
      .nullable()
      .describe(
        'The face-up card that may be melded: offered by the turn before, or turned up from the stock.',
      ),
    stockCount: countSchema,
    deadCount: countSchema.describe('Declined cards, face down, out of the round.'),
    seats: z.tuple([seatViewSchema, seatViewSchema]),
    results: z.array(resultSchema).describe('The rounds that have ended, in order.'),
  })
  .meta({ id: 'ConquianView' });
/** What a viewer sees. */
export type View = Immutable<z.infer<typeof viewSchema>>;

/** The whole match. Hands are kept in canonical order, and the stock from its top. */
export type State = {
  readonly options: Options;
  readonly firstSeat: PlayerSeat;
  readonly round: number;
  /** What the winner of this round scores. */
  readonly stake: number;
  readonly dealer: PlayerSeat;
  readonly turn: number;
  readonly active: PlayerSeat;
  readonly phase: Phase;
  readonly forced: boolean;
  readonly centre: Card | null;
  /** Where the centre card came from; where there is none, where the last one did. */
  readonly source: Source;
  readonly hands: Pair<readonly Card[]>;
  readonly tables: Pair<readonly (readonly Card[])[]>;
  readonly stock: readonly Card[];
  readonly dead: readonly Card[];
  readonly results: readonly RoundResult[];
};

/** The opponent of a seat. */
export const opponentOf = (seat: PlayerSeat): PlayerSeat => (seat === 0 ? 1 : 0);
