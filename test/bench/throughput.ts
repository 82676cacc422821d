/**
 * How many moves a second the local server takes, over HTTP, with 1, 10 and 100 matches at once (design §9). The server is a process of
 * its own with its data on disk, as `npm start` runs it; the clients are here. `npm run bench:throughput`
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { clientOf, type TestPlayer } from '../support/client.ts';

const secondsEach = Number(process.env.BENCH_SECONDS ?? 10);
const crowds = [1, 10, 100] as const;
/** boardgame.io's server with its file storage, measured once on a machine of this kind (design §9). */
const boardgameIo: Readonly<Record<number, number>> = { 1: 207, 10: 418, 100: 480 };

const startServer = async (dataFolder: string): Promise<{ url: string; child: ChildProcess }> => {
  const main = fileURLToPath(new URL('../../functions/local/main.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, main], {
    env: { ...process.env, PORT: '0', GILIRAN_DATA: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url !== undefined) return { url, child };
  }
  throw new Error('the server did not start');
};

using folder = mkdtempDisposableSync(path.join(tmpdir(), 'giliran-throughput-'));
const { url, child } = await startServer(folder.path);
child.stdout?.resume();
const api = clientOf(url);
const players = [await api.register('Ayu'), await api.register('Budi')] as const;

/** Plays one match after another until the time is over; returns how many moves were made. Every answer holds the mover's next decision. */
const playUntil = async (end: number): Promise<number> => {
  let moves = 0;
  while (performance.now() < end) {
    const match = await api.startMatch(players, { game: 'district-noir' });
    while (performance.now() < end) {
      const made = await moveOnce(match, players);
      if (!made) break;
      moves += 1;
    }
  }
  return moves;
};

const moveOnce = async (match: string, seats: readonly TestPlayer[]): Promise<boolean> => {
  const { body: seen } = await api.call('GET', `/v1/matches/${match}`, seats[0]);
  const seat = seen.decisions[0]?.seat;
  const mover = seats[seat];
  if (mover === undefined) return false;
  const { body } = seat === 0 ? { body: seen } : await api.call('GET', `/v1/matches/${match}`, mover);
  const open = body.decisions.find((decision: { seat: number }) => decision.seat === seat);
  const answer = await api.call('POST', `/v1/matches/${match}/moves`, mover, {
    decision: open.id,
    move: open.legalMoves[0],
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return true;
};

try {
  for (const crowd of crowds) {
    const start = performance.now();
    const end = start + secondsEach * 1_000;
    const counts = await Promise.all(Array.from({ length: crowd }, () => playUntil(end)));
    const seconds = (performance.now() - start) / 1_000;
    const perSecond = counts.reduce((sum, count) => sum + count, 0) / seconds;
    console.log(
      `${crowd} matches at once: ${perSecond.toFixed(0)} moves a second (boardgame.io: ${boardgameIo[crowd]})`,
    );
  }
} finally {
  child.kill('SIGTERM');
  await once(child, 'exit');
}
