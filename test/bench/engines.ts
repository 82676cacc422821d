/** How fast each engine folds the events of its fixture matches and lists legal moves, on one core (design §9). `npm run bench:engines` */
import { engines } from '../../domain/engine/registry.ts';
import type { GameState } from '../../domain/engine/sealed.ts';
import { awaitedSeats, fold } from '../support/engines.ts';
import { fixturesOf, replayMoves } from '../support/fixtures.ts';
import { reportBar } from './support/measure.ts';

const rounds = 20;
const holds: boolean[] = [];

for (const engine of engines) {
  const replays = fixturesOf(engine).map(([, fixture]) => replayMoves(engine, fixture));
  const events = replays.reduce((sum, replay) => sum + replay.events.length, 0);
  const perSecond = Array.from({ length: rounds }, () => {
    const begin = performance.now();
    for (const replay of replays) fold(engine, engine.initial(), replay.events);
    return (events / (performance.now() - begin)) * 1_000;
  });
  // The first rounds warm up; the middle of the rest counts.
  const settled = perSecond.slice(rounds / 2).sort((a, b) => a - b);
  const eventsPerSecond = settled[Math.floor(settled.length / 2)] ?? 0;

  const positions: readonly (readonly [GameState, number])[] = replays.flatMap(({ states }) =>
    states.flatMap((state) => awaitedSeats(engine, state).map((seat) => [state, seat] as const)),
  );
  const listing = (): number[] =>
    positions.map(([state, seat]) => {
      const begin = performance.now();
      engine.legalMoves(state, seat);
      return performance.now() - begin;
    });
  listing();
  const times = listing().sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;

  console.log(`${engine.game}: ${events} events, ${positions.length} positions`);
  holds.push(reportBar('  replay, events a second', eventsPerSecond, 200_000, 'at least'));
  holds.push(reportBar('  legalMoves, p99 in ms', p99, 5, 'at most'));
}
process.exit(holds.every(Boolean) ? 0 : 1);
