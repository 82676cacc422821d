import { describe, test } from 'vitest';
import { engines } from '../../domain/engine/registry.ts';
import { countFromEnv, randomFor, runSeed } from '../support/seed.ts';
import { loadSubject } from './conformance/law.ts';
import { allLaws } from './conformance/laws.ts';

const playouts = countFromEnv('GILIRAN_PLAYOUTS', 20);
const again = `again with GILIRAN_SEED=${runSeed} GILIRAN_PLAYOUTS=${playouts}`;

console.info(`conformance suite: ${again}`);

const subjects = await Promise.all(engines.map((engine) => loadSubject(engine, runSeed, playouts)));

describe.each(subjects)('$engine.game, rules version $engine.rulesVersion', (subject) => {
  for (const { name, check } of allLaws) {
    test(name, () => {
      try {
        check(subject, randomFor(runSeed, subject.engine.game, name));
      } catch (breach) {
        throw new Error(`${breach instanceof Error ? breach.message : breach}\n${again}`, { cause: breach });
      }
    });
  }
});
