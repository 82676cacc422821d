import { z } from 'zod';
import type { Json } from '../../domain/engine/engine.ts';
import type { Random } from '../../domain/engine/random.ts';
import { oneOf } from './seed.ts';

/** The part of JSON Schema that parameters and options are described by. */
export interface JsonSchema {
  readonly type?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: { readonly [key: string]: JsonSchema };
  readonly anyOf?: readonly JsonSchema[];
}

/** What a client sends, described as JSON Schema with its definitions in place. */
export const inputSchemaOf = (schema: z.ZodType): JsonSchema => {
  const described = z.toJSONSchema(schema, { io: 'input' });
  const inPlace = (part: unknown): unknown => {
    if (part === null || typeof part !== 'object') return part;
    if (Array.isArray(part)) return part.map(inPlace);
    const { $ref, ...own } = part as { readonly $ref?: string };
    const referred = $ref === undefined ? {} : described.$defs?.[$ref.replace('#/$defs/', '')];
    return Object.fromEntries(
      Object.entries({ ...referred, ...own }).map(([key, value]) => [key, inPlace(value)]),
    );
  };
  const { $defs, ...whole } = described;
  return inPlace(whole) as JsonSchema;
};

/** A random value that fits a JSON Schema of these keywords. */
export const sampleOf = (schema: JsonSchema, random: Random): Json => {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return oneOf(random, schema.enum);
  if (schema.anyOf) return sampleOf(oneOf(random, schema.anyOf), random);
  const { items } = schema;
  switch (schema.type) {
    case 'boolean':
      return random.int(2) === 1;
    case 'integer':
      return between(schema.minimum ?? 0, schema.maximum ?? 100, random);
    case 'array': {
      const length = between(schema.minItems ?? 0, Math.min(schema.maxItems ?? 8, 8), random);
      return items ? Array.from({ length }, () => sampleOf(items, random)) : [];
    }
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [key, sampleOf(part, random)]),
      );
    default:
      throw new Error(`can't sample ${JSON.stringify(schema)}`);
  }
};

const between = (least: number, greatest: number, random: Random): number =>
  least + random.int(Math.max(1, greatest - least + 1));
