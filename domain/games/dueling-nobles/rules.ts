import type { RuleViolation, Seat } from '../../engine/engine.ts';
import {
  type Card,
  isKing,
  isWeapon,
  maxStaminaOf,
  type NobleCard,
  type Suit,
  type SupportCard,
  suitOf,
} from './cards.ts';
import { cardLimitOf, duelOf } from './duel.ts';
import { of, opponent, recruitCost, swapCost } from './table.ts';
import type { CourtNoble, Move, MoveOf, Player, State } from './types.ts';

/** The rule that a move of an awaited seat, of a kind that answers its decision, would break; undefined if it is legal. */
export const brokenRule = (state: State, seat: Seat, move: Move): RuleViolation | undefined => {
  const me = of(state.players, seat);
  const them = of(state.players, opponent(seat));
  switch (move.type) {
    case 'choose-nobles':
      return chooseNobles(me, move);
    case 'discard-triple':
      return discardTriple(state, me, move);
    case 'tax':
      return tax(state, me, move);
    case 'recruit':
      return recruit(state, me);
    case 'buy':
      return buy(state, me, move);
    case 'play-weapon':
      return playWeapon(state, me, move);
    case 'move-weapon':
      return moveWeapon(state, me, move);
    case 'heart':
      return suitRule(me, 'H', move.card) ?? heart(me, move);
    case 'diamond':
      return suitRule(me, 'D', move.card) ?? diamond(state, me, them);
    case 'club':
      return suitRule(me, 'C', move.card) ?? club(state, move);
    case 'spade':
      return suitRule(me, 'S', move.card) ?? spade(them);
    case 'end-phase':
      return undefined;
    case 'declare-duel':
      return declareDuel(me, them, move);
    case 'skip-duel':
      return isDuelCompulsory(state)
        ? broken(
            'DN-15',
            'duel-compulsory',
            'There were too many turns without a duel: you must declare one now.',
          )
        : undefined;
    case 'swap':
      return swap(state, me, move);
    case 'keep':
      return undefined;
    case 'play-cards':
      return playCards(state, seat, me, move);
  }
};

/** DN-15: after `idleLimit` turns in a row without a duel the next one can't be skipped. */
export const isDuelCompulsory = (state: State): boolean => state.idleTurns >= state.options.idleLimit;

const broken = (ruling: string, reason: string, message: string): RuleViolation => ({
  reason,
  ruling,
  message,
});

const notInHand: RuleViolation = {
  reason: 'card-not-in-hand',
  message: 'You can only use cards of your hand.',
};

const chooseNobles = (me: Player, { nobles }: MoveOf<'choose-nobles'>): RuleViolation | undefined =>
  areDistinct(nobles) && nobles.every((noble) => me.dealt.includes(noble))
    ? undefined
    : broken('DN-1', 'not-three-dealt', 'Choose three different Nobles of the six that you were dealt.');

const discardTriple = (
  state: State,
  me: Player,
  { cards }: MoveOf<'discard-triple'>,
): RuleViolation | undefined => {
  if (state.thisTurn.tripleDiscarded)
    return broken('DN-7', 'triple-done', 'You have already discarded a triple this turn.');
  if (!areDistinct(cards) || !cards.every((card) => me.hand.includes(card))) return notInHand;
  if (new Set(cards.map(suitOf)).size > 1)
    return broken('DN-7', 'not-one-suit', 'The three cards must be of one suit.');
  return undefined;
};

const tax = (state: State, me: Player, { king }: MoveOf<'tax'>): RuleViolation | undefined => {
  if (state.thisTurn.kingTaxed) return broken('DN-5', 'tax-done', 'You have already taxed a King this turn.');
  if (!isKing(king)) return broken('DN-5', 'not-a-king', 'Only a King can be taxed.');
  // DN-18: a King with one stamina left may be taxed too.
  return nobleOf(me, king) === undefined ? notInCourt(king) : undefined;
};

const recruit = (state: State, me: Player): RuleViolation | undefined => {
  if (state.thisTurn.nobleRecruited)
    return broken('DN-5', 'recruit-done', 'You have already recruited a Noble this turn.');
  if (state.noblePile.length === 0) return broken('DN-16', 'noble-pile-empty', 'The Noble pile is empty.');
  if (me.tokens < recruitCost)
    return broken(
      'DN-16',
      'too-few-tokens',
      `Recruiting a Noble costs ${recruitCost} tokens; you have ${me.tokens}.`,
    );
  return undefined;
};

const buy = (state: State, me: Player, { count }: MoveOf<'buy'>): RuleViolation | undefined => {
  if (state.thisTurn.cardsBought)
    return broken('DN-6', 'purchase-done', 'You have already bought cards this turn.');
  if (me.tokens < count)
    return broken('DN-6', 'too-few-tokens', `Each card costs 1 token; you have ${me.tokens}.`);
  if (drawableCount(state) < count)
    return broken('DN-6', 'too-few-cards', `Only ${drawableCount(state)} cards are left to be drawn.`);
  return undefined;
};

