/** `npm run faults:notices [-- --notices 10000]`: see test/support/fault-run.ts. Prints its seed; `GILIRAN_SEED` repeats a run. */
import { parseArgs } from 'node:util';
import { runFaults } from '../support/fault-run.ts';
import { runSeed } from '../support/seed.ts';

const { values } = parseArgs({ options: { notices: { type: 'string', default: '10000' } } });
console.log(`seed ${runSeed}`);
const { breaches, ...figures } = await runFaults(runSeed, Number(values.notices));
console.log(figures);
for (const breach of breaches.slice(0, 20)) console.error(breach);
console.log(breaches.length === 0 ? 'nothing lost, nothing under two ids' : `${breaches.length} breaches`);
process.exit(breaches.length === 0 ? 0 : 1);
