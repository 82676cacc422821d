import { z } from 'zod';
import type { Seat } from '../../engine/engine.ts';
import { type NobleCard, nobleCards, type Suit, type SupportCard, suits, supportCards } from './cards.ts';
import { noblesKept, type Pair, purchaseMax } from './table.ts';

/** The decisions of the game in the order in which they come up; each is a phase of its own. */
export const phases = [
  'choose-nobles',
  'income',
  'reinforce',
  'weapon',
  'suit',
  'duel',
  'swap',
  'attack-cards',
  'defend-cards',
] as const;
export type Phase = (typeof phases)[number];

/** The atoms of events, moves and views. */
export const seat = z.int().min(0).max(1);
export const support = z
  .enum(supportCards)
  .meta({ id: 'DuelingNoblesSupportCard', description: 'A Support card: rank (A to 10) and suit.' });
export const noble = z
  .enum(nobleCards)
  .meta({ id: 'DuelingNoblesNobleCard', description: 'A Noble: rank (J, Q, K) and suit.' });
export const supports = z.array(support).max(supportCards.length);
export const nobles = z.array(noble).max(nobleCards.length);
export const duelCards = z.array(support).max(2);
export const die = z.int().min(1).max(6);
export const dice = z.array(die).max(2);
export const tokens = z.int().min(0);
export const stamina = z.int().min(0).max(3);
export const verdict = {
  winner: seat.nullable().describe('Null for a tie.'),
  by: z.enum(['power', 'ace']).describe('What decided: the totals, or an Ace.'),
};

/** The options of a match. */
export const optionsSchema = z
  .strictObject({
    queenCountsSelf: z
      .boolean()
      .default(true)
      .describe('Whether a Queen counts herself among the Nobles that each give her +3.'),
    suitLimit: z
      .enum(['per-game', 'per-turn'])
      .default('per-game')
      .describe('How often a player may use the ability of each suit. `per-turn` brings the turn limit.'),
    aceMode: z
      .enum(['immediate', 'both-tie'])
      .default('immediate')
      .describe('Whether an attacking Ace ends the duel at once, or may be answered by an Ace for a tie.'),
    diamondNeedsFewerNobles: z
      .boolean()
      .default(false)
      .describe('Whether a diamond may be used only by a player with fewer Nobles than the other.'),
    idleLimit: z
      .int()
      .min(1)
      .max(100)
      .default(20)
      .describe('After so many turns in a row without a duel, a duel is compulsory.'),
    maxTurns: z
      .int()
      .min(50)
      .max(1000)
      .default(400)
      .describe(
        'With `suitLimit` `per-turn`: the match is drawn after so many turns (both players’ counted).',
      ),
    firstSeat: z
      .union([z.literal('random'), seat])
      .default('random')
      .describe('The seat that takes the first turn: `random` rolls dice for it, a seat number pins it.'),
  })
  .meta({ id: 'DuelingNoblesOptions' });
export type Options = z.infer<typeof optionsSchema>;

/** What a player decides. */
export const moveSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('choose-nobles'),
      nobles: z.array(noble).length(noblesKept).describe('The three of your six that are your court.'),
    }),
    z.strictObject({
      type: z.literal('discard-triple'),
      cards: z.array(support).length(3).describe('Three cards of your hand, of one suit.'),
    }),
    z.strictObject({ type: z.literal('tax'), king: noble.describe('A King of your court.') }),
    z.strictObject({ type: z.literal('recruit') }),
    z.strictObject({ type: z.literal('buy'), count: z.int().min(1).max(purchaseMax) }),
    z.strictObject({
      type: z.literal('play-weapon'),
      card: support.describe('A 2 or 3 of your hand.'),
      noble: noble.describe('A Noble of your court without a weapon.'),
    }),
    z.strictObject({
      type: z.literal('move-weapon'),
      from: noble.describe('An armed Noble of your court.'),
      to: noble.describe('A Noble of your court without a weapon.'),
    }),
    z.strictObject({
      type: z.literal('heart'),
      card: support,
      noble: noble.describe('A damaged Noble of your court.'),
    }),
    z.strictObject({ type: z.literal('diamond'), card: support }),
    z.strictObject({
      type: z.literal('club'),
      card: support,
      target: support.describe('Any card of the Support discard pile.'),
    }),
    z.strictObject({ type: z.literal('spade'), card: support }),
    z.strictObject({ type: z.literal('end-phase') }),
    z.strictObject({
      type: z.literal('declare-duel'),
      mine: noble.describe('Your duelling Noble.'),
      theirs: noble.describe('The Noble that it challenges.'),
    }),
    z.strictObject({ type: z.literal('skip-duel') }),
    z.strictObject({
      type: z.literal('swap'),
      noble: noble.describe('The other Noble of your court that defends instead.'),
    }),
    z.strictObject({ type: z.literal('keep') }),
    z.strictObject({
      type: z.literal('play-cards'),
      cards: duelCards.describe('None, one, or two with a Jack.'),
    }),
  ])
  .meta({ id: 'DuelingNoblesMove' });
export type Move = z.infer<typeof moveSchema>;
/** The move of one type. */
export type MoveOf<Type extends Move['type']> = Extract<Move, { type: Type }>;

const details = z.strictObject({
  turns: z.int().min(0).describe('Turns begun, both players’ counted.'),
  nobles: z.tuple([z.int().min(0), z.int().min(0)]).describe('Nobles left in the courts, by seat.'),
  stamina: z.tuple([z.int().min(0), z.int().min(0)]).describe('Stamina left in the courts, by seat.'),
});
/** How the game ended. */
export const outcome = z.discriminatedUnion('reason', [
  z.strictObject({
    kind: z.literal('won'),
    reason: z.literal('court-destroyed'),
    winners: z.tuple([seat]),
    details,
  }),
  z.strictObject({ kind: z.literal('drawn'), reason: z.literal('both-courts-destroyed'), details }),
  z.strictObject({ kind: z.literal('drawn'), reason: z.literal('turn-limit'), details }),
]);
/** How the game ended. */
export type GameOutcome = z.infer<typeof outcome>;

