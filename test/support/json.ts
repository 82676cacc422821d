import type { Json } from '../../domain/engine/engine.ts';

/** A copy that went through JSON text, as everything stored does. */
export const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The value as JSON text with sorted keys: equal values have equal texts. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Freezes a value and all that hangs on it, and returns it. */
export const deepFreeze = <T>(value: T): T => {
  if (value !== null && typeof value === 'object') {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
};

/** Where a leaf lies in a JSON value. */
export type Path = readonly (string | number)[];

/** Every string, number, boolean and null of a JSON value, with its path. */
export const leavesOf = (value: Json, path: Path = []): { readonly path: Path; readonly value: Json }[] => {
  if (value === null || typeof value !== 'object') return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((part: Json, index) => leavesOf(part, [...path, index]));
  return Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : leavesOf(part, [...path, key]),
  );
};

/** Every list of a JSON value, with its path. */
export const listsOf = (
  value: Json,
  path: Path = [],
): { readonly path: Path; readonly items: readonly Json[] }[] => {
  if (value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    return [{ path, items }, ...items.flatMap((part, index) => listsOf(part, [...path, index]))];
  }
  return Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : listsOf(part, [...path, key]),
  );
};

/** A copy of a JSON value with another part at one path. */
export const replaceAt = (value: Json, path: Path, part: Json): Json => {
  const [key, ...rest] = path;
  if (key === undefined) return part;
  if (Array.isArray(value))
    return value.map((item: Json, index) => (index === key ? replaceAt(item, rest, part) : item));
  const object = value as { readonly [key: string]: Json };
  return { ...object, [key]: replaceAt(object[key] ?? null, rest, part) };
};
