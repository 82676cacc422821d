import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type IConfiguration, type IReporterOutput } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const configuration: IConfiguration = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');
const rules = (configuration.forbidden ?? []).map(({ name }) => name ?? '');

/** For each rule an import that it must refuse: the importing file, and what it names. */
const breaches: readonly (readonly [rule: string, from: string, imported: string])[] = [
  ['no-cycles', 'domain/match/a.ts', './b.ts'],
  ['resolvable', 'domain/match/c.ts', './nowhere.ts'],
  ['domain-is-pure', 'domain/match/d.ts', '../../functions/shared/clock.ts'],
  ['domain-is-pure', 'domain/match/e.ts', 'node:fs'],
  ['domain-is-pure', 'domain/match/f.ts', 'hono'],
  ['domain-hashes-in-two-files', 'domain/match/g.ts', 'node:crypto'],
  ['games-stand-alone', 'domain/games/chess/index.ts', '../draughts/index.ts'],
  ['games-know-no-match', 'domain/games/chess/match.ts', '../../match/b.ts'],
  ['engine-knows-no-match', 'domain/engine/a.ts', '../match/b.ts'],
  ['engine-knows-no-match', 'domain/engine/b.ts', '../games/chess/rules.ts'],
  ['laws-are-for-tests', 'domain/games/chess/view.ts', './laws.ts'],
  ['aws-through-shared', 'functions/api/a.ts', '@aws-sdk/client-dynamodb'],
  ['aws-through-shared', 'functions/local/b.ts', '@smithy/types'],
  ['aws-in-few-places', 'openapi/a.ts', '@aws-sdk/client-dynamodb'],
  ['shared-imports-no-function', 'functions/shared/a.ts', '../dispatcher/target.ts'],
  ['functions-stand-alone', 'functions/stream/a.ts', '../dispatcher/post.ts'],
  ['functions-stand-alone', 'functions/api/c.ts', '../local/run.ts'],
  ['infra-knows-no-domain', 'infra/a.ts', '../domain/match/b.ts'],
  ['infra-is-a-leaf', 'functions/api/d.ts', '../../infra/b.ts'],
  ['tests-are-a-leaf', 'functions/api/e.ts', '../../test/support/seed.ts'],
  ['no-test-tools-at-work', 'functions/api/f.ts', 'fast-check'],
];

/** Imports beside those that no rule may refuse. */
const allowed: readonly (readonly [from: string, imported: string])[] = [
  ['domain/match/h.ts', 'zod'],
  ['domain/match/digest.ts', 'node:crypto'],
  ['domain/engine/random.ts', 'node:crypto'],
  ['domain/engine/registry.ts', '../games/chess/index.ts'],
  ['domain/games/chess/setup.ts', './rules.ts'],
  ['functions/shared/store.ts', '@aws-sdk/client-dynamodb'],
  ['functions/api/g.ts', '../dispatcher/target.ts'],
  ['functions/local/run.ts', '../dispatcher/post.ts'],
  ['test/support/h.ts', '../../domain/games/chess/laws.ts'],
  ['test/support/i.ts', 'fast-check'],
];

const leaves = [
  'domain/games/draughts/index.ts',
  'domain/games/chess/rules.ts',
  'domain/games/chess/laws.ts',
  'functions/shared/clock.ts',
  'functions/dispatcher/target.ts',
  'functions/dispatcher/post.ts',
  'infra/b.ts',
  'test/support/seed.ts',
];

const runtime = ['zod', 'hono', '@aws-sdk/client-dynamodb', '@smithy/types'];
const development = ['fast-check'];

let house = '';
let violations: readonly (readonly [rule: string, from: string])[] = [];

const write = async (path: string, text: string): Promise<void> => {
  const file = join(house, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
};

const versions = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'giliran-imports-'));
  const manifest = { dependencies: versions(runtime), devDependencies: versions(development) };
  await write('package.json', JSON.stringify(manifest));
  for (const name of [...runtime, ...development]) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    await write(`node_modules/${name}/index.js`, '');
  }
  for (const path of leaves) await write(path, 'export const x = 1;\n');
  const imports = [...breaches.map(([, from, imported]) => [from, imported] as const), ...allowed];
  for (const [from, imported] of imports) await write(from, `import '${imported}';\nexport const x = 1;\n`);
  await write('domain/match/b.ts', "import './a.ts';\n");
  const { tsConfig: _, ...options } = configuration.options ?? {};
  const { output }: IReporterOutput = await cruise(['domain', 'functions', 'infra', 'openapi', 'test'], {
    ...options,
    baseDir: house,
    validate: true,
    ruleSet: { forbidden: configuration.forbidden ?? [] },
  });
  if (typeof output === 'string') throw new Error('no result');
  violations = output.summary.violations.map(({ rule, from }) => [rule.name, from] as const);
});

afterAll(() => rm(house, { recursive: true, force: true }));

describe('the direction of imports', () => {
  test.each(breaches)('%s refuses %s importing %s', (rule, from) => {
    expect(violations.filter(([, file]) => file === from).map(([name]) => name)).toContain(rule);
  });

  test.each(allowed)('%s may import %s', (from) => {
    expect(violations.filter(([, file]) => file === from)).toEqual([]);
  });

  test('every rule has a breach here', () => {
    expect([...new Set(breaches.map(([rule]) => rule))].sort()).toEqual([...rules].sort());
  });
});
