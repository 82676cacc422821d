import type { Seat } from '../../engine/engine.ts';
import { choicesOf, isKing, type NobleCard, type SupportCard, sorted, suitOf, suits } from './cards.ts';
import { cardLimitOf, duelOf } from './duel.ts';
import { withPlayer } from './pieces.ts';
import { awaitedSeats } from './progress.ts';
import { brokenRule } from './rules.ts';
import { noblesKept, of, opponent, purchaseMax } from './table.ts';
import type { Move, State } from './types.ts';

/** Every legal move of an awaited seat; sets of cards in their canonical order. */
export const legalMoves = (state: State, seat: Seat): readonly Move[] =>
  awaitedSeats(state).includes(seat)
    ? candidates(state, seat).filter((move) => brokenRule(state, seat, move) === undefined)
    : [];

/** Moves that answer the open decision, among them every legal one. */
const candidates = (state: State, seat: Seat): readonly Move[] => {
  const me = of(state.players, seat);
  const hand = sorted(me.hand);
  const court = me.court.map(({ noble }) => noble);
  switch (state.phase) {
    case 'choose-nobles':
      return choicesOf(sorted(me.dealt), noblesKept).map((nobles) => ({ type: 'choose-nobles', nobles }));
    case 'income':
      return [
        ...suits
          .flatMap((suit) =>
            choicesOf(
              hand.filter((card) => suitOf(card) === suit),
              3,
            ),
          )
          .map((cards): Move => ({ type: 'discard-triple', cards })),
        ...court.filter(isKing).map((king): Move => ({ type: 'tax', king })),
        { type: 'end-phase' },
      ];
    case 'reinforce':
      return [
        { type: 'recruit' },
        ...Array.from({ length: purchaseMax }, (_, index): Move => ({ type: 'buy', count: index + 1 })),
        { type: 'end-phase' },
      ];
    case 'weapon':
      return [
        ...hand.flatMap((card) => court.map((noble): Move => ({ type: 'play-weapon', card, noble }))),
        ...court.flatMap((from) => court.map((to): Move => ({ type: 'move-weapon', from, to }))),
        { type: 'end-phase' },
      ];
    case 'suit':
      return [...hand.flatMap((card) => suitCandidates(state, court, card)), { type: 'end-phase' }];
    case 'duel': {
      const theirs = of(state.players, opponent(seat)).court.map(({ noble }) => noble);
      return [
        ...court.flatMap((mine) =>
          theirs.map((noble): Move => ({ type: 'declare-duel', mine, theirs: noble })),
        ),
        { type: 'skip-duel' },
      ];
    }
    case 'swap':
      return [...court.map((noble): Move => ({ type: 'swap', noble })), { type: 'keep' }];
    case 'attack-cards':
    case 'defend-cards': {
      const duel = duelOf(state);
      const { noble } = seat === state.active ? duel.attacker : duel.defender;
      return Array.from({ length: cardLimitOf(noble) + 1 }, (_, size) => choicesOf(hand, size))
        .flat()
        .map((cards) => ({ type: 'play-cards', cards }));
    }
  }
};

const suitCandidates = (state: State, court: readonly NobleCard[], card: SupportCard): readonly Move[] => {
  switch (suitOf(card)) {
    case 'H':
      return court.map((noble) => ({ type: 'heart', card, noble }));
    case 'D':
      return [{ type: 'diamond', card }];
    case 'C':
      return state.supportDiscard.map((target) => ({ type: 'club', card, target }));
    case 'S':
      return [{ type: 'spade', card }];
  }
};

/**
 * The move that an awaited seat must make for all that a spectator knows. A spectator knows which cards are hidden and how
 * many of them the seat holds: a move is possible for some such hand if it is legal for a hand of all the hidden cards and
 * takes no more cards than the seat holds.
 */
export const publiclyForced = (state: State): { readonly seat: Seat; readonly move: Move } | undefined => {
  // A choice of three Nobles of six is never forced.
  const seat = state.phase === 'choose-nobles' ? undefined : awaitedSeats(state)[0];
  if (seat === undefined) return undefined;
  const handCount = of(state.players, seat).hand.length;
  const possible = legalMoves(withAllHiddenCards(state, seat), seat).filter(
    (move) => handCardsOf(move) <= handCount,
  );
  const [move] = possible;
  return move !== undefined && possible.length === 1 ? { seat, move } : undefined;
};

const withAllHiddenCards = (state: State, seat: Seat): State =>
  withPlayer(state, seat, {
    hand: [...state.supportPile, ...state.players.flatMap(({ hand }) => hand)],
  });

/** How many cards of the hand a move takes. */
const handCardsOf = (move: Move): number => {
  switch (move.type) {
    case 'discard-triple':
    case 'play-cards':
      return move.cards.length;
    case 'play-weapon':
    case 'heart':
    case 'diamond':
    case 'club':
    case 'spade':
      return 1;
    case 'choose-nobles':
    case 'tax':
    case 'recruit':
    case 'buy':
    case 'move-weapon':
    case 'end-phase':
    case 'declare-duel':
    case 'skip-duel':
    case 'swap':
    case 'keep':
      return 0;
  }
};
