import { gameOver, notAwaited, type RuleViolation, type Seat, wrongPhase } from '../../engine/engine.ts';
import type { Random } from '../../engine/random.ts';
import { err, expectDefined, ok, type Result } from '../../engine/result.ts';
import { evolve } from './evolve.ts';
import { afterPlanting, afterReroll, afterTurn, opposingDice } from './flow.ts';
import { cardAt, neighbour, travel } from './ring.ts';
import { rollDice } from './setup.ts';
import type { Direction, Event, Face, Move, Pending, Planting, State } from './types.ts';

type Decision = Result<readonly Event[], RuleViolation>;

const answers = { use: 'turn', reroll: 'reroll', keep: 'reroll', gust: 'gust' } as const;

/** The events of one move, or why it is refused. */
export const decide = (state: State, seat: Seat, move: Move, random: Random): Decision => {
  const { pending } = state;
  if (pending === null) return err(gameOver);
  if (pending.seat !== seat) return err(notAwaited);
  if (answers[move.type] !== pending.kind) return err(wrongPhase(pending.kind));
  switch (move.type) {
    case 'use':
      return use(state, seat, move.face);
    case 'reroll':
      return reroll(state, seat, random);
    case 'keep':
      return ok([{ type: 'dice-kept', v: 1, seat, pending: afterReroll(state, planted(state)) }]);
    case 'gust':
      return gust(state, seat, move.direction);
  }
};

/** One seat leaves a match of three: its token goes, its unused dice are discarded, its turns are skipped (DA-9). */
export const forfeit = (state: State, seat: Seat): readonly Event[] => {
  const playing = state.seats.filter(({ token }) => token !== null);
  if (state.pending === null || state.seats[seat]?.token == null || playing.length < 3) return [];
  return withPending(state, { type: 'seat-left', v: 1, seat, pending: null }, (after) =>
    state.pending?.seat === seat ? afterTurn(after, seat) : state.pending,
  );
};

const use = (state: State, seat: Seat, face: Face): Decision => {
  if (!state.seats[seat]?.pool.includes(face)) {
    return err({
      reason: 'face-not-in-pool',
      ruling: 'DA-8',
      message: `You have no unused die that shows a ${face}.`,
    });
  }
  const { space, bumped } = travel(state, seat, face);
  // DA-6: the die counts on the card on which the token came to rest.
  const planting: Planting = { seat, face, bumped, space, card: cardAt(state.options.spaces, space) };
  return ok(
    withPending(state, { type: 'die-planted', v: 1, ...planting, pending: null }, (after) =>
      afterPlanting(after, planting),
    ),
  );
};

// DA-4: all unused dice are rolled; the die just used is planted already.
const reroll = (state: State, seat: Seat, random: Random): Decision => {
  const count = expectDefined(state.seats[seat], `no seat ${seat}`).pool.length;
  const pending = afterReroll(state, planted(state));
  return ok([{ type: 'dice-rerolled', v: 1, seat, pool: rollDice(count, random), pending }]);
};

// DA-5: all opposing dice of that face go to one neighbouring card; nothing follows from their arrival.
const gust = (state: State, seat: Seat, direction: Direction): Decision => {
  const { card, face } = planted(state);
  const moved = opposingDice(state, seat, card, face);
  const pending = afterTurn(state, seat);
  return ok([
    { type: 'dice-gusted', v: 1, seat, face, from: card, to: neighbour(card, direction), moved, pending },
  ]);
};

const planted = (state: State): Planting =>
  expectDefined(state.lastPlanted ?? undefined, 'a reroll or gust is open before any die was planted');

const withPending = (state: State, event: Event, next: (after: State) => Pending): readonly Event[] => [
  { ...event, pending: next(evolve(state, event)) },
];
