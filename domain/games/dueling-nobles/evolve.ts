import { invariant } from '../../engine/result.ts';
import { type NobleCard, nobleCards, supportCards, without } from './cards.ts';
import { duelOf } from './duel.ts';
import type { Event, EventOf } from './events.ts';
import {
  discard,
  draw,
  freshNoble,
  fromHand,
  intoHand,
  spend,
  withNoble,
  withPlayer,
  withTokens,
  wound,
} from './pieces.ts';
import { of, opponent } from './table.ts';
import { type DuelSide, optionsSchema, type Player, type State, type ThisTurn } from './types.ts';

const defaults = optionsSchema.parse({});

const newPlayer: Player = {
  dealt: [],
  chosen: null,
  court: [],
  hand: [],
  tokens: 0,
  suitsUsed: [],
  lastLook: null,
};

const newTurn: ThisTurn = {
  tripleDiscarded: false,
  kingTaxed: false,
  nobleRecruited: false,
  cardsBought: false,
  weaponPlayed: false,
  weaponsMoved: [],
};

/** The state before any event: both packs in their boxes. */
export const initial = (): State => ({
  options: defaults,
  phase: 'choose-nobles',
  firstSeat: 0,
  active: 0,
  turn: 0,
  thisTurn: newTurn,
  idleTurns: 0,
  players: [newPlayer, newPlayer],
  supportPile: supportCards,
  supportDiscard: [],
  noblePile: nobleCards,
  nobleDiscard: [],
  duel: null,
  lastDuel: null,
  outcome: null,
});

/** Records one event. */
export const evolve = (state: State, event: Event): State => {
  switch (event.type) {
    case 'table-set':
      return { ...state, options: event.options, firstSeat: event.firstSeat, active: event.firstSeat };
    case 'nobles-dealt':
      return {
        ...withBoth(state, { dealt: whole(event.nobles[0]) }, { dealt: whole(event.nobles[1]) }),
        noblePile: [],
      };
    case 'nobles-chosen':
      return withPlayer(state, event.seat, { chosen: whole(event.nobles) });
    case 'courts-revealed':
      return {
        ...withBoth(state, openCourt(event.courts[0]), openCourt(event.courts[1])),
        noblePile: whole(event.pile),
      };
    case 'hands-dealt':
      return {
        ...withBoth(state, { hand: whole(event.hands[0]) }, { hand: whole(event.hands[1]) }),
        supportPile: whole(event.pile),
      };
    case 'turn-started': {
      const renewal: Partial<Player> = event.suitsRenewed ? { suitsUsed: [] } : {};
      const renewed = withPlayer(state, event.seat, renewal);
      return {
        ...withTokens(renewed, event.seat, event.income),
        phase: 'income',
        active: event.seat,
        turn: event.turn,
        thisTurn: newTurn,
      };
    }
    case 'triple-discarded':
      return {
        ...withTokens(discard(state, event.seat, event.cards), event.seat, event.income),
        thisTurn: { ...state.thisTurn, tripleDiscarded: true },
      };
    case 'king-taxed':
      return {
        ...withTokens(wound(state, event.seat, event.king, event.stamina), event.seat, event.income),
        thisTurn: { ...state.thisTurn, kingTaxed: true },
      };
    case 'noble-recruited': {
      const court = [...of(state.players, event.seat).court, freshNoble(event.noble)];
      return {
        ...withTokens(withPlayer(state, event.seat, { court }), event.seat, -event.cost),
        noblePile: without(state.noblePile, [event.noble]),
        thisTurn: { ...state.thisTurn, nobleRecruited: true },
      };
    }
    case 'cards-bought':
      return {
        ...withTokens(
          draw(state, event.seat, whole(event.drawn), whole(event.reshuffled)),
          event.seat,
          -event.cost,
        ),
        thisTurn: { ...state.thisTurn, cardsBought: true },
      };
    case 'weapon-played':
      return {
        ...withNoble(fromHand(state, event.seat, [event.card]), event.seat, event.noble, {
          weapon: event.card,
        }),
        thisTurn: { ...state.thisTurn, weaponPlayed: true },
      };
    case 'weapon-moved': {
      const disarmed = withNoble(state, event.seat, event.from, { weapon: null });
      return {
        ...withNoble(disarmed, event.seat, event.to, { weapon: event.card }),
        thisTurn: { ...state.thisTurn, weaponsMoved: [...state.thisTurn.weaponsMoved, event.card] },
      };
    }
    case 'heart-played':
      return spend(
        withNoble(state, event.seat, event.noble, { stamina: event.stamina }),
        event.seat,
        event.card,
      );
    case 'diamond-played':
      return spend(
        draw(state, event.seat, whole(event.drawn), whole(event.reshuffled)),
        event.seat,
        event.card,
      );
    case 'club-played': {
      const supportDiscard = without(state.supportDiscard, [event.target]);
      return spend(
        { ...intoHand(state, event.seat, [event.target]), supportDiscard },
        event.seat,
        event.card,
      );
    }
    case 'spade-played': {
      const lastLook = { turn: state.turn, cards: [...whole(event.seen)] };
      return spend(withPlayer(state, event.seat, { lastLook }), event.seat, event.card);
    }
    case 'phase-ended':
      return { ...state, phase: event.next };
    case 'duel-declared': {
      const duel = { attacker: sideOf(event.attacker), defender: sideOf(event.defender), swapped: false };
      return { ...state, phase: 'swap', duel };
    }
    case 'duel-skipped':
      return { ...state, idleTurns: state.idleTurns + 1 };
    case 'noble-kept':
      return state;
    case 'noble-swapped': {
      const duel = { ...duelOf(state), defender: sideOf(event.noble), swapped: true };
      return { ...withTokens(state, event.seat, -event.cost), duel };
    }
    case 'dice-rolled': {
      const duel = duelOf(state);
      const attacker = { ...duel.attacker, dice: event.attacker };
      const defender = { ...duel.defender, dice: event.defender };
      return { ...state, phase: 'attack-cards', duel: { ...duel, attacker, defender } };
    }
    case 'cards-played': {
      const duel = duelOf(state);
      const role = event.seat === state.active ? 'attacker' : 'defender';
      return {
        ...fromHand(state, event.seat, event.cards),
        phase: 'defend-cards',
        duel: { ...duel, [role]: { ...duel[role], cards: event.cards } },
      };
    }
    case 'duel-resolved':
      return duelResolved(state, event);
    case 'game-ended':
      return { ...state, outcome: event.outcome };
  }
};

