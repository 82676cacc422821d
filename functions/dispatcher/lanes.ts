/** Does pieces of work, those of one lane only so many at the same time and in their order. */
export type Lanes = <T>(lane: string, work: () => Promise<T>) => Promise<T>;

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

/** Lanes of a width, in this process; lanes never wait for each other. */
export const createLanes = (width: number): Lanes => {
  const lanes = new Map<string, Lane>();

  const enter = async (name: string): Promise<Lane> => {
    const lane = lanes.get(name) ?? { running: 0, waiting: [] };
    lanes.set(name, lane);
    if (lane.running < width) lane.running += 1;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    return lane;
  };

  /** Whoever waits takes over the place of the one that leaves. */
  const leave = (name: string, lane: Lane): void => {
    const next = lane.waiting.shift();
    if (next) next();
    else lane.running -= 1;
    if (lane.running === 0) lanes.delete(name);
  };

  return async (name, work) => {
    const lane = await enter(name);
    try {
      return await work();
    } finally {
      leave(name, lane);
    }
  };
};
