import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The middle of some figures. */
export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;

/** How long some work takes, in milliseconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/** One bar of design §9: prints the figure beside it, and says whether it holds. */
export const reportBar = (
  what: string,
  figure: number,
  bar: number,
  sense: 'at most' | 'at least',
): boolean => {
  const holds = sense === 'at most' ? figure <= bar : figure >= bar;
  console.log(`${holds ? 'holds ' : 'BROKEN'}  ${what}: ${figure.toFixed(2)} (${sense} ${bar})`);
  return holds;
};

/** Starts the embedded database in a process of its own. */
export const forkDatabase = async (): Promise<{ readonly endpoint: string; readonly stop: () => void }> => {
  const child: ChildProcess = fork(fileURLToPath(new URL('database-process.ts', import.meta.url)));
  const [endpoint] = await once(child, 'message');
  return { endpoint: String(endpoint), stop: () => child.kill() };
};
