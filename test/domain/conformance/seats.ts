import type { Seat } from '../../../domain/engine/engine.ts';
import type { GameState, SealedEngine } from '../../../domain/engine/sealed.ts';
import { awaitedSeats, fold, playOn, viewersOf } from '../../support/engines.ts';
import { oneOf } from '../../support/seed.ts';
import { holds, type Law, placeOf, repeatedChance, same, somePositions } from './law.ts';

const samplesPerLaw = 60;

/** Seats don't get in each other's way: not when they decide at the same time, not when one leaves. */
export const seats: readonly Law[] = [
  {
    name: "a seat's step leaves the open decisions of other seats as they are",
    check: (subject, random) => {
      const { engine, laws } = subject;
      for (const position of somePositions(subject, random, samplesPerLaw)) {
        const { state } = position;
        const awaited = awaitedSeats(engine, state);
        for (const seat of awaited) {
          const chance = repeatedChance(random);
          const decided = engine.decide(state, seat, oneOf(random, engine.legalMoves(state, seat)), chance());
          if (!decided.ok) continue;
          const after = fold(engine, state, decided.value);
          if (engine.progress(after).kind === 'over') continue;
          for (const other of awaited) {
            if (other === seat) continue;
            const place = () => `seat ${other} after a step of seat ${seat}, ${placeOf(position)}`;
            same(kindsOf(engine, after, other), kindsOf(engine, state, other), place);
            same(engine.legalMoves(after, other), engine.legalMoves(state, other), place);
            const stray = laws.strayMove(state, other, random);
            const [now, then] = [after, state].map((at) => engine.decide(at, other, stray, chance()));
            if (!(now?.ok && then?.ok)) same(now, then, place);
          }
        }
      }
    },
  },
  {
    name: 'after a seat has left, the others play on to the end without it',
    check: (subject, random) => {
      const { engine, laws } = subject;
      for (const position of somePositions(subject, random, samplesPerLaw)) {
        const { sample } = position.playout;
        const { state } = position;
        if (engine.progress(state).kind === 'over') continue;
        const leaver = random.int(sample.seats);
        const events = engine.forfeit(state, leaver);
        const place = () => `seat ${leaver} leaves, ${placeOf(position)}`;
        if (sample.seats === 2) {
          same(events, [], place);
          continue;
        }
        same(engine.forfeit(state, leaver), events, place);
        for (const event of events) {
          holds(
            engine.schemas.event.safeParse(event).success,
            () => `an event does not fit its schema: ${place()}`,
          );
          for (const viewer of viewersOf(sample.seats)) engine.redact(event, viewer);
        }
        const left = fold(engine, state, events);
        same(laws.inventory(left), laws.inventory(state), () => `the pieces when ${place()}`);
        const maxMoves = laws.maxMoves(sample.options, sample.seats);
        const rest = playOn(engine, left, maxMoves, repeatedChance(random)(), random, []);
        holds(rest.stop.kind === 'over', () => `${JSON.stringify(rest.stop)} when ${place()}`);
        for (const at of [left, ...rest.steps.map((step) => step.after)]) {
          const breach = laws.breach(at);
          holds(breach === undefined, () => `${breach} when ${place()}`);
          holds(!awaitedSeats(engine, at).includes(leaver), () => `it is still awaited when ${place()}`);
          same(engine.legalMoves(at, leaver), [], () => `it still has legal moves when ${place()}`);
          same(laws.inventory(at), laws.inventory(state), () => `the pieces when ${place()}`);
        }
        holds(!winnersOf(engine, rest.final).includes(leaver), () => `it wins though ${place()}`);
      }
    },
  },
];

const kindsOf = (engine: SealedEngine, state: GameState, seat: Seat): readonly string[] => {
  const progress = engine.progress(state);
  return progress.kind === 'over'
    ? []
    : progress.decisions.filter((decision) => decision.seat === seat).map((decision) => decision.kind);
};

const winnersOf = (engine: SealedEngine, state: GameState): readonly Seat[] => {
  const progress = engine.progress(state);
  return progress.kind === 'over' && progress.outcome.kind === 'won' ? progress.outcome.winners : [];
};
