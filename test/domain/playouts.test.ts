import { describe, expect, test } from 'vitest';
import { engines } from '../../domain/engine/registry.ts';
import { awaitedSeats, greedyPlayer, loadLaws, playMatch, randomPlayer } from '../support/engines.ts';
import { countFromEnv, deriveSeed, randomFor, runSeed } from '../support/seed.ts';

/** How many matches of each game; `npm run playouts` plays 5,000. */
const count = countFromEnv('GILIRAN_PLAYOUTS', 60);
const timeoutMs = 600_000;

describe.concurrent.each(engines.map((engine) => ({ game: engine.game, engine })))(
  '$game',
  ({ game, engine }) => {
    test(
      `${count} matches: each ends within its bound, loses no piece, breaks no invariant and awaits nobody after the end`,
      async () => {
        console.log(`${game}: seed ${runSeed}`);
        const laws = await loadLaws(game);
        for (let index = 0; index < count; index++) {
          const sample = laws.samples[index % laws.samples.length];
          if (!sample) throw new Error(`${game} has no samples`);
          const players = [randomPlayer, index % 3 === 0 ? greedyPlayer : randomPlayer, randomPlayer];
          const playSeed = deriveSeed(runSeed, 'playouts', game, index);
          const { opening, steps, final, stop } = playMatch(
            engine,
            laws,
            sample,
            playSeed,
            randomFor(runSeed, 'playouts', game, index),
            players,
          );
          const place = `match ${index}`;
          expect(stop, place).toEqual({ kind: 'over' });
          expect(awaitedSeats(engine, final), place).toEqual([]);
          const pieces = JSON.stringify(laws.inventory(opening));
          for (const { after } of steps) {
            const breach = laws.breach(after);
            if (breach !== undefined) throw new Error(`${place}: ${breach}`);
            if (JSON.stringify(laws.inventory(after)) !== pieces)
              throw new Error(`${place}: a piece was lost`);
          }
        }
      },
      timeoutMs,
    );
  },
);
