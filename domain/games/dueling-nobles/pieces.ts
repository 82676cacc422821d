import type { Seat } from '../../engine/engine.ts';
import { maxStaminaOf, type NobleCard, type SupportCard, suitOf, without } from './cards.ts';
import { courtNoble } from './duel.ts';
import { of, withSeat } from './table.ts';
import type { CourtNoble, Player, State } from './types.ts';

/** The state with a change to one player. */
export const withPlayer = (state: State, seat: Seat, change: Partial<Player>): State => ({
  ...state,
  players: withSeat(state.players, seat, { ...of(state.players, seat), ...change }),
});

/** The state with more tokens for one player, or fewer. */
export const withTokens = (state: State, seat: Seat, gain: number): State =>
  withPlayer(state, seat, { tokens: of(state.players, seat).tokens + gain });

/** The state with a change to one Noble of a player's court. */
export const withNoble = (state: State, seat: Seat, noble: NobleCard, change: Partial<CourtNoble>): State =>
  withPlayer(state, seat, {
    court: of(state.players, seat).court.map((one) => (one.noble === noble ? { ...one, ...change } : one)),
  });

/** A Noble as it enters a court. */
export const freshNoble = (noble: NobleCard): CourtNoble => ({
  noble,
  stamina: maxStaminaOf(noble),
  weapon: null,
});

/** Sets what stamina a Noble has left; without any it is destroyed and its weapon discarded. */
export const wound = (state: State, seat: Seat, noble: NobleCard, stamina: number): State => {
  if (stamina > 0) return withNoble(state, seat, noble, { stamina });
  const { court } = of(state.players, seat);
  const { weapon } = courtNoble(court, noble);
  return {
    ...withPlayer(state, seat, { court: court.filter((one) => one.noble !== noble) }),
    nobleDiscard: [...state.nobleDiscard, noble],
    supportDiscard: weapon === null ? state.supportDiscard : [...state.supportDiscard, weapon],
  };
};

/** Cards leave a hand for somewhere else. */
export const fromHand = (state: State, seat: Seat, cards: readonly SupportCard[]): State =>
  withPlayer(state, seat, { hand: without(of(state.players, seat).hand, cards) });

/** Cards come into a hand from somewhere else. */
export const intoHand = (state: State, seat: Seat, cards: readonly SupportCard[]): State =>
  withPlayer(state, seat, { hand: [...of(state.players, seat).hand, ...cards] });

/** Cards go from a hand to the discard pile. */
export const discard = (state: State, seat: Seat, cards: readonly SupportCard[]): State => ({
  ...fromHand(state, seat, cards),
  supportDiscard: [...state.supportDiscard, ...cards],
});

/** Cards are drawn; where the pile was too short, the rest came from the reshuffled discard pile (empty if not needed). */
export const draw = (
  state: State,
  seat: Seat,
  drawn: readonly SupportCard[],
  reshuffled: readonly SupportCard[],
): State => {
  const after = intoHand(state, seat, drawn);
  if (reshuffled.length === 0) return { ...after, supportPile: state.supportPile.slice(drawn.length) };
  const supportPile = reshuffled.slice(drawn.length - state.supportPile.length);
  return { ...after, supportPile, supportDiscard: [] };
};

/** A card is discarded for the ability of its suit, which is used up by that. */
export const spend = (state: State, seat: Seat, card: SupportCard): State =>
  withPlayer(discard(state, seat, [card]), seat, {
    suitsUsed: [...of(state.players, seat).suitsUsed, suitOf(card)],
  });
