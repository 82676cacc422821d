import type { Seat } from '../../engine/engine.ts';
import { expectDefined, invariant } from '../../engine/result.ts';
import {
  baseOf,
  isAce,
  isJack,
  isKing,
  isQueen,
  type NobleCard,
  numberOf,
  type SupportCard,
  suitOf,
} from './cards.ts';
import type { EventOf } from './events.ts';
import { duelReward, of, opponent } from './table.ts';
import type { CourtNoble, Duel, DuelSide, Options, State } from './types.ts';

const queenBonus = 3;
const suitBonus = 2;

/** How many cards a Noble may bring to a duel: one, a Jack two, attacking or defending (DN-12, DN-12a). */
export const cardLimitOf = (noble: NobleCard): number => (isJack(noble) ? 2 : 1);

/** How many dice a Noble rolls; they are added (DN-11). */
export const diceOf = (noble: NobleCard): number => (isKing(noble) ? 2 : 1);

/** What played cards add to a Noble's power: their numbers, and 2 for each of its own suit (DN-12). */
export const powerOfCards = (cards: readonly SupportCard[], noble: NobleCard): number =>
  cards
    .filter((card) => !isAce(card))
    .reduce((power, card) => power + numberOf(card) + (suitOf(card) === suitOf(noble) ? suitBonus : 0), 0);

/** A Noble's power before dice and cards: base, a Queen's court (DN-10), weapon (without a suit bonus, DN-12b). */
export const standingPower = (court: readonly CourtNoble[], noble: NobleCard, options: Options): number => {
  const counted = court.length - (options.queenCountsSelf ? 0 : 1);
  const weapon = court.find((one) => one.noble === noble)?.weapon ?? null;
  return (
    baseOf(noble) + (isQueen(noble) ? queenBonus * counted : 0) + (weapon === null ? 0 : numberOf(weapon))
  );
};

/** The total of one side of a duel, as far as dice and cards lie on the table. */
export const powerOf = (court: readonly CourtNoble[], side: DuelSide, options: Options): number =>
  standingPower(court, side.noble, options) +
  side.dice.reduce((sum, die) => sum + die, 0) +
  powerOfCards(side.cards, side.noble);

/** The cards of one side, and its total with them. */
interface Strength {
  readonly cards: readonly SupportCard[];
  readonly power: number;
}

/** Who wins a duel, null for a tie, and by what. */
interface Verdict {
  readonly winner: 'attacker' | 'defender' | null;
  readonly by: 'ace' | 'power';
}

/** A single Ace wins whatever the totals, two tie (DN-13); otherwise the higher total wins, equal ones tie (DN-14). */
export const judge = (attacker: Strength, defender: Strength): Verdict => {
  const attackerHasAce = attacker.cards.some(isAce);
  const defenderHasAce = defender.cards.some(isAce);
  return attackerHasAce || defenderHasAce
    ? { winner: greater(Number(attackerHasAce), Number(defenderHasAce)), by: 'ace' }
    : { winner: greater(attacker.power, defender.power), by: 'power' };
};

const greater = (attacker: number, defender: number): Verdict['winner'] => {
  if (attacker === defender) return null;
  return attacker > defender ? 'attacker' : 'defender';
};

/** How the duel of this state ends, once nobody may add to it. */
export const resolve = (state: State): EventOf<'duel-resolved'> => {
  const duel = duelOf(state);
  const seats = { attacker: state.active, defender: opponent(state.active) };
  const strengthOf = (role: 'attacker' | 'defender'): Strength => ({
    cards: duel[role].cards,
    power: powerOf(of(state.players, seats[role]).court, duel[role], state.options),
  });
  const [attacker, defender] = [strengthOf('attacker'), strengthOf('defender')];
  const { winner, by } = judge(attacker, defender);
  // DN-14: a tie wounds both; otherwise only the loser is wounded.
  const losers = (['attacker', 'defender'] as const).filter((role) => role !== winner);
  return {
    type: 'duel-resolved',
    v: 1,
    winner: winner === null ? null : seats[winner],
    by,
    powers: [attacker.power, defender.power],
    wounds: losers.map((role) => woundOf(state, seats[role], duel[role].noble)),
    reward: winner === null ? 0 : duelReward,
  };
};

/** The loss of one stamina. */
const woundOf = (state: State, seat: Seat, noble: NobleCard) => {
  const { stamina } = courtNoble(of(state.players, seat).court, noble);
  return { seat, noble, stamina: stamina - 1 };
};

/** A Noble that is known to be in this court. */
export const courtNoble = (court: readonly CourtNoble[], noble: NobleCard): CourtNoble =>
  expectDefined(
    court.find((one) => one.noble === noble),
    `${noble} is not in the court`,
  );

/** The duel that is being fought, where there must be one. */
export const duelOf = (state: State): Duel => {
  invariant(state.duel !== null, 'no duel is being fought');
  return state.duel;
};
