import { expect } from 'vitest';
import type { Seat } from '../../../domain/engine/engine.ts';
import type { Random } from '../../../domain/engine/random.ts';
import { type Face, faces } from '../../../domain/games/district-noir/cards.ts';
import { engine } from '../../../domain/games/district-noir/index.ts';
import type { Event, Move, State } from '../../../domain/games/district-noir/types.ts';

/** Cards as the rules page writes them: `cards('7 -2 Cd')`; a count before a face repeats it: `5x3`. */
export const cards = (text: string): Face[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => {
      const [name = '', times = '1'] = word.split('x');
      return Array.from({ length: Number(times) }, () => face(name));
    });

const shortCities: Readonly<Record<string, Face>> = { Cd: 'city-docks', Cp: 'city-police', Ch: 'city-hall' };

const face = (name: string): Face => {
  const found = shortCities[name] ?? faces.find((candidate) => candidate === name);
  if (found === undefined) throw new Error(`no such card: ${name}`);
  return found;
};

/** A position in the first turn of round 1 (seat 0 to move, hands and row empty, the rest of the deck unknown), but for what is given. */
export const given = (position: Partial<State> = {}): State => ({
  firstSeat: 0,
  round: 1,
  starter: 0,
  turn: 1,
  deck: cards('5x30'),
  removed: cards('6x3'),
  row: [],
  hands: [[], []],
  piles: [[], []],
  hasTaken: [false, false],
  lastTurn: null,
  outcome: null,
  ...position,
});

/** The move that plays a card, by its short name. */
export const play = (name: string): Move => ({ type: 'play', card: face(name) });

/** The move that takes from the row. */
export const take: Move = { type: 'take' };

/** Chance that must not be used: no move of this game draws any. */
export const noChance: Random = {
  int: () => expect.fail('a move drew chance'),
  shuffle: () => expect.fail('a move shuffled'),
  die: () => expect.fail('a move rolled a die'),
  drawn: () => 0,
};

/** The events and the next state of an accepted move. */
export const accept = (state: State, seat: Seat, move: Move): { events: readonly Event[]; state: State } => {
  const decided = engine.decide(state, seat, move, noChance);
  if (!decided.ok) return expect.fail(`refused: ${decided.error.message}`);
  return { events: decided.value, state: decided.value.reduce(engine.evolve, state) };
};

/** The state after several accepted moves of given seats. */
export const afterTurns = (state: State, turns: readonly (readonly [Seat, Move])[]): State =>
  turns.reduce((current, [seat, move]) => accept(current, seat, move).state, state);

/** The reason and the ruling of a refusal; undefined if the move is accepted. */
export const refusal = (state: State, seat: Seat, move: Move): readonly [string, string?] | undefined => {
  const decided = engine.decide(state, seat, move, noChance);
  if (decided.ok) return undefined;
  const { reason, ruling } = decided.error;
  return ruling === undefined ? [reason] : [reason, ruling];
};

/** The last turn of the game: seat 1 moves with an empty hand and must take; the other seat has taken. */
export const lastTurn = (position: Partial<State> = {}): State =>
  given({
    round: 4,
    starter: 0,
    turn: 12,
    deck: [],
    hasTaken: [true, false],
    row: cards('5 6 7 8 -1 -1'),
    ...position,
  });
