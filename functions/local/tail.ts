import { setTimeout as sleep } from 'node:timers/promises';
import type { Written } from '../shared/store/written.ts';
import { subjectOf } from '../stream/written.ts';
import type { Background } from './background.ts';

/** The consumer tries this often, waiting longer each time; what it gives up is mended at the next start. */
const triesMax = 6;
const retryMs = 25;
/** Far above the commits that can follow from one another by themselves. */
const roundsMax = 10_000;

/** What is written, on its way to the consumer: the table's stream on one machine. */
export interface Tail {
  readonly onWritten: (written: Written) => void;
  /** All that was written has been consumed, also what was written by consuming it. */
  readonly consumed: () => Promise<void>;
}

/** As the stream does on AWS: what fails is tried again, and holds up what comes after it on the same subject, and nothing else. */
export const createTail = (
  consume: (written: Written) => Promise<void>,
  { track }: Pick<Background, 'track'>,
): Tail => {
  const last = new Map<string, Promise<void>>();

  const untilConsumed = async (written: Written): Promise<void> => {
    for (let tried = 1; ; tried++) {
      try {
        return await consume(written);
      } catch (error) {
        if (tried === triesMax) throw error;
        await sleep(retryMs * 2 ** tried);
      }
    }
  };

  const onWritten: Tail['onWritten'] = (written) => {
    const subject = subjectOf(written);
    const before = last.get(subject) ?? Promise.resolve();
    const work = before.catch(() => {}).then(() => untilConsumed(written));
    last.set(subject, work);
    track(
      work.finally(() => last.get(subject) === work && last.delete(subject)),
      `a ${written.kind} was not consumed`,
    );
  };

  const consumed: Tail['consumed'] = async () => {
    for (let round = 0; last.size > 0 && round < roundsMax; round++) await Promise.allSettled(last.values());
  };

  return { onWritten, consumed };
};
