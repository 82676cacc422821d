/** `npm run fixtures:record`: records the matches of engines that have none yet. What was recorded is never recorded again. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engines } from '../../domain/engine/registry.ts';
import { greedyPlayer, loadLaws, type Player, playMatch, randomPlayer } from './engines.ts';
import { fixturesFolder, toFixture } from './fixtures.ts';
import { deriveSeed, randomFor } from './seed.ts';

const matches = 24;
const kinds: readonly (readonly [string, readonly Player[]])[] = [
  ['random', [randomPlayer, randomPlayer, randomPlayer]],
  ['greedy', [greedyPlayer, greedyPlayer, greedyPlayer]],
  ['random and greedy', [randomPlayer, greedyPlayer, randomPlayer]],
];

for (const engine of engines) {
  const folder = fixturesFolder(engine);
  if (existsSync(folder)) continue;
  mkdirSync(folder, { recursive: true });
  const laws = await loadLaws(engine.game);
  for (let index = 0; index < matches; index++) {
    // Every sample of options at least once, and the default options, which stand first, more often.
    const sample = laws.samples[index < laws.samples.length ? index : 0];
    const [name, players] = kinds[index % kinds.length] ?? ['random', []];
    if (!sample) throw new Error(`${engine.game} has no samples`);
    const seed = `fixtures ${engine.game} v${engine.rulesVersion}`;
    const playout = playMatch(
      engine,
      laws,
      sample,
      deriveSeed(seed, index),
      randomFor(seed, 'moves', index),
      players,
    );
    if (playout.stop.kind !== 'over')
      throw new Error(`match ${index} of ${engine.game}: ${playout.stop.kind}`);
    const file = join(folder, `${String(index + 1).padStart(2, '0')}.json`);
    writeFileSync(file, `${JSON.stringify(toFixture(engine, playout, name))}\n`);
  }
}
