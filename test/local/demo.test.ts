import { expect, test } from 'vitest';
import { runProgram } from '../support/process.ts';

test('the demo plays a match to its end, moved by verified webhooks alone, and tells its story', async () => {
  const { code, stdout, stderr } = await runProgram('functions/local/demo.ts', ['--game', 'district-noir'])
    .ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/Ayu creates mat_\w{26}/);
  expect(stdout).toMatch(/→ Budi is told by a signed webhook: your turn/);
  expect(stdout).toMatch(/row .+ \| points: Ayu -?\d+ · Budi -?\d+/);
  expect(stdout).toMatch(/^Result: (Ayu|Budi) won|^Result: a draw/m);
  expect(stdout).toMatch(/transcript, with the seed revealed, is true/);
  expect(stdout).not.toMatch(/refused a request/);
});

test('the demo names the games when it is asked for one that is not', async () => {
  const { code, stderr } = await runProgram('functions/local/demo.ts', ['--game', 'chess']).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(/no game "chess".*conquian/);
});
