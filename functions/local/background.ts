import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../shared/log.ts';

/** Work that goes on behind the requests: what was written is consumed, notices are delivered, time is looked after. */
export interface Background {
  /** Follows work to its end, and logs its failure under `message`. */
  readonly track: (work: Promise<void>, message: string) => void;
  /** All work is over, also what was begun meanwhile, or `withinMs` have passed. */
  readonly settled: (withinMs: number) => Promise<void>;
}

/** Work behind the requests; none of it holds up anything else. */
export const createBackground = (logger: Log): Background => {
  const running = new Set<Promise<void>>();

  const track: Background['track'] = (work, message) => {
    const tracked: Promise<void> = work
      .catch((error: unknown) => logger.error(message, { error }))
      .finally(() => running.delete(tracked));
    running.add(tracked);
  };

  const settled: Background['settled'] = async (withinMs) => {
    const signal = new AbortController();
    let isOver = false;
    const over = sleep(withinMs, undefined, { signal: signal.signal }).then(
      () => {
        isOver = true;
      },
      () => {},
    );
    while (running.size > 0 && !isOver) await Promise.race([Promise.all(running), over]);
    signal.abort();
  };

  return { track, settled };
};
