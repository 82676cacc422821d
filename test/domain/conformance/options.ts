import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Json } from '../../../domain/engine/engine.ts';
import type { GameOptions } from '../../../domain/engine/sealed.ts';
import { fold, seatsOf } from '../../support/engines.ts';
import { inputSchemaOf, type JsonSchema } from '../../support/sampling.ts';
import { holds, type Law, repeatedChance, same } from './law.ts';

/** What a creator of matches may set, and what a client author reads of it. */
export const options: readonly Law[] = [
  {
    name: 'every option has a default and a description, and no options give the defaults',
    check: ({ engine }) => {
      const described = inputSchemaOf(engine.schemas.options).properties ?? {};
      for (const [name, { default: value, description }] of Object.entries(described)) {
        holds(
          value !== undefined && description !== undefined,
          () => `option ${name} lacks a default or a description`,
        );
      }
      const defaults = Object.fromEntries(
        Object.entries(described).map(([name, part]) => [name, part.default]),
      );
      holds(
        isDeepStrictEqual(engine.schemas.options.parse({}), defaults),
        () => `defaults are not ${JSON.stringify(defaults)}`,
      );
    },
  },
  {
    name: 'the samples are valid and try every value of every option',
    check: ({ engine, laws }) => {
      const described = inputSchemaOf(engine.schemas.options).properties ?? {};
      for (const { options: sample, seats } of laws.samples) {
        const told = () => `the sample ${JSON.stringify(sample)} for ${seats}`;
        same(engine.schemas.options.parse(sample), sample, told);
        same(engine.checkOptions(sample, seats) ?? null, null, told);
        holds(seats >= engine.seats.min && seats <= engine.seats.max, told);
      }
      for (const [name, part] of Object.entries(described)) {
        const tried = laws.samples.map(({ options: sample }) => asJson(sample)[name]);
        for (const value of valuesOf(part)) {
          holds(tried.includes(value), () => `no sample has ${name} ${JSON.stringify(value)}`);
        }
      }
      for (const seats of seatsBetween(engine.seats)) {
        holds(
          laws.samples.some((sample) => sample.seats === seats),
          () => `no sample has ${seats} seats`,
        );
      }
    },
  },
  {
    name: 'the first seat can be pinned to a seat of the match and to no other',
    check: ({ engine, laws }, random) => {
      for (const seats of seatsBetween(engine.seats)) {
        const sample = laws.samples.find((one) => one.seats === seats)?.options;
        const pinned = (firstSeat: number) => engine.schemas.options.safeParse({ ...sample, firstSeat });
        for (const seat of seatsOf(seats)) {
          const parsed = pinned(seat);
          holds(parsed.success, () => `firstSeat ${seat} of ${seats} does not parse`);
          same(engine.checkOptions(parsed.data, seats) ?? null, null, () => `firstSeat ${seat} of ${seats}`);
          const opening = fold(
            engine,
            engine.initial(),
            engine.start(parsed.data, seats, repeatedChance(random)()),
          );
          same(engine.firstSeat(opening), seat, () => `the first seat of ${seats}`);
        }
        const beyond = pinned(seats);
        const refused = !beyond.success || engine.checkOptions(beyond.data, seats) !== undefined;
        holds(refused, () => `firstSeat ${seats} of ${seats} is taken`);
      }
    },
  },
  {
    name: 'a random first seat can be any seat, and is a seat of the match',
    check: ({ engine, laws }, random) => {
      for (const seats of seatsBetween(engine.seats)) {
        const parsed: GameOptions = engine.schemas.options.parse({ firstSeat: 'random' });
        const sample = laws.samples.find((one) => one.seats === seats);
        const first = Array.from({ length: 60 }, () =>
          engine.firstSeat(
            fold(engine, engine.initial(), engine.start(parsed, seats, repeatedChance(random)())),
          ),
        );
        same(
          [...new Set(first)].sort(),
          seatsOf(seats),
          () => `first seats of ${seats}, ${JSON.stringify(sample)}`,
        );
      }
    },
  },
  {
    name: 'options, moves, events and views can be described as JSON Schema',
    check: ({ engine }) => {
      const { options: optionsSchema, move, event, view } = engine.schemas;
      for (const schema of [optionsSchema, move, event, view]) z.toJSONSchema(schema);
    },
  },
];

const seatsBetween = ({ min, max }: { readonly min: number; readonly max: number }): readonly number[] =>
  seatsOf(max + 1).slice(min);

const asJson = (value: GameOptions): { readonly [key: string]: Json } =>
  value as unknown as { [key: string]: Json };

/** The values of an option that has few: both booleans, all words. */
const valuesOf = (schema: JsonSchema): readonly Json[] => {
  if (schema.type === 'boolean') return [false, true];
  return (schema.enum ?? []).filter((value) => typeof value === 'string');
};
