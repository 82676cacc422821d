import { expect, test } from 'vitest';
import { runFaults } from '../support/fault-run.ts';
import { runSeed } from '../support/seed.ts';

test('whatever is killed, throttled, repeated, reordered or down: no notice is lost, and none has two ids', async () => {
  console.log(`seed ${runSeed}`);
  const report = await runFaults(runSeed, 120);
  expect(report.breaches).toEqual([]);
  expect(report.kills).toBeGreaterThan(0);
  expect(report.delivered).toBeGreaterThan(0);
});
