import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** The Lambda functions: each is bundled from `functions/<name>/lambda.ts` into a folder of its own. */
export const functionNames = ['api', 'stream', 'dispatcher', 'sweeper'] as const;
export type FunctionName = (typeof functionNames)[number];

/** The folder that each function is deployed from. */
export type Assets = Readonly<Record<FunctionName, string>>;

const root = fileURLToPath(new URL('..', import.meta.url));

/** zod's namespace object keeps all its languages alive, a third of the bundle: we speak English. */
const englishOnly: Plugin = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: `export { default as en } from './en.js';`,
    }));
  },
};

/**
 * Bundles every function, the AWS SDK included, into `<outdir>/<name>/index.mjs`. The source maps go to `<outdir>/maps`, outside of what is
 * deployed, since reading them would slow each cold start. The same sources give the same bytes.
 */
export async function bundle(outdir = path.join(root, 'dist')): Promise<Assets> {
  const assets = Object.fromEntries(functionNames.map((name) => [name, path.join(outdir, name)])) as Record<
    FunctionName,
    string
  >;
  const maps = path.join(outdir, 'maps');
  await Promise.all(
    [...Object.values(assets), maps].map(async (folder) => {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
    }),
  );
  await Promise.all(functionNames.map((name) => bundleFunction(name, assets[name], maps)));
  await copyFile(
    path.join(root, 'node_modules/rapidoc/dist/rapidoc-min.js'),
    path.join(assets.api, 'rapidoc-min.js'),
  );
  return assets;
}

async function bundleFunction(name: FunctionName, folder: string, maps: string): Promise<void> {
  const outfile = path.join(folder, 'index.mjs');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`functions/${name}/lambda.ts`],
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    sourcemap: 'external',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [englishOnly],
    // CommonJS packages inside the bundle call `require` for Node's own modules.
    banner: {
      js: `import { createRequire } from 'node:module';const require = createRequire(import.meta.url);`,
    },
    write: false,
  });
  await Promise.all(
    outputFiles.map((file) =>
      writeFile(file.path === outfile ? outfile : path.join(maps, `${name}.mjs.map`), file.contents),
    ),
  );
}

if (import.meta.main) await bundle();
