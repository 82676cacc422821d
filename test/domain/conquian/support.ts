import { expect } from 'vitest';
import type { RuleViolation, Seat } from '../../../domain/engine/engine.ts';
import type { Random } from '../../../domain/engine/random.ts';
import { type Card, othersThan, pack, sortCards } from '../../../domain/games/conquian/cards.ts';
import { engine } from '../../../domain/games/conquian/index.ts';
import { type Arrangement, canonical } from '../../../domain/games/conquian/melds.ts';
import type { Event, Move, Options, PlayerSeat, State } from '../../../domain/games/conquian/types.ts';
import { randomFor } from '../../support/seed.ts';

/** Cards as the rules page writes them: `cards('5H 6H')`. */
export const cards = (text: string): readonly Card[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => pack.find((card) => card === word) ?? expect.fail(`no such card: ${word}`));

const card = (text: string): Card => cards(text)[0] ?? expect.fail('a card is missing');

/** Melds with bars between them: `melds('3H 4H 5H | QC QD QS')`, as they are written. */
export const melds = (text: string): Arrangement =>
  text
    .split('|')
    .map(cards)
    .filter((meld) => meld.length > 0);

/** A position in words. What is not placed is the stock, or dead where the stock is given. */
export type Position = {
  readonly hands?: readonly [string, string];
  readonly tables?: readonly [string, string];
  readonly centre?: string;
  readonly stock?: string;
} & Partial<
  Pick<State, 'phase' | 'source' | 'active' | 'forced' | 'dealer' | 'turn' | 'round' | 'stake' | 'results'>
> & {
    readonly options?: Partial<Options>;
  };

/** A position in the middle of the first round: seat 0 to move on an offered card, but for what is given. */
export const given = ({
  hands = ['', ''],
  tables = ['', ''],
  centre,
  stock,
  options,
  ...rest
}: Position): State => {
  const phase = rest.phase ?? 'offered';
  const laid = tables.map(melds);
  const placed = [...hands.flatMap(cards), ...laid.flat(2), ...cards(centre ?? ''), ...cards(stock ?? '')];
  const unplaced = othersThan(placed);
  return {
    ...engine.initial(),
    options: engine.schemas.options.parse(options ?? {}),
    round: 1,
    stake: 1,
    turn: 5,
    source: phase === 'turned' ? 'turned' : 'offered',
    ...rest,
    phase,
    centre: centre === undefined ? null : card(centre),
    hands: [sortCards(cards(hands[0])), sortCards(cards(hands[1]))],
    tables: [canonical(melds(tables[0])), canonical(melds(tables[1]))],
    stock: stock === undefined ? unplaced : cards(stock),
    dead: stock === undefined ? [] : unplaced,
  };
};

export const decline: Move = { type: 'decline' };
export const force: Move = { type: 'force' };
export const allow: Move = { type: 'allow' };
export const meld = (text: string): Move => ({ type: 'meld', melds: melds(text) });
export const discard = (text: string): Move => ({ type: 'discard', card: card(text) });

/** The legal melds of a seat, as texts in alphabetical order. */
export const legalMelds = (state: State, seat: Seat = state.active): readonly string[] =>
  engine
    .legalMoves(state, seat)
    .flatMap((move) => (move.type === 'meld' ? [show(move.melds)] : []))
    .sort();

/** The types of a seat's legal moves. */
export const legalTypes = (state: State, seat: Seat = state.active): readonly string[] => [
  ...new Set(engine.legalMoves(state, seat).map((move) => move.type)),
];

/** An arrangement as text: `3H 4H 5H | QC QD QS`. */
export const show = (arrangement: Arrangement): string =>
  arrangement.map((meld) => meld.join(' ')).join(' | ');

/** Folds events. */
export const fold = (state: State, events: readonly Event[]): State => events.reduce(engine.evolve, state);

/** A match that was just dealt. */
export const deal = (options: Partial<Options> = {}, random: Random = randomFor('a fixed deal')): State =>
  fold(engine.initial(), engine.start(engine.schemas.options.parse(options), 2, random));

/** What an accepted move leads to. */
export const play = (
  state: State,
  seat: Seat,
  move: Move,
  random: Random = randomFor('conquian'),
): { readonly events: readonly Event[]; readonly state: State } => {
  const decided = engine.decide(state, seat, move, random);
  if (!decided.ok) return expect.fail(`refused: ${decided.error.message}`);
  return { events: decided.value, state: fold(state, decided.value) };
};

/** The state after several accepted moves. */
export const playAll = (state: State, ...moves: readonly (readonly [Seat, Move])[]): State =>
  moves.reduce((current, [seat, move]) => play(current, seat, move).state, state);

/** The types of the events of an accepted move. */
export const eventsOf = (state: State, seat: Seat, move: Move): readonly string[] =>
  play(state, seat, move).events.map((event) => event.type);

/** The refusal of a move. */
export const refusal = (state: State, seat: Seat, move: Move): RuleViolation => {
  const decided = engine.decide(state, seat, move, randomFor('conquian'));
  return decided.ok ? expect.fail(`accepted: ${JSON.stringify(move)}`) : decided.error;
};

/** Ends the running round at once: a seat goes out with its eleventh card, or the stock is used up. */
const endRound = (state: State, winner: PlayerSeat | null): State => {
  const { options, round, stake, dealer, results } = state;
  const end = given({
    hands: ['', 'AS AC 3S 3C 5S 5C 7S 7C QS QC'],
    tables: ['AH 2H 3H 4H | 5D 6D 7D JD QD KD', ''],
    centre: winner === null ? 'KS' : '5H',
    stock: '',
    options,
    round,
    stake,
    dealer,
    results,
  });
  if (winner === null) return play(end, 0, decline).state;
  const mirrored: State =
    winner === 0
      ? end
      : { ...end, active: 1, hands: [end.hands[1], end.hands[0]], tables: [end.tables[1], end.tables[0]] };
  return play(mirrored, winner, meld('AH 2H 3H 4H 5H | 5D 6D 7D JD QD KD')).state;
};

/** Ends the running round and those that follow it. */
export const endRounds = (state: State, ...winners: readonly (PlayerSeat | null)[]): State =>
  winners.reduce(endRound, state);