const courtNoble = z
  .strictObject({
    noble,
    stamina: z.int().min(1).max(3),
    maxStamina: z.int().min(2).max(3),
    weapon: support.nullable(),
    power: z.int().describe('Its power in a duel before dice and cards.'),
  })
  .meta({ id: 'DuelingNoblesCourtNoble' });

/** The other seat's hand as a spade showed it, and the turn of that look. */
const look = z.strictObject({ turn: z.int().min(1), cards: supports });

const secret = ' Null where the viewer may not see it.';

const seatView = z
  .strictObject({
    dealt: nobles
      .nullable()
      .describe(`The Nobles to choose a court from; empty once courts are open.${secret}`),
    chosen: nobles.nullable().describe(`The choice, until both have chosen.${secret}`),
    hasChosen: z.boolean().describe('Whether this seat has chosen its court.'),
    court: z.array(courtNoble),
    handCount: z.int().min(0).max(supportCards.length),
    hand: supports.nullable().describe(`In no order that matters.${secret}`),
    tokens,
    suitsUsed: z.array(z.enum(suits)).describe('Suits whose ability this seat has used up.'),
    lastLook: look.nullable().describe(`The latest look at the other hand, as it was then.${secret}`),
  })
  .meta({ id: 'DuelingNoblesSeatView' });

const duelSide = z.strictObject({
  seat,
  noble,
  dice: dice.describe('Empty until rolled.'),
  cards: duelCards.describe('In the order of play.'),
  power: z.int().describe('The total so far, dice and cards included.'),
});
const duel = z.strictObject({ attacker: duelSide, defender: duelSide, swapped: z.boolean() });

/** The latest duel that was fought to its end. */
const lastDuel = z.strictObject({ turn: z.int().min(1), ...duel.shape, ...verdict });

const thisTurn = z.strictObject({
  tripleDiscarded: z.boolean(),
  kingTaxed: z.boolean(),
  nobleRecruited: z.boolean(),
  cardsBought: z.boolean(),
  weaponPlayed: z.boolean(),
  weaponsMoved: supports,
});
/** What the active player has done this turn and may not do again. */
export type ThisTurn = z.infer<typeof thisTurn>;

/** The table as one viewer sees it. */
export const viewSchema = z
  .strictObject({
    options: optionsSchema,
    phase: z.enum([...phases, 'over']),
    turn: z.int().min(0).describe('Counts both players’ turns; 0 while courts are chosen.'),
    firstSeat: seat,
    active: seat.nullable().describe('Whose turn it is; null before the first and after the end.'),
    thisTurn,
    idleTurns: z.int().min(0).describe('Turns in a row without a duel.'),
    duelCompulsory: z.boolean().describe('Whether the next duel decision may not be skipped.'),
    seats: z.tuple([seatView, seatView]).describe('By seat.'),
    supportPileCount: z.int().min(0).max(supportCards.length),
    supportDiscard: supports.describe('Oldest first.'),
    noblePileCount: z.int().min(0).max(nobleCards.length),
    nobleDiscard: nobles.describe('Destroyed Nobles, oldest first.'),
    duel: duel.nullable().describe('The duel that is being fought.'),
    lastDuel: lastDuel.nullable().describe('The latest duel that is over.'),
    outcome: outcome.nullable(),
  })
  .meta({ id: 'DuelingNoblesView' });
export type View = z.infer<typeof viewSchema>;

/** A Noble in a court. */
export interface CourtNoble {
  readonly noble: NobleCard;
  readonly stamina: number;
  readonly weapon: SupportCard | null;
}

/** All that belongs to one seat. */
export interface Player {
  /** The Nobles to choose from; empty once the courts are open. */
  readonly dealt: readonly NobleCard[];
  /** The secret choice, null before it and once the courts are open. */
  readonly chosen: readonly NobleCard[] | null;
  readonly court: readonly CourtNoble[];
  readonly hand: readonly SupportCard[];
  readonly tokens: number;
  readonly suitsUsed: readonly Suit[];
  readonly lastLook: z.infer<typeof look> | null;
}

/** One side of a duel. */
export interface DuelSide {
  readonly noble: NobleCard;
  readonly dice: readonly number[];
  readonly cards: readonly SupportCard[];
}

/** A duel that is being fought; the active seat attacks. */
export interface Duel {
  readonly attacker: DuelSide;
  readonly defender: DuelSide;
  readonly swapped: boolean;
}

/** The whole table, hidden cards included. Piles have their top first, discard piles their oldest card. */
export interface State {
  readonly options: Options;
  readonly phase: Phase;
  readonly firstSeat: Seat;
  /** The seat whose turn it is. */
  readonly active: Seat;
  /** Turns begun; 0 while courts are chosen. */
  readonly turn: number;
  readonly thisTurn: ThisTurn;
  readonly idleTurns: number;
  readonly players: Pair<Player>;
  readonly supportPile: readonly SupportCard[];
  readonly supportDiscard: readonly SupportCard[];
  readonly noblePile: readonly NobleCard[];
  readonly nobleDiscard: readonly NobleCard[];
  readonly duel: Duel | null;
  readonly lastDuel: z.infer<typeof lastDuel> | null;
  readonly outcome: GameOutcome | null;
}
