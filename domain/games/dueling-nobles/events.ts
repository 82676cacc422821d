import { z } from 'zod';
import { nobleCards, supportCards } from './cards.ts';
import {
  dice,
  die,
  duelCards,
  noble,
  nobles,
  optionsSchema,
  outcome,
  phases,
  seat,
  stamina,
  support,
  supports,
  tokens,
  verdict,
} from './types.ts';

const v = z.literal(1);
const supportsOrCount = z.union([supports, z.int().min(0).max(supportCards.length)]);
const noblesOrCount = z.union([nobles, z.int().min(0).max(nobleCards.length)]);
const drawing = {
  drawn: supportsOrCount.describe('In the order of drawing.'),
  reshuffled: supportsOrCount.describe('The new Support pile made of the discard pile on the way, if any.'),
};

/** What happened. What is hidden from a viewer is a count in place of the cards. */
export const eventSchema = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('table-set'),
      v,
      options: optionsSchema,
      rolls: z
        .array(z.tuple([die, die]))
        .describe('The dice for the first turn, by seat, until unequal. Empty where `firstSeat` pins it.'),
      firstSeat: seat,
    }),
    z.strictObject({
      type: z.literal('nobles-dealt'),
      v,
      nobles: z.tuple([noblesOrCount, noblesOrCount]).describe('By seat.'),
    }),
    z.strictObject({ type: z.literal('nobles-chosen'), v, seat, nobles: noblesOrCount }),
    z.strictObject({
      type: z.literal('courts-revealed'),
      v,
      courts: z.tuple([nobles, nobles]).describe('By seat.'),
      pile: noblesOrCount.describe('The Noble pile, top first.'),
    }),
    z.strictObject({
      type: z.literal('hands-dealt'),
      v,
      hands: z.tuple([supportsOrCount, supportsOrCount]).describe('By seat.'),
      pile: supportsOrCount.describe('The Support pile, top first.'),
    }),
    z.strictObject({
      type: z.literal('turn-started'),
      v,
      seat,
      turn: z.int().min(1),
      income: tokens,
      suitsRenewed: z.boolean().describe('True where the abilities of all suits may be used anew.'),
    }),
    z.strictObject({ type: z.literal('triple-discarded'), v, seat, cards: supports, income: tokens }),
    z.strictObject({
      type: z.literal('king-taxed'),
      v,
      seat,
      king: noble,
      stamina: stamina.describe('What is left; at 0 he is destroyed.'),
      income: tokens,
    }),
    z.strictObject({ type: z.literal('noble-recruited'), v, seat, noble, cost: tokens }),
    z.strictObject({ type: z.literal('cards-bought'), v, seat, cost: tokens, ...drawing }),
    z.strictObject({ type: z.literal('weapon-played'), v, seat, card: support, noble }),
    z.strictObject({ type: z.literal('weapon-moved'), v, seat, card: support, from: noble, to: noble }),
    z.strictObject({
      type: z.literal('heart-played'),
      v,
      seat,
      card: support,
      noble,
      stamina: stamina.describe('What the Noble has now.'),
    }),
    z.strictObject({ type: z.literal('diamond-played'), v, seat, card: support, ...drawing }),
    z.strictObject({ type: z.literal('club-played'), v, seat, card: support, target: support }),
    z.strictObject({
      type: z.literal('spade-played'),
      v,
      seat,
      card: support,
      seen: supportsOrCount.describe('The hand of the other seat.'),
    }),
    z.strictObject({
      type: z.literal('phase-ended'),
      v,
      seat,
      phase: z.enum(phases),
      next: z.enum(phases),
    }),
    z.strictObject({
      type: z.literal('duel-declared'),
      v,
      seat,
      attacker: noble,
      defender: noble,
    }),
    z.strictObject({ type: z.literal('duel-skipped'), v, seat }),
    z.strictObject({ type: z.literal('noble-kept'), v, seat }),
    z.strictObject({ type: z.literal('noble-swapped'), v, seat, noble, cost: tokens }),
    z.strictObject({ type: z.literal('dice-rolled'), v, attacker: dice, defender: dice }),
    z.strictObject({ type: z.literal('cards-played'), v, seat, cards: duelCards }),
    z.strictObject({
      type: z.literal('duel-resolved'),
      v,
      ...verdict,
      powers: z.tuple([z.int(), z.int()]).describe('The totals: the attacker’s, the defender’s.'),
      wounds: z
        .array(z.strictObject({ seat, noble, stamina: stamina.describe('What is left; 0: destroyed.') }))
        .max(2),
      reward: tokens.describe('The winner’s.'),
    }),
    z.strictObject({ type: z.literal('game-ended'), v, outcome }),
  ])
  .meta({ id: 'DuelingNoblesEvent' });
export type Event = z.infer<typeof eventSchema>;
/** The event of one type. */
export type EventOf<Type extends Event['type']> = Extract<Event, { type: Type }>;
