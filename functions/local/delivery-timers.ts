import type { Enqueue } from '../shared/deliveries.ts';
import type { DeliveryRef } from '../shared/store/notices.ts';
import type { Background } from './background.ts';

/** The delivery queue on one machine: timers. The rows are the queue's memory, so that what a timer forgets the sweeper finds. */
export interface DeliveryTimers {
  readonly enqueue: Enqueue;
  /** Begins no further attempt. */
  readonly stop: () => void;
}

/** Hands each delivery to the dispatcher when its wait is over; one delivery is never under way twice. */
export const createDeliveryTimers = (
  dispatch: (ref: DeliveryRef) => Promise<void>,
  { track }: Pick<Background, 'track'>,
): DeliveryTimers => {
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<string>();
  let isStopped = false;

  const begin = (ref: DeliveryRef): void => {
    if (underWay.has(ref.delivery)) return;
    underWay.add(ref.delivery);
    track(
      dispatch(ref).finally(() => underWay.delete(ref.delivery)),
      'a delivery failed',
    );
  };

  const enqueue: Enqueue = async (ref, delayMs = 0) => {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      begin(ref);
    }, delayMs);
    timers.add(timer);
  };

  const stop = (): void => {
    isStopped = true;
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };

  return { enqueue, stop };
};
