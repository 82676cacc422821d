import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { awaitedSeats, seatsOf, viewersOf } from '../../support/engines.ts';
import { throughJson } from '../../support/json.ts';
import { holds, type Law, placeOf, somePositions, someSteps } from './law.ts';

const samplesPerLaw = 100;

/** What is stored and sent is plain JSON of the declared shapes. */
export const json: readonly Law[] = [
  {
    name: 'options, states, events, moves, views and progress survive a JSON round trip exactly',
    check: (subject, random) => {
      const { engine, laws, playouts } = subject;
      for (const sample of laws.samples) survives(sample.options, () => 'options of a sample');
      for (const { start, playSeed } of playouts) survives(start, () => `the start of play seed ${playSeed}`);
      for (const { position, step } of someSteps(subject, random, samplesPerLaw)) {
        survives([step.move, step.events], () => `a move and its events, ${placeOf(position)}`);
        const seen = viewersOf(position.playout.sample.seats).flatMap((viewer) =>
          step.events.map((event) => engine.redact(event, viewer)).filter((event) => event !== undefined),
        );
        survives(seen, () => `redacted events, ${placeOf(position)}`);
      }
      for (const position of somePositions(subject, random, samplesPerLaw)) {
        const { state, playout } = position;
        const { seats } = playout.sample;
        survives(state, () => `a state, ${placeOf(position)}`);
        survives(engine.progress(state), () => `progress, ${placeOf(position)}`);
        survives(engine.publiclyForced(state) ?? null, () => `a forced move, ${placeOf(position)}`);
        for (const viewer of viewersOf(seats))
          survives(engine.view(state, viewer), () => `a view, ${placeOf(position)}`);
        for (const seat of seatsOf(seats)) {
          survives(engine.legalMoves(state, seat), () => `legal moves, ${placeOf(position)}`);
          if (awaitedSeats(engine, state).length === 0) continue;
          survives(engine.forfeit(state, seat), () => `events of a forfeit, ${placeOf(position)}`);
        }
      }
    },
  },
  {
    name: 'options, events, redacted events, moves and views are what their schemas say',
    check: (subject, random) => {
      const { engine, laws, playouts } = subject;
      const { options, event, move, view } = engine.schemas;
      for (const sample of laws.samples) fits(options, sample.options, () => 'options of a sample');
      const seen = (events: (typeof playouts)[number]['start'], seats: number, place: () => string): void => {
        for (const whole of events) {
          fits(event, whole, () => `an event, ${place()}`);
          for (const viewer of viewersOf(seats)) {
            const redacted = engine.redact(whole, viewer);
            if (redacted !== undefined) fits(event, redacted, () => `a redacted event, ${place()}`);
            const summary = engine.summarize(whole, viewer);
            holds(
              summary === undefined || /^\S[^\n]{0,300}$/.test(summary),
              () => `no short line: ${summary}, ${place()}`,
            );
          }
        }
      };
      for (const { start, sample, playSeed } of playouts)
        seen(start, sample.seats, () => `the start of ${playSeed}`);
      for (const { position, step } of someSteps(subject, random, samplesPerLaw)) {
        seen(step.events, position.playout.sample.seats, () => placeOf(position));
      }
      for (const position of somePositions(subject, random, samplesPerLaw)) {
        const { seats } = position.playout.sample;
        for (const viewer of viewersOf(seats)) {
          fits(view, engine.view(position.state, viewer), () => `a view, ${placeOf(position)}`);
        }
        for (const seat of seatsOf(seats)) {
          for (const legal of engine.legalMoves(position.state, seat))
            fits(move, legal, () => `a move, ${placeOf(position)}`);
        }
      }
    },
  },
];

const survives = (value: unknown, what: () => string): void =>
  holds(isDeepStrictEqual(throughJson(value), value), () => `changed by a JSON round trip: ${what()}`);

const fits = (schema: z.ZodType, value: unknown, what: () => string): void => {
  const parsed = schema.safeParse(value);
  holds(
    parsed.success,
    () => `${what()} does not fit its schema: ${parsed.error?.message} in ${JSON.stringify(value)}`,
  );
  holds(isDeepStrictEqual(parsed.data, value), () => `${what()} is changed by its schema`);
};
