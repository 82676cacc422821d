import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { gameIds } from '../../domain/engine/engine.ts';
import recorded from './rulings.json' with { type: 'json' };

/** The numbers of all rulings and worked examples, by game, as the rules pages give them. */
const rulings: Readonly<Record<string, readonly string[]>> = recorded;

const textOf = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

const below = (path: string): string => textOf(fileURLToPath(new URL(path, import.meta.url)));

const names = (text: string, ruling: string): boolean => new RegExp(`${ruling}(?![0-9a-z])`).test(text);

describe.each(gameIds)('%s', (game) => {
  const numbers = rulings[game] ?? [];
  const tests = below(`./${game}`);
  const code = below(`../../domain/games/${game}`);

  test('has rulings', () => {
    expect(numbers.length).toBeGreaterThan(5);
  });

  test('every ruling and worked example is named by a test', () => {
    expect(numbers.filter((ruling) => !names(tests, ruling))).toEqual([]);
  });

  test('every ruling is named where its code is', () => {
    const isExample = (ruling: string): boolean => /^[A-Z]{2}-E/.test(ruling);
    expect(numbers.filter((ruling) => !isExample(ruling) && !names(code, ruling))).toEqual([]);
  });
});
