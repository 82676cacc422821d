/**
 * How large the bundle of the API is, and how long its module takes to start over the least that an API on this stack can be (design
 * §9). Each start is a process of its own, the two measured turn about. `npm run bench:bundle`
 */
import { execFileSync } from 'node:child_process';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleModule } from '../../infra/bundle.ts';
import { median, reportBar } from './support/measure.ts';

const rounds = 25;
const environment = {
  ...process.env,
  AWS_REGION: 'local',
  TABLE_NAME: 'giliran',
  DELIVERY_QUEUE_URL: 'http://queue.invalid',
  SERVER_KEY: 'k'.repeat(64),
};
/** Prints how many milliseconds the import of its argument took. */
const stopwatch = `
  const start = performance.now();
  await import(process.argv[1]);
  console.log(performance.now() - start);
`;

using folder = mkdtempDisposableSync(path.join(tmpdir(), 'giliran-bench-'));

const bundled = async (name: string, entryPoint: string): Promise<{ file: string; bytes: number }> => {
  const { code } = await bundleModule(entryPoint);
  const file = path.join(folder.path, `${name}.mjs`);
  writeFileSync(file, code);
  return { file, bytes: code.byteLength };
};

const startMs = (file: string): number =>
  Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', stopwatch, file], { env: environment }),
  );

const api = await bundled('api', 'functions/api/lambda.ts');
const trivial = await bundled('trivial', 'test/bench/support/trivial-api.ts');
const starts = Array.from({ length: rounds }, () => ({
  api: startMs(api.file),
  trivial: startMs(trivial.file),
}));
const middle = { api: median(starts.map((it) => it.api)), trivial: median(starts.map((it) => it.trivial)) };
console.log(
  `api: ${api.bytes} bytes, ${middle.api.toFixed(0)} ms; trivial: ${trivial.bytes} bytes, ${middle.trivial.toFixed(0)} ms`,
);
const holds = [
  reportBar('api bundle, KB', api.bytes / 1024, 750, 'at most'),
  reportBar('module start ÷ that of the trivial API', middle.api / middle.trivial, 1.6, 'at most'),
];
process.exit(holds.every(Boolean) ? 0 : 1);
