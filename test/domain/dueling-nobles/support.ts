import { expect } from 'vitest';
import type { Seat } from '../../../domain/engine/engine.ts';
import type { Random } from '../../../domain/engine/random.ts';
import {
  maxStaminaOf,
  type NobleCard,
  nobleCards,
  type SupportCard,
  supportCards,
} from '../../../domain/games/dueling-nobles/cards.ts';
import type { Event, EventOf } from '../../../domain/games/dueling-nobles/events.ts';
import { initial } from '../../../domain/games/dueling-nobles/evolve.ts';
import { engine } from '../../../domain/games/dueling-nobles/index.ts';
import {
  type CourtNoble,
  type Move,
  type Options,
  optionsSchema,
  type Player,
  type State,
} from '../../../domain/games/dueling-nobles/types.ts';

const found = <T extends string>(all: readonly T[], name: string): T => {
  const card = all.find((candidate) => candidate === name);
  if (card === undefined) throw new Error(`no such card: ${name}`);
  return card;
};

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');

/** Support cards: `cards('4C 9C 10C')`. */
export const cards = (text: string): SupportCard[] => words(text).map((name) => found(supportCards, name));

/** Noble cards: `nobles('JH QS')`. */
export const nobles = (text: string): NobleCard[] => words(text).map((name) => found(nobleCards, name));

/** A court: `court('QH+2C KS/1')` is a Queen at full stamina with a weapon, and a King with 1 stamina left. */
export const court = (text: string): CourtNoble[] =>
  words(text).map((word) => {
    const [rest = '', weapon] = word.split('+');
    const [name = '', stamina] = rest.split('/');
    const noble = found(nobleCards, name);
    return {
      noble,
      stamina: stamina === undefined ? maxStaminaOf(noble) : Number(stamina),
      weapon: weapon === undefined ? null : found(supportCards, weapon),
    };
  });

/** A seat as the tests describe it. */
export interface Side {
  readonly court?: string;
  readonly hand?: string;
  readonly tokens?: number;
  readonly suitsUsed?: Player['suitsUsed'];
}

const player = (side: Side, otherwise: string): Player => ({
  dealt: [],
  chosen: null,
  court: court(side.court ?? otherwise),
  hand: cards(side.hand ?? ''),
  tokens: side.tokens ?? 0,
  suitsUsed: side.suitsUsed ?? [],
  lastLook: null,
});

/** What a position consists of, beside two seats. */
export type Table = Partial<Omit<State, 'options' | 'players'>> & { readonly options?: Partial<Options> };

/**
 * Turn 5, seat 0's, in the income phase. Courts are JH QH KH against JS QS KS and hands empty, but for what is given; all
 * cards that lie nowhere else are in the piles, in canonical order.
 */
export const given = (mine: Side = {}, theirs: Side = {}, { options, ...table }: Table = {}): State => {
  const players = [player(mine, 'JH QH KH'), player(theirs, 'JS QS KS')] as const;
  const placed = new Set<string>([
    ...players.flatMap(({ court, hand }) => [
      ...hand,
      ...court.flatMap(({ noble, weapon }) => [noble, weapon ?? '']),
    ]),
    ...(table.supportDiscard ?? []),
    ...(table.nobleDiscard ?? []),
  ]);
  return {
    ...initial(),
    phase: 'income',
    turn: 5,
    supportPile: supportCards.filter((card) => !placed.has(card)),
    noblePile: nobleCards.filter((card) => !placed.has(card)),
    ...table,
    options: optionsSchema.parse(options ?? {}),
    players,
  };
};

/** Chance that must not be used. */
export const noChance: Random = {
  int: () => expect.fail('a move drew chance'),
  shuffle: () => expect.fail('a move shuffled'),
  die: () => expect.fail('a move rolled a die'),
  drawn: () => 0,
};

/** Chance whose dice fall as told, one after the other, and which must not be used otherwise. */
export const dice = (...faces: readonly number[]): Random => {
  const left = [...faces];
  return { ...noChance, die: () => left.shift() ?? expect.fail('a move rolled more dice than expected') };
};

/** Chance whose shuffles turn the cards round, and which must not be used otherwise. */
export const reversing: Random = { ...noChance, shuffle: (items) => [...items].reverse() };

/** The events and the next state of an accepted move. */
export const accept = (
  state: State,
  seat: Seat,
  move: Move,
  random = noChance,
): { readonly events: readonly Event[]; readonly state: State } => {
  const decided = engine.decide(state, seat, move, random);
  if (!decided.ok) return expect.fail(`refused: ${decided.error.message}`);
  return { events: decided.value, state: decided.value.reduce(engine.evolve, state) };
};

/** A move of a seat, with the chance that it may use. */
export type Turn = readonly [seat: Seat, move: Move, random?: Random];

/** The state after several accepted moves. */
export const played = (state: State, ...turns: readonly Turn[]): State =>
  turns.reduce((current, [seat, move, random]) => accept(current, seat, move, random).state, state);

/** The event of one type among the events of an accepted move. */
export const eventOf = <Type extends Event['type']>(
  type: Type,
  state: State,
  ...[seat, move, random]: Turn
): EventOf<Type> => {
  const event = accept(state, seat, move, random).events.find((one) => one.type === type);
  return (event ?? expect.fail(`no ${type} happened`)) as EventOf<Type>;
};

/** The reason and the ruling of a refusal; undefined if the move is accepted. */
export const refusal = (state: State, seat: Seat, move: Move): readonly [string, string?] | undefined => {
  const decided = engine.decide(state, seat, move, noChance);
  if (decided.ok) return undefined;
  const { reason, ruling } = decided.error;
  return ruling === undefined ? [reason] : [reason, ruling];
};

/** The legal moves of one type. */
export const listed = <Type extends Move['type']>(state: State, seat: Seat, type: Type): readonly Move[] =>
  engine.legalMoves(state, seat).filter((move) => move.type === type);

/** The duel move with these cards. */
export const play = (text: string): Move => ({ type: 'play-cards', cards: cards(text) });

/** Declares a duel of two Nobles. */
export const declare = (mine: NobleCard, theirs: NobleCard): Move => ({ type: 'declare-duel', mine, theirs });

/** The defender's Noble stays. */
export const keep: Move = { type: 'keep' };
/** Leaves a phase before the duel. */
export const endPhase: Move = { type: 'end-phase' };
/** Ends a turn without a duel. */
export const skipDuel: Move = { type: 'skip-duel' };

/** A duel that seat 0 has declared and seat 1 has answered, up to the attacker's card window. */
export const duelled = (state: State, mine: NobleCard, theirs: NobleCard, random: Random): State =>
  played({ ...state, phase: 'duel' }, [0, declare(mine, theirs)], [1, keep, random]);