/** The duel's cards are discarded before the weapons of destroyed Nobles, each time the attacker's first. */
const duelResolved = (state: State, event: EventOf<'duel-resolved'>): State => {
  const { attacker, defender, swapped } = duelOf(state);
  const over: State = {
    ...state,
    idleTurns: 0,
    supportDiscard: [...state.supportDiscard, ...attacker.cards, ...defender.cards],
    duel: null,
    lastDuel: {
      turn: state.turn,
      attacker: { ...reportOf(attacker), seat: state.active, power: event.powers[0] },
      defender: { ...reportOf(defender), seat: opponent(state.active), power: event.powers[1] },
      swapped,
      winner: event.winner,
      by: event.by,
    },
  };
  const wounded = event.wounds.reduce((after, one) => wound(after, one.seat, one.noble, one.stamina), over);
  return event.winner === null ? wounded : withTokens(wounded, event.winner, event.reward);
};

const reportOf = ({ noble, dice, cards }: DuelSide) => ({ noble, dice: [...dice], cards: [...cards] });

const sideOf = (noble: NobleCard): DuelSide => ({ noble, dice: [], cards: [] });

const openCourt = (nobles: readonly NobleCard[]): Partial<Player> => ({
  dealt: [],
  chosen: null,
  court: nobles.map(freshNoble),
});

const withBoth = (state: State, first: Partial<Player>, second: Partial<Player>): State =>
  withPlayer(withPlayer(state, 0, first), 1, second);

const whole = <T>(cards: readonly T[] | number): readonly T[] => {
  invariant(typeof cards !== 'number', 'only whole events are folded, never redacted ones');
  return cards;
};
