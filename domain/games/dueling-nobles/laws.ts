import { isSeat, type Seat, type Viewer } from '../../engine/engine.ts';
import type { EngineLaws } from '../../engine/laws.ts';
import type { Random } from '../../engine/random.ts';
import { expectDefined } from '../../engine/result.ts';
import {
  type Card,
  isWeapon,
  maxStaminaOf,
  nobleCards,
  type SupportCard,
  sorted,
  supportCards,
} from './cards.ts';
import { noblesKept, of, purchaseMax } from './table.ts';
import { type Move, type Options, optionsSchema, type Player, type State } from './types.ts';

/** Stamina of all twelve Nobles (28) and one heart for each player in the game. */
const staminaMax = 30;

/** The most turns of a match: 30 x (`idleLimit` + 1) or, with suits per turn, `maxTurns` (1.6 and the Clarifications). */
const maxTurnsOf = ({ suitLimit, idleLimit, maxTurns }: Options): number =>
  suitLimit === 'per-turn' ? maxTurns : staminaMax * (idleLimit + 1);

/** The most moves in a turn of both seats, without moved weapons. */
const movesPerTurn = 17;
const weaponCount = supportCards.filter(isWeapon).length;

/** A move of a random type with random cards, every other Support card one of the seat's own hand. */
const strayMove = (state: State, seat: Seat, random: Random): Move => {
  const one = <T>(items: readonly T[]): T => expectDefined(items[random.int(items.length)], 'an item');
  const noble = () => one(nobleCards);
  const support = (): SupportCard => {
    const { hand } = of(state.players, seat);
    return hand.length > 0 && random.int(2) === 0 ? one(hand) : one(supportCards);
  };
  const some = <T>(count: number, item: () => T): T[] => Array.from({ length: count }, item);
  const makers: readonly (() => Move)[] = [
    () => ({ type: 'choose-nobles', nobles: some(noblesKept, noble) }),
    () => ({ type: 'discard-triple', cards: some(3, support) }),
    () => ({ type: 'tax', king: noble() }),
    () => ({ type: 'recruit' }),
    () => ({ type: 'buy', count: random.int(purchaseMax) + 1 }),
    () => ({ type: 'play-weapon', card: support(), noble: noble() }),
    () => ({ type: 'move-weapon', from: noble(), to: noble() }),
    () => ({ type: 'heart', card: support(), noble: noble() }),
    () => ({ type: 'diamond', card: support() }),
    () => ({ type: 'club', card: support(), target: support() }),
    () => ({ type: 'spade', card: support() }),
    () => ({ type: 'end-phase' }),
    () => ({ type: 'declare-duel', mine: noble(), theirs: noble() }),
    () => ({ type: 'skip-duel' }),
    () => ({ type: 'swap', noble: noble() }),
    () => ({ type: 'keep' }),
    () => ({ type: 'play-cards', cards: some(random.int(3), support) }),
  ];
  return one(makers)();
};

const invariants: readonly { readonly law: string; readonly holds: (state: State) => boolean }[] = [
  {
    law: 'nobody owes tokens',
    holds: ({ players }) => players.every(({ tokens }) => tokens >= 0),
  },
  {
    law: 'a Noble in a court has 1 stamina at least, and at most its maximum',
    holds: ({ players }) =>
      players.every(({ court }) =>
        court.every(({ noble, stamina }) => stamina >= 1 && stamina <= maxStaminaOf(noble)),
      ),
  },
  {
    law: 'only 2s and 3s are weapons',
    holds: ({ players }) =>
      players.every(({ court }) => court.every(({ weapon }) => weapon === null || isWeapon(weapon))),
  },
  {
    law: 'a suit is used once until it is renewed',
    holds: ({ players }) => players.every(({ suitsUsed }) => new Set(suitsUsed).size === suitsUsed.length),
  },
  {
    law: 'at most `idleLimit` turns in a row pass without a duel',
    holds: ({ idleTurns, options }) => idleTurns <= options.idleLimit,
  },
  {
    law: 'no turn begins after the proved last one',
    holds: ({ turn, options }) => turn <= maxTurnsOf(options),
  },
  {
    law: 'the reason of the end is told by the courts',
    holds: ({ outcome, players }) => {
      if (outcome === null) return true;
      const destroyed = players.filter(({ court }) => court.length === 0).length;
      return (
        destroyed === { 'court-destroyed': 1, 'both-courts-destroyed': 2, 'turn-limit': 0 }[outcome.reason]
      );
    },
  },
];

