/** `npm run perft:record`: writes test/domain/perft.json anew. A change of it is a change of the rules. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { engines } from '../../domain/engine/registry.ts';
import { loadLaws } from './engines.ts';
import { perft } from './perft.ts';

const tables: Record<string, readonly (readonly number[])[]> = {};
for (const engine of engines) {
  const { samples } = await loadLaws(engine.game);
  tables[`${engine.game} v${engine.rulesVersion}`] = samples.map((sample, label) =>
    perft(engine, sample, label),
  );
}
const file = fileURLToPath(new URL('../domain/perft.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(tables, null, 2)}\n`);
