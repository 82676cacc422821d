import { awaitedSeats, fold, seatsOf, viewersOf } from '../../support/engines.ts';
import { deepFreeze, throughJson } from '../../support/json.ts';
import { Breach, type Law, placeOf, repeatedChance, somePositions, someSteps } from './law.ts';

const samplesPerLaw = 60;

/** Everything handed to an engine may be frozen: it is read, never written. */
export const purity: readonly Law[] = [
  {
    name: 'options, states, moves and events are never mutated',
    check: (subject, random) => {
      const { engine, laws } = subject;
      for (const { options, seats } of laws.samples) {
        const frozen = deepFreeze(throughJson(options));
        engine.checkOptions(frozen, seats);
        engine.start(frozen, seats, repeatedChance(random)());
      }
      for (const { position, step } of someSteps(subject, random, samplesPerLaw)) {
        const state = deepFreeze(throughJson(position.state));
        const move = deepFreeze(throughJson(step.move));
        const events = deepFreeze(throughJson(step.events));
        naming(`decide, ${placeOf(position)}`, () =>
          engine.decide(state, step.seat, move, repeatedChance(random)()),
        );
        naming(`evolve, ${placeOf(position)}`, () => fold(engine, state, events));
        for (const event of events) {
          for (const viewer of viewersOf(position.playout.sample.seats)) {
            naming(`redact, ${placeOf(position)}`, () => engine.redact(event, viewer));
            naming(`summarize, ${placeOf(position)}`, () => engine.summarize(event, viewer));
          }
        }
      }
      for (const position of somePositions(subject, random, samplesPerLaw)) {
        const state = deepFreeze(throughJson(position.state));
        const { seats } = position.playout.sample;
        naming(`progress, ${placeOf(position)}`, () => {
          const progress = engine.progress(state);
          if (progress.kind === 'awaiting') return;
          engine.nextFirstSeat(
            deepFreeze({ firstSeat: engine.firstSeat(state), seats, outcome: progress.outcome }),
          );
        });
        naming(`publiclyForced, ${placeOf(position)}`, () => engine.publiclyForced(state));
        for (const viewer of viewersOf(seats))
          naming(`view, ${placeOf(position)}`, () => engine.view(state, viewer));
        for (const seat of seatsOf(seats)) {
          naming(`legalMoves, ${placeOf(position)}`, () => engine.legalMoves(state, seat));
          const stray = deepFreeze(laws.strayMove(state, seat, random));
          naming(`decide, ${placeOf(position)}`, () =>
            engine.decide(state, seat, stray, repeatedChance(random)()),
          );
        }
        if (awaitedSeats(engine, state).length === 0) continue;
        for (const seat of seatsOf(seats))
          naming(`forfeit, ${placeOf(position)}`, () => engine.forfeit(state, seat));
      }
    },
  },
];

/** Says where it was when an engine threw, most likely at a write to something frozen. */
const naming = (what: string, action: () => unknown): void => {
  try {
    action();
  } catch (error) {
    throw new Breach(`${what}: ${String(error)}`, { cause: error });
  }
};
