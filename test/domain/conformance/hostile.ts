import type { z } from 'zod';
import type { Json } from '../../../domain/engine/engine.ts';
import type { Random } from '../../../domain/engine/random.ts';
import { leavesOf, listsOf, replaceAt, throughJson } from '../../support/json.ts';
import { Breach, holds, type Law, type Subject, somePositions } from './law.ts';

const depth = 10_000;

const nested = (open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`);

/** Values that no move and no option of any game has, as JSON text or a client can deliver them. */
const hostileValues: readonly { readonly name: string; readonly value: unknown }[] = [
  { name: '1e400', value: JSON.parse('1e400') },
  { name: '-1e400', value: JSON.parse('-1e400') },
  { name: '2^53 + 1', value: JSON.parse('9007199254740993') },
  { name: 'a fraction', value: 0.5 },
  { name: 'a negative number', value: -1 },
  { name: 'not a number', value: Number.NaN },
  { name: 'null', value: null },
  { name: 'a lone high surrogate', value: '\ud800' },
  { name: 'a lone low surrogate', value: '7\udc00H' },
  { name: 'an empty string', value: '' },
  { name: '__proto__ as a string', value: '__proto__' },
  { name: 'constructor as a string', value: 'constructor' },
  { name: 'a million characters', value: '7H'.repeat(500_000) },
  { name: 'an object with __proto__', value: JSON.parse('{"__proto__":{"type":"take"}}') },
  { name: 'deep lists', value: nested('[', ']') },
  { name: 'deep objects', value: nested('{"a":', '}') },
  { name: 'a hundred thousand nulls', value: Array.from({ length: 100_000 }, () => null) },
];

/** Nothing that isn't a move or options passes the schemas, and nothing makes them throw. */
export const hostile: readonly Law[] = [
  {
    name: 'hostile moves are refused, never thrown',
    check: (subject, random) => {
      const { move } = subject.engine.schemas;
      for (const { value, name } of hostileValues) refused(move, value, name);
      for (const example of exampleMoves(subject, random)) refusedVariants(move, example);
    },
  },
  {
    name: 'hostile options are refused, never thrown',
    check: ({ engine, laws }) => {
      const { options } = engine.schemas;
      for (const { value, name } of hostileValues) refused(options, value, name);
      for (const sample of laws.samples) refusedVariants(options, sample.options as unknown as Json);
    },
  },
];

/** One legal move of each type that comes by, with the longest lists. */
const exampleMoves = (subject: Subject, random: Random): readonly Json[] => {
  const byType = new Map<string, Json>();
  for (const { playout, state } of somePositions(subject, random, 400)) {
    for (let seat = 0; seat < playout.sample.seats; seat++) {
      for (const move of subject.engine.legalMoves(state, seat)) {
        const known = byType.get(move.type);
        if (known === undefined || JSON.stringify(known).length < JSON.stringify(move).length) {
          byType.set(move.type, throughJson(move) as unknown as Json);
        }
      }
    }
  }
  return [...byType.values()];
};

const refusedVariants = (schema: z.ZodType, example: Json): void => {
  const told = JSON.stringify(example);
  for (const key of ['__proto__', 'constructor', 'toString', 'extra']) {
    refused(
      schema,
      JSON.parse(`{${JSON.stringify(key)}:{},${told.slice(1)}`.replace(',}', '}')),
      `${told} with ${key}`,
    );
  }
  refused(schema, [example], `${told} in a list`);
  for (const { path } of leavesOf(example)) {
    for (const { value, name } of hostileValues) {
      refused(schema, replaceAt(example, path, value as Json), `${told} with ${name} at ${path.join('.')}`);
    }
  }
  for (const { path, items } of listsOf(example)) {
    const huge = Array.from({ length: 100_000 }, (_, index) => items[index % items.length] ?? null);
    refused(schema, replaceAt(example, path, huge), `${told} with a huge list at ${path.join('.')}`);
  }
};

const refused = (schema: z.ZodType, value: unknown, what: string): void => {
  let success: boolean;
  try {
    success = schema.safeParse(value).success;
  } catch (error) {
    throw new Breach(`the schema threw ${String(error)} at ${what}`, { cause: error });
  }
  holds(!success, () => `the schema takes ${what}`);
};
