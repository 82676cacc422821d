import type { Page } from '../match-log.ts';

/** A page of `limit` items of a list of which one more was read; `next` is the position of the page's last, if there are more. */
export const pageOf = <T>(read: readonly T[], limit: number, positionOf: (item: T) => string): Page<T> => {
  const items = read.slice(0, limit);
  const last = items.at(-1);
  return { items, next: read.length > limit && last !== undefined ? positionOf(last) : undefined };
};

/** The first `count` values of a query; what lies behind them stays unread. */
export const take = async <T>(values: AsyncIterable<T>, count: number): Promise<readonly T[]> => {
  const taken: T[] = [];
  if (count <= 0) return taken;
  for await (const value of values) {
    taken.push(value);
    if (taken.length >= count) break;
  }
  return taken;
};
