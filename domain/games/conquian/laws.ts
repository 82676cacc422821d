import { isSeat, type Seat, type Viewer } from '../../engine/engine.ts';
import type { EngineLaws } from '../../engine/laws.ts';
import type { Random } from '../../engine/random.ts';
import { expectDefined } from '../../engine/result.ts';
import { type Card, pack, sortCards } from './cards.ts';
import { canonical, fitsOn, isMeld, melds, reach } from './melds.ts';
import { type Move, type Options, optionsSchema, type PlayerSeat, type State } from './types.ts';

/**
 * A round has at most 39 turns: each without a meld takes one of twenty stock cards, but for the last one, and each player
 * melds in at most nine (three cards at first, then at least one more up to eleven).
 */
export const turnsMax = 39;

/** Decline the offered card, allow, decline the card turned up, force, meld, discard. */
const movesPerTurnMax = 6;

const samples = [
  {},
  { extraRounds: 2, firstSeat: 0 },
  { rounds: 3, stake: 5, doubleAfterDraw: false, firstSeat: 1 },
  { rounds: 2, extraRounds: 5, stake: 1000 },
].map((options) => ({ options: optionsSchema.parse(options), seats: 2 }));

const maxMoves = (options: Options): number =>
  (options.rounds + options.extraRounds) * turnsMax * movesPerTurnMax;

const seats: readonly PlayerSeat[] = [0, 1];

/** Deals hidden hands, the stock and the dead pile anew; views show only how many cards each holds. */
const resampleHidden = (state: State, viewer: Viewer, random: Random): State => {
  const hidden = seats.filter((seat) => !isSeat(viewer, seat));
  const unseen = random.shuffle([
    ...hidden.flatMap((seat) => state.hands[seat]),
    ...state.stock,
    ...state.dead,
  ]);
  const handOf = (seat: PlayerSeat): readonly Card[] =>
    hidden.includes(seat) ? sortCards(unseen.splice(0, state.hands[seat].length)) : state.hands[seat];
  const hands = [handOf(0), handOf(1)] as const;
  const stock = unseen.splice(0, state.stock.length);
  return { ...state, hands, stock, dead: unseen };
};

const inventory = ({ hands, tables, centre, stock, dead }: State): readonly Card[] =>
  sortCards([...hands.flat(), ...tables.flat(2), ...stock, ...dead, ...(centre === null ? [] : [centre])]);

const inOrder = (cards: readonly Card[]): boolean => `${sortCards(cards)}` === `${cards}`;

/** II.10: ten cards in hand and on the table between turns, and eleven once the centre card is melded. */
const holdsRightly = ({ phase, active, hands, tables }: State, seat: PlayerSeat): boolean => {
  const held = hands[seat].length;
  const total = held + tables[seat].flat().length;
  if (seat === active && phase === 'discard') return total === reach;
  const wentOut = seat === active && (phase === 'dealing' || phase === 'over') && held === 0;
  return total === reach - 1 || (wentOut && total === reach);
};

const breach = (state: State): string | undefined => {
  const { phase, active, hands, tables, centre, source, forced, turn, round, results } = state;
  if (round === 0) return undefined;
  for (const seat of seats) {
    if (!holdsRightly(state, seat)) return `seat ${seat} has a card too many or too few`;
    if (!tables[seat].every(isMeld)) return `an invalid meld lies on the table of seat ${seat}`;
    if (!inOrder(hands[seat])) return `the hand of seat ${seat} is out of order`;
    if (JSON.stringify(canonical(tables[seat])) !== JSON.stringify(tables[seat]))
      return `the table of seat ${seat} is out of order`;
  }
  if (turn > turnsMax) return `turn ${turn} is beyond the proved bound`;
  if (results.length !== round && results.length !== round - 1) return 'a round is missing from the results';
  if ((phase === 'offered' || phase === 'turned') && source !== phase)
    return 'the centre card has another source';
  if (phase === 'discard' && centre !== null) return 'the melded card still lies in the centre';
  if (phase === 'dealing' || phase === 'discard' || phase === 'over') return undefined;
  if (centre === null) return 'a card is to be decided about, and none lies in the centre';
  const fits = fitsOn(tables[active], centre);
  if (!fits && (forced || phase === 'force')) return 'a card may be forced that fits on no meld'; // CQ-R14
  return undefined;
};

/** Another order of the same melds and cards is the same move. */
const normalize = (move: Move): Move =>
  move.type === 'meld' ? { type: 'meld', melds: canonical(move.melds) } : move;

const pick = <T>(random: Random, items: readonly T[]): T =>
  expectDefined(items[random.int(items.length)], 'an item');

/** A move of any type. Melds lie on somebody's table with another meld beside it, which may even hold the centre card. */
const strayMove = ({ tables, centre }: State, _seat: Seat, random: Random): Move => {
  const type = pick(random, ['meld', 'meld', 'meld', 'discard', 'decline', 'force', 'allow'] as const);
  if (type === 'discard') return { type, card: pick(random, pack) };
  if (type !== 'meld') return { type };
  const beside =
    random.int(2) === 0 ? melds : melds.filter(({ cards }) => centre === null || cards.includes(centre));
  return { type, melds: [...pick(random, tables), pick(random, beside).cards] };
};

/** What the conformance suite must know of Conquian. */
export const laws: EngineLaws<Options, State, Move> = {
  samples,
  maxMoves,
  resampleHidden,
  inventory,
  breach,
  normalize,
  strayMove,
};
