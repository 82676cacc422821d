import { setTimeout as sleep } from 'node:timers/promises';

/** Messages in the order in which they came. */
export interface Mailbox<T> {
  readonly put: (message: T) => void;
  /** The next message; undefined if none comes within `withinMs`. */
  readonly take: (withinMs: number) => Promise<T | undefined>;
}

/** An empty mailbox, for one who takes. */
export const createMailbox = <T>(): Mailbox<T> => {
  const waiting: T[] = [];
  let wake: () => void = () => {};
  return {
    put: (message) => {
      waiting.push(message);
      wake();
    },
    take: async (withinMs) => {
      if (waiting.length === 0) {
        const timer = new AbortController();
        const arrival = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([arrival, sleep(withinMs, undefined, { signal: timer.signal }).catch(() => {})]);
        timer.abort();
      }
      return waiting.shift();
    },
  };
};
