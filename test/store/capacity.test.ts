import { describe, expect, test } from 'vitest';
import { gameIds } from '../../domain/engine/engine.ts';
import { headOf } from '../../functions/shared/head.ts';
import { commitToRow, headToRow, type Row } from '../../functions/shared/store/codec.ts';
import { runSeed } from '../support/seed.ts';
import { playLog } from './logs.ts';

const kilobyte = 1_024;
const matches = 6;

/** The size of an item as DynamoDB counts it: names in UTF-8, strings in UTF-8, bytes as they are, a number in at most 21 bytes. */
const sizeOf = (row: Row): number =>
  Object.entries(row).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOfValue(value), 0);

const sizeOfValue = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (typeof value === 'number') return 21;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + 1 + sizeOfValue(item), 3);
  if (value !== null && typeof value === 'object')
    return Object.entries(value).reduce(
      (sum, [name, item]) => sum + 1 + Buffer.byteLength(name) + sizeOfValue(item),
      3,
    );
  return 1;
};

const shareUpTo = (sizes: readonly number[], limit: number): number =>
  sizes.filter((size) => size <= limit).length / sizes.length;

describe.each(gameIds)('%s: the bars of design §9 and §2', (game) => {
  const logs = Array.from({ length: matches }, (_, label) => playLog(game, 400, label));
  const commits = logs.flatMap((log) =>
    log.commits.map((commit) => ({ commit, size: sizeOf(commitToRow(commit)) })),
  );
  const plain = commits.filter(({ commit }) => !commit.snapshot).map(({ size }) => size);
  const withSnapshot = commits.filter(({ commit }) => commit.snapshot).map(({ size }) => size);

  test('99 of 100 commits are within 1 KB, those with a snapshot within 5 KB, and all within 4 KB', () => {
    console.log(`seed ${runSeed}`);
    expect(shareUpTo(plain, kilobyte)).toBeGreaterThanOrEqual(0.99);
    expect(shareUpTo(withSnapshot, 5 * kilobyte)).toBeGreaterThanOrEqual(0.99);
    expect(Math.max(...plain, ...withSnapshot)).toBeLessThanOrEqual(4 * kilobyte);
  });

  test('a commit costs at most 1.3 write units on average', () => {
    const units = commits.map(({ size }) => Math.ceil(size / kilobyte));
    expect(units.reduce((sum, unit) => sum + unit, 0) / units.length).toBeLessThanOrEqual(1.3);
  });

  test('the query of a move reads at most 4 units, strongly consistent, wherever in the match', () => {
    for (const { commits: log, match } of logs) {
      const head = sizeOf(headToRow(headOf(match)));
      const sizes = log.map((commit) => sizeOf(commitToRow(commit)));
      for (let end = 1; end <= sizes.length; end++) {
        const page = sizes.slice(Math.max(0, end - 16), end).reduce((sum, size) => sum + size, head);
        expect(Math.ceil(page / (4 * kilobyte))).toBeLessThanOrEqual(4);
      }
    }
  });
});