/** What the conformance suite must know of Dueling Nobles. */
export const laws: EngineLaws<Options, State, Move> = {
  samples: [
    {},
    { queenCountsSelf: false, firstSeat: 0 },
    { aceMode: 'both-tie', idleLimit: 1, firstSeat: 1 },
    { suitLimit: 'per-turn', maxTurns: 50, diamondNeedsFewerNobles: true },
    { suitLimit: 'per-turn', aceMode: 'both-tie', idleLimit: 100, maxTurns: 1000 },
  ].map((options) => ({ options: optionsSchema.parse(options), seats: 2 })),
  /*
   * Proof. Turns, `per-game`: each duel takes at least one stamina from a Noble in a court. All the stamina that ever comes
   * into the courts is that of twelve Nobles, 4 x 2 + 4 x 2 + 4 x 3 = 28, and one point for each player's one heart: 30. So
   * there are at most 30 duels, the game being over when the last stamina is gone. Before each of them at most `idleLimit`
   * turns in a row pass without a duel (DN-15), and since the last turn of the game has a duel or is ended by a tax (which
   * took one of the 30 too), there are at most 30 x (idleLimit + 1) turns. With `per-turn` no turn begins after `maxTurns`.
   *
   * Moves in a turn: triple, tax, recruit, purchase and weapon at most once each (5), four suits (4), the ends of four phases
   * (4), declare or skip (1), the defender's swap or keep (1), cards of both (2): 17. Each weapon is moved at most once a turn
   * (DN-12b), and there are eight 2s and 3s. Before the first turn each seat makes one move.
   */
  maxMoves: (options) => 2 + maxTurnsOf(options) * (movesPerTurn + weaponCount),
  resampleHidden: (state, viewer, random) =>
    relabelled(state, viewer, hiddenRelabelling(state, viewer, random)),
  inventory: ({ players, supportPile, supportDiscard, noblePile, nobleDiscard, duel }) =>
    sorted<Card>([
      ...supportPile,
      ...supportDiscard,
      ...noblePile,
      ...nobleDiscard,
      ...players.flatMap(({ dealt, court, hand }) => [
        ...dealt,
        ...hand,
        ...court.flatMap(({ noble, weapon }): Card[] => (weapon === null ? [noble] : [noble, weapon])),
      ]),
      ...(duel === null ? [] : [...duel.attacker.cards, ...duel.defender.cards]),
    ]),
  breach: (state) => invariants.find(({ holds }) => !holds(state))?.law,
  normalize: (move) => {
    if (move.type === 'choose-nobles') return { ...move, nobles: sorted(move.nobles) };
    if (move.type === 'discard-triple' || move.type === 'play-cards')
      return { ...move, cards: sorted(move.cards) };
    return move;
  },
  strayMove,
};

/** New faces for cards. */
type Relabelling = <T extends Card>(cards: readonly T[]) => T[];

/**
 * Deals the hidden cards anew by giving them each other's faces. Cards of the viewer's last look that have not left the
 * hand since are known, so they stay. Which six Nobles the other seat chooses from follows from a player's own six.
 */
const hiddenRelabelling = (state: State, viewer: Viewer, random: Random): Relabelling => {
  const others = ([0, 1] as const).filter((seat) => !isSeat(viewer, seat)).map((seat) => state.players[seat]);
  const known = viewer === 'spectator' ? [] : (of(state.players, viewer.seat).lastLook?.cards ?? []);
  const hands = others.flatMap(({ hand }) => hand.filter((card) => !known.includes(card)));
  const faces = new Map<Card, Card>([
    ...permutation([...state.supportPile, ...hands], random),
    ...permutation([...state.noblePile, ...others.flatMap(({ dealt }) => dealt)], random),
  ]);
  // Both packs are permuted within themselves, so a face is of its card's own type.
  return <T extends Card>(cards: readonly T[]) => cards.map((card) => (faces.get(card) ?? card) as T);
};

const permutation = (cards: readonly Card[], random: Random): [Card, Card][] => {
  const shuffled = random.shuffle(cards);
  return cards.map((card, index) => [card, shuffled[index] ?? card]);
};

const relabelled = (state: State, viewer: Viewer, relabel: Relabelling): State => {
  const playerAt = (seat: Seat): Player => {
    const player = of(state.players, seat);
    if (isSeat(viewer, seat)) return player;
    const { dealt, chosen, hand, lastLook } = player;
    return {
      ...player,
      dealt: relabel(dealt),
      chosen: chosen === null ? null : relabel(chosen),
      hand: relabel(hand),
      lastLook: lastLook === null ? null : { ...lastLook, cards: relabel(lastLook.cards) },
    };
  };
  return {
    ...state,
    players: [playerAt(0), playerAt(1)],
    supportPile: relabel(state.supportPile),
    noblePile: relabel(state.noblePile),
  };
};
