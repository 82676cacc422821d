import { expect } from 'vitest';
import type { Seat } from '../../../domain/engine/engine.ts';
import type { Random } from '../../../domain/engine/random.ts';
import { engine } from '../../../domain/games/dandelions/index.ts';
import {
  type Card,
  type Event,
  type Face,
  type Move,
  type Options,
  optionsSchema,
  type Pending,
  type Planting,
  type State,
} from '../../../domain/games/dandelions/types.ts';

/** What a test says of one seat; the rest is empty. */
export interface Given {
  readonly token?: number | null;
  readonly pool?: Face[];
  readonly planted?: Partial<Record<Card, Face[]>>;
  readonly discarded?: Face[];
}

/** A position: seat 0 is to choose a die, unless another decision is given. */
export const given = (
  seats: readonly Given[],
  rest: { options?: Partial<Options>; pending?: Pending; lastPlanted?: Planting } = {},
): State => ({
  options: optionsSchema.parse(rest.options ?? {}),
  firstSeat: 0,
  seats: seats.map(({ token, pool = [], planted = {}, discarded = [] }, seat) => ({
    token: token === undefined ? seat : token,
    pool,
    planted: { 1: [], 2: [], 3: [], 5: [], 8: [], ...planted },
    discarded,
  })),
  pending: rest.pending === undefined ? { seat: 0, kind: 'turn' } : rest.pending,
  lastPlanted: rest.lastPlanted ?? null,
});

/** The end of a game in which each seat has planted these dice. */
export const ended = (
  planted: readonly NonNullable<Given['planted']>[],
  options: Partial<Options> = {},
): State =>
  given(
    planted.map((dice) => ({ planted: dice })),
    { options, pending: null },
  );

/** Chance that rolls exactly these faces and nothing else. */
export const rolls = (...faces: Face[]): Random => {
  let drawn = 0;
  return {
    int: () => expect.fail('a number was drawn'),
    shuffle: () => expect.fail('something was shuffled'),
    die: () => faces[drawn++] ?? expect.fail('too many dice were rolled'),
    drawn: () => drawn,
  };
};

/** The events and the next state of an accepted move of the awaited seat. */
export const accept = (
  state: State,
  move: Move,
  random: Random = rolls(),
): { event: Event; state: State } => {
  const decided = engine.decide(state, state.pending?.seat ?? 0, move, random);
  if (!decided.ok) return expect.fail(`refused: ${decided.error.message}`);
  const [event] = decided.value;
  return { event: event ?? expect.fail('no event'), state: decided.value.reduce(engine.evolve, state) };
};

/** The awaited seat's token and the card of its die after it uses a face. */
export const landing = (state: State, face: Face): { space: number; card: Card; next: Pending } => {
  const { event } = accept(state, { type: 'use', face });
  if (event.type !== 'die-planted') return expect.fail(`not planted: ${event.type}`);
  return { space: event.space, card: event.card, next: event.pending };
};

/** The reason and the ruling of a refusal; undefined where the move is accepted. */
export const refusal = (
  state: State,
  seat: Seat,
  move: Move,
): readonly [string, string | undefined] | undefined => {
  const decided = engine.decide(state, seat, move, rolls());
  return decided.ok ? undefined : [decided.error.reason, decided.error.ruling];
};

/** Sprout, seed and total of each seat as text, fractions as `151/3`. */
export const scoresOf = (state: State): { sprout: number; seed: string; total: string }[] =>
  engine.view(state, 'spectator').seats.map(({ score: { sprout, seed, total } }) => ({
    sprout,
    seed: written(seed),
    total: written(total),
  }));

const written = ({ numerator, denominator }: { numerator: number; denominator: number }): string =>
  denominator === 1 ? `${numerator}` : `${numerator}/${denominator}`;

/** The winners of a game that is over. */
export const winnersOf = (state: State): readonly Seat[] => {
  const progress = engine.progress(state);
  return progress.kind === 'over' && progress.outcome.kind === 'won'
    ? progress.outcome.winners
    : expect.fail('nobody has won');
};
