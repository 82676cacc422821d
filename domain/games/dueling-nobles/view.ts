import { isSeat, type Seat, type Viewer } from '../../engine/engine.ts';
import { type Card, maxStaminaOf } from './cards.ts';
import { powerOf, standingPower } from './duel.ts';
import type { Event } from './events.ts';
import { isDuelCompulsory } from './rules.ts';
import { of, opponent } from './table.ts';
import type { DuelSide, State, View } from './types.ts';

/** The table as a viewer may see it: all that is public, and the secrets of its own seat. */
export const view = (state: State, viewer: Viewer): View => {
  const over = state.outcome !== null;
  return {
    options: state.options,
    phase: over ? 'over' : state.phase,
    turn: state.turn,
    firstSeat: state.firstSeat,
    active: over || state.turn === 0 ? null : state.active,
    thisTurn: state.thisTurn,
    idleTurns: state.idleTurns,
    duelCompulsory: isDuelCompulsory(state),
    seats: [seatView(state, 0, viewer), seatView(state, 1, viewer)],
    supportPileCount: state.supportPile.length,
    supportDiscard: [...state.supportDiscard],
    noblePileCount: state.noblePile.length,
    nobleDiscard: [...state.nobleDiscard],
    duel: duelView(state),
    lastDuel: state.lastDuel,
    outcome: state.outcome,
  };
};

const seatView = (state: State, seat: Seat, viewer: Viewer): View['seats'][number] => {
  const { dealt, chosen, court, hand, tokens, suitsUsed, lastLook } = of(state.players, seat);
  const isOwn = isSeat(viewer, seat);
  return {
    dealt: isOwn ? [...dealt] : null,
    chosen: isOwn && chosen !== null ? [...chosen] : null,
    hasChosen: chosen !== null || state.turn > 0,
    court: court.map(({ noble, stamina, weapon }) => ({
      noble,
      stamina,
      maxStamina: maxStaminaOf(noble),
      weapon,
      power: standingPower(court, noble, state.options),
    })),
    handCount: hand.length,
    hand: isOwn ? [...hand] : null,
    tokens,
    suitsUsed: [...suitsUsed],
    lastLook: isOwn ? lastLook : null,
  };
};

const duelView = (state: State): View['duel'] => {
  const { duel, active } = state;
  return duel === null
    ? null
    : {
        attacker: sideView(state, active, duel.attacker),
        defender: sideView(state, opponent(active), duel.defender),
        swapped: duel.swapped,
      };
};

const sideView = (state: State, seat: Seat, side: DuelSide) => ({
  seat,
  noble: side.noble,
  dice: [...side.dice],
  cards: [...side.cards],
  power: powerOf(of(state.players, seat).court, side, state.options),
});

/** The event with counts in place of the cards that the viewer may not see. */
export const redact = (event: Event, viewer: Viewer): Event => {
  switch (event.type) {
    case 'nobles-dealt':
      return { ...event, nobles: ownOnly(event.nobles, viewer) };
    case 'nobles-chosen':
      return isSeat(viewer, event.seat) ? event : { ...event, nobles: countOf(event.nobles) };
    case 'courts-revealed':
      return { ...event, pile: countOf(event.pile) };
    case 'hands-dealt':
      return { ...event, hands: ownOnly(event.hands, viewer), pile: countOf(event.pile) };
    case 'cards-bought':
    case 'diamond-played': {
      const drawn = isSeat(viewer, event.seat) ? event.drawn : countOf(event.drawn);
      return { ...event, drawn, reshuffled: countOf(event.reshuffled) };
    }
    case 'spade-played':
      return isSeat(viewer, event.seat) ? event : { ...event, seen: countOf(event.seen) };
    case 'table-set':
    case 'turn-started':
    case 'triple-discarded':
    case 'king-taxed':
    case 'noble-recruited':
    case 'weapon-played':
    case 'weapon-moved':
    case 'heart-played':
    case 'club-played':
    case 'phase-ended':
    case 'duel-declared':
    case 'duel-skipped':
    case 'noble-kept':
    case 'noble-swapped':
    case 'dice-rolled':
    case 'cards-played':
    case 'duel-resolved':
    case 'game-ended':
      return event;
  }
};

type CardsOrCount<T> = T[] | number;

const countOf = (cards: CardsOrCount<Card>): number => (typeof cards === 'number' ? cards : cards.length);

const ownOnly = <T extends Card>(
  [first, second]: readonly [CardsOrCount<T>, CardsOrCount<T>],
  viewer: Viewer,
): [CardsOrCount<T>, CardsOrCount<T>] => [
  isSeat(viewer, 0) ? first : countOf(first),
  isSeat(viewer, 1) ? second : countOf(second),
];
