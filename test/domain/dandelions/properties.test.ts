import { describe, expect, it } from 'vitest';
import { engine } from '../../../domain/games/dandelions/index.ts';
import { laws } from '../../../domain/games/dandelions/laws.ts';
import { ringSize, travel } from '../../../domain/games/dandelions/ring.ts';
import {
  dicePerSeat,
  type Event,
  faces,
  type Options,
  type State,
} from '../../../domain/games/dandelions/types.ts';
import { oneOf, randomFor, runSeed } from '../../support/seed.ts';
import { given } from './support.ts';

/** One random match: its events and the state after each. In a match of three a seat leaves at move `leaveAt`. */
const playout = (
  options: Options,
  seats: number,
  match: number,
  leaveAt = -1,
): { states: State[]; events: Event[] } => {
  const random = randomFor(runSeed, 'dandelions', match, seats);
  const events = [...engine.start(options, seats, random)];
  const states = [events.reduce(engine.evolve, engine.initial())];
  const record = (happened: readonly Event[]) => {
    for (const event of happened) {
      events.push(event);
      states.push(engine.evolve(latest(), event));
    }
  };
  const latest = (): State => states[states.length - 1] ?? expect.fail('no state');
  for (let move = 0; move <= laws.maxMoves(options, seats) + 1; move++) {
    const { pending } = latest();
    if (pending === null) return { states, events };
    if (move === leaveAt) record(engine.forfeit(latest(), random.int(seats)));
    else {
      const decided = engine.decide(
        latest(),
        pending.seat,
        oneOf(random, engine.legalMoves(latest(), pending.seat)),
        random,
      );
      record(decided.ok ? decided.value : expect.fail(decided.error.message));
    }
  }
  return expect.fail(`match ${match} of seed ${runSeed} goes on after its proved number of moves`);
};

const playouts = laws.samples.flatMap(({ options, seats }, sample) =>
  Array.from({ length: 30 }, (_, match) => ({
    options,
    seats,
    ...playout(options, seats, 100 * sample + match),
  })),
);

describe(`random matches of seed ${runSeed}`, () => {
  it('every seat takes exactly eleven turns', () => {
    for (const { events, seats } of playouts) {
      const turns = events.flatMap((event) => (event.type === 'die-planted' ? [event.seat] : []));
      for (let seat = 0; seat < seats; seat++)
        expect(turns.filter((other) => other === seat)).toHaveLength(dicePerSeat);
    }
  });

  it('eleven dice of each seat and one token a space are kept throughout', () => {
    for (const { states } of playouts) {
      const inventory = laws.inventory(states[0] ?? engine.initial());
      for (const state of states) {
        expect(laws.inventory(state)).toEqual(inventory);
        expect(laws.breach(state)).toBeUndefined();
      }
    }
  });

  it('a match stays within its proved number of moves', () => {
    for (const { options, seats, events } of playouts) {
      expect(events.length - 1).toBeLessThanOrEqual(laws.maxMoves(options, seats));
    }
  });

  it('every total is the sum of its parts, and the winners have the highest', () => {
    for (const { states } of playouts) {
      const progress = engine.progress(states[states.length - 1] ?? engine.initial());
      if (progress.kind !== 'over' || progress.outcome.kind !== 'won') return expect.fail('not won');
      const view = engine.view(states[states.length - 1] ?? engine.initial(), 'spectator');
      const totals = view.seats.map(({ score: { sprout, seed, total } }) => {
        expect(sprout * 6 + (seed.numerator * 6) / seed.denominator).toBe(
          (total.numerator * 6) / total.denominator,
        );
        return (total.numerator * 6) / total.denominator;
      });
      const best = totals.flatMap((total, seat) => (total === Math.max(...totals) ? [seat] : []));
      expect(progress.outcome.winners).toEqual(best);
    }
  });

  it('a match from which a seat leaves keeps its dice and ends', () => {
    for (let match = 0; match < 60; match++) {
      const { options } = laws.samples[match % laws.samples.length] ?? expect.fail('no sample');
      const random = randomFor(runSeed, 'leave', match);
      const { states, events } = playout({ ...options, firstSeat: 0 }, 3, match, random.int(25));
      expect(events.filter(({ type }) => type === 'seat-left')).toHaveLength(1);
      for (const state of states) {
        expect(laws.inventory(state)).toHaveLength(3 * dicePerSeat);
        expect(laws.breach(state)).toBeUndefined();
      }
    }
  });

  it('a playout is the same again from its seed', () => {
    const { options } = laws.samples[0] ?? expect.fail('no sample');
    expect(playout(options, 2, 7)).toEqual(playout(options, 2, 7));
  });
});

describe('the bump chain, over every position of two opponents', () => {
  it.each([
    { name: 'the usual ring', spaces: { 1: 5, 2: 4, 3: 3, 5: 2, 8: 1 } },
    { name: 'the smallest ring', spaces: { 1: 1, 2: 1, 3: 1, 5: 1, 8: 1 } },
    { name: 'a ring of twelve', spaces: { 1: 4, 2: 2, 3: 3, 5: 2, 8: 1 } },
  ])('DA-3: on $name it takes at most three hops and ends on no opponent', ({ spaces }) => {
    const size = ringSize(spaces);
    for (let own = 0; own < size; own++) {
      for (let one = 0; one < size; one++) {
        for (let other = 0; other < size; other++) {
          if (own === one || own === other || one === other) continue;
          const state = given([{ token: own }, { token: one }, { token: other }], { options: { spaces } });
          for (const face of faces) {
            const { space, bumped } = travel(state, 0, face);
            expect([one, other]).not.toContain(space);
            expect(bumped.length).toBeLessThanOrEqual(2);
            expect((own + face * (bumped.length + 1)) % size).toBe(space);
          }
        }
      }
    }
  });
});
