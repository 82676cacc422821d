import { expect } from 'vitest';
import type { Seat } from '../../../domain/engine/engine.ts';
import type { Random } from '../../../domain/engine/random.ts';
import { engine } from '../../../domain/games/nestortiles-duel/index.ts';
import { sorted, type Tile, tiles } from '../../../domain/games/nestortiles-duel/tiles.ts';
import type { Event, Move, Options, Pair, State } from '../../../domain/games/nestortiles-duel/types.ts';

/** Tiles by their codes: `some('red-5 blue-1')`. */
export const some = (text: string): Tile[] =>
  text
    .split(' ')
    .filter((code) => code !== '')
    .map((code) => tiles.find((tile) => tile === code) ?? expect.fail(`no such tile: ${code}`));

/** What a test says of a position. */
export interface Given {
  /** By seat, as codes; seat 0 is to move. */
  readonly hands?: readonly [string, string];
  /** How many tiles lie face down (any that lie nowhere else), or which. */
  readonly faceDown?: number | string;
  readonly faceUp?: string;
  readonly dice?: Pair<Tile[][]>;
  readonly oneDiscardRun?: number;
  readonly options?: Partial<Options>;
}

/** A position at the beginning of a turn of seat 0. */
export const given = ({
  hands = ['', ''],
  faceDown = 30,
  faceUp = '',
  dice,
  oneDiscardRun = 0,
  options,
}: Given): State => {
  const elsewhere = [...some(hands.join(' ')), ...some(faceUp)];
  const free = tiles.filter((tile) => !elsewhere.includes(tile));
  const initial = engine.initial();
  return {
    ...initial,
    options: { ...initial.options, ...options },
    faceDown: typeof faceDown === 'number' ? free.slice(0, faceDown) : sorted(some(faceDown)),
    faceUp: sorted(some(faceUp)),
    hands: [some(hands[0]), some(hands[1])],
    dice: dice ?? [[], []],
    oneDiscardRun,
  };
};

/** The end of a game in which each seat has rolled these sides. */
export const rolled = (first: string, second: string): State => ({
  ...given({ faceDown: 0 }),
  rolls: [some(first), some(second)],
});

/** Chance that draws these numbers, or always 0 where none are given. */
export const chance = (...numbers: readonly number[]): Random => {
  let drawn = 0;
  return {
    int: (bound) => {
      const number = numbers.length === 0 ? 0 : (numbers[drawn] ?? expect.fail('too many draws'));
      expect(number).toBeLessThan(bound);
      drawn += 1;
      return number;
    },
    shuffle: () => expect.fail('something was shuffled'),
    die: () => expect.fail('a die was rolled'),
    drawn: () => drawn,
  };
};

/** The events and the next state of an accepted move of the seat whose turn it is. */
export const accept = (
  state: State,
  move: Move,
  random: Random = chance(),
): { events: readonly Event[]; state: State } => {
  const decided = engine.decide(state, state.turn.seat, move, random);
  if (!decided.ok) return expect.fail(`refused: ${decided.error.message}`);
  return { events: decided.value, state: decided.value.reduce(engine.evolve, state) };
};

/** The state after several accepted moves. */
export const played = (state: State, ...moves: readonly Move[]): State =>
  moves.reduce((current, move) => accept(current, move).state, state);

/** The reason and the ruling of a refusal; undefined where the move is accepted. */
export const refusal = (
  state: State,
  seat: Seat,
  move: Move,
): readonly [string, string | undefined] | undefined => {
  const decided = engine.decide(state, seat, move, chance());
  return decided.ok ? undefined : [decided.error.reason, decided.error.ruling];
};

/** The open decision as `seat kind`, or `over`. */
export const open = (state: State): string => {
  const progress = engine.progress(state);
  return progress.kind === 'over'
    ? 'over'
    : progress.decisions.map(({ seat, kind }) => `${seat} ${kind}`).join();
};

export const areaOf = (state: State): number => engine.view(state, 'spectator').area.size;
export const draw = (code?: string): Move =>
  code === undefined ? { type: 'draw' } : { type: 'draw', tile: one(code) };
export const discard = (code: string): Move => ({ type: 'discard', tile: one(code) });
export const build = (codes: string): Move => ({ type: 'build', tiles: some(codes) });

const one = (code: string): Tile => some(code)[0] ?? expect.fail('no tile');