const playWeapon = (state: State, me: Player, move: MoveOf<'play-weapon'>): RuleViolation | undefined => {
  if (state.thisTurn.weaponPlayed)
    return broken('DN-5', 'weapon-done', 'You have already played a weapon this turn.');
  if (!me.hand.includes(move.card)) return notInHand;
  // DN-12c: weapons come before suits, so that a card which a diamond draws can't be one in the same turn.
  if (!isWeapon(move.card)) return broken('DN-12b', 'not-a-weapon', 'Only a 2 or a 3 can be a weapon.');
  return unarmed(me, move.noble);
};

const moveWeapon = (
  state: State,
  me: Player,
  { from, to }: MoveOf<'move-weapon'>,
): RuleViolation | undefined => {
  const bearer = nobleOf(me, from);
  if (bearer === undefined) return notInCourt(from);
  if (bearer.weapon === null) return broken('DN-12b', 'no-weapon', `${from} has no weapon.`);
  if (state.thisTurn.weaponsMoved.includes(bearer.weapon))
    return broken('DN-12b', 'weapon-moved', 'That weapon has already been moved this turn.');
  return unarmed(me, to);
};

const unarmed = (me: Player, noble: NobleCard): RuleViolation | undefined => {
  const bearer = nobleOf(me, noble);
  if (bearer === undefined) return notInCourt(noble);
  return bearer.weapon === null
    ? undefined
    : broken('DN-12b', 'already-armed', `${noble} already has a weapon.`);
};

/** What all four suit abilities have in common: a card of the suit in hand, and the suit not used up (DN-8). */
const suitRule = (me: Player, suit: Suit, card: SupportCard): RuleViolation | undefined => {
  if (me.suitsUsed.includes(suit))
    return broken('DN-8', 'suit-used', 'You have used up the ability of this suit.');
  if (!me.hand.includes(card)) return notInHand;
  return suitOf(card) === suit
    ? undefined
    : broken('DN-8', 'wrong-suit', `${card} is not of the suit for this ability.`);
};

const heart = (me: Player, { noble }: MoveOf<'heart'>): RuleViolation | undefined => {
  const patient = nobleOf(me, noble);
  if (patient === undefined) return broken('DN-8a', 'noble-not-in-court', `${noble} is not in your court.`);
  return patient.stamina < maxStaminaOf(noble)
    ? undefined
    : broken('DN-8a', 'full-stamina', `${noble} has its full stamina.`);
};

const diamond = (state: State, me: Player, them: Player): RuleViolation | undefined => {
  if (state.options.diamondNeedsFewerNobles && me.court.length >= them.court.length)
    return broken(
      'DN-9',
      'not-fewer-nobles',
      'A diamond needs fewer Nobles in your court than in the other.',
    );
  return drawableCount(state) === 0
    ? broken('DN-9', 'too-few-cards', 'No card is left to be drawn.')
    : undefined;
};

const club = (state: State, { target }: MoveOf<'club'>): RuleViolation | undefined =>
  state.supportDiscard.includes(target)
    ? undefined
    : broken('DN-8b', 'target-not-discarded', `${target} is not in the Support discard pile.`);

const spade = (them: Player): RuleViolation | undefined =>
  them.hand.length === 0
    ? broken('DN-8c', 'hand-empty', 'The other player has no cards to look at.')
    : undefined;

const declareDuel = (me: Player, them: Player, move: MoveOf<'declare-duel'>): RuleViolation | undefined => {
  if (nobleOf(me, move.mine) === undefined)
    return broken('DN-15a', 'noble-not-in-court', `${move.mine} is not in your court.`);
  return nobleOf(them, move.theirs) === undefined
    ? broken('DN-15a', 'noble-not-in-court', `${move.theirs} is not in the other court.`)
    : undefined;
};

const swap = (state: State, me: Player, { noble }: MoveOf<'swap'>): RuleViolation | undefined => {
  if (me.tokens < swapCost)
    return broken('DN-15a', 'too-few-tokens', `A swap costs ${swapCost} tokens; you have ${me.tokens}.`);
  if (nobleOf(me, noble) === undefined) return notInCourt(noble);
  return noble === duelOf(state).defender.noble
    ? broken('DN-15a', 'same-noble', `${noble} is the challenged Noble itself.`)
    : undefined;
};

const playCards = (
  state: State,
  seat: Seat,
  me: Player,
  { cards }: MoveOf<'play-cards'>,
): RuleViolation | undefined => {
  if (!areDistinct(cards) || !cards.every((card) => me.hand.includes(card))) return notInHand;
  const duel = duelOf(state);
  const { noble } = seat === state.active ? duel.attacker : duel.defender;
  return cards.length > cardLimitOf(noble)
    ? broken('DN-12a', 'one-card-only', 'Only a Jack may bring two cards to a duel.')
    : undefined;
};

/** How many Support cards can be drawn, the discard pile reshuffled if need be. */
export const drawableCount = (state: State): number => state.supportPile.length + state.supportDiscard.length;

const nobleOf = (player: Player, noble: NobleCard): CourtNoble | undefined =>
  player.court.find((one) => one.noble === noble);

const notInCourt = (noble: NobleCard): RuleViolation => ({
  reason: 'noble-not-in-court',
  message: `${noble} is not in your court.`,
});

const areDistinct = (cards: readonly Card[]): boolean => new Set(cards).size === cards.length;
