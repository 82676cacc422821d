import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { parse } from 'yaml';

/** The Lambda functions: each is bundled from `functions/<name>/lambda.ts` into a folder of its own. */
export const functionNames = ['api', 'stream', 'dispatcher', 'sweeper'] as const;
export type FunctionName = (typeof functionNames)[number];

/** The folder that each function is deployed from. */
export type Assets = Readonly<Record<FunctionName, string>>;

const root = fileURLToPath(new URL('..', import.meta.url));

/** Modules that would be a third of a bundle, and what stands in for them. The bundle's budget in the tests notices if one is no longer found. */
const standIns = [
  {
    // zod's namespace object keeps all its languages alive; we speak English.
    file: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/,
    contents: `export { default as en } from './en.js';`,
  },
  {
    // Lambda gives credentials by the environment: no profiles, single sign-on, containers or instances.
    file: /[\\/]@aws-sdk[\\/]credential-provider-node[\\/]dist-es[\\/]index\.js$/,
    contents: `export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';`,
  },
  {
    // Kept alive by zod's namespace object too; we read no JSON Schemas.
    file: /[\\/]zod[\\/]v4[\\/]classic[\\/]from-json-schema\.js$/,
    contents: 'export const fromJSONSchema = undefined;',
  },
  {
    // DynamoDB's endpoint discovery is off unless one asks for it.
    file: /[\\/]@aws-sdk[\\/]endpoint-cache[\\/]dist-es[\\/]index\.js$/,
    contents: 'export class EndpointCache {}',
  },
];

const leanModules: Plugin = {
  name: 'lean-modules',
  setup({ onLoad }) {
    for (const { file, contents } of standIns) onLoad({ filter: file }, () => ({ contents }));
  },
};

/**
 * Bundles every function, the AWS SDK included, into `<outdir>/<name>/index.mjs`. The source maps go to `<outdir>/maps`, outside of what is
 * deployed, since reading them would slow each cold start. The same sources give the same bytes.
 */
export async function bundle(outdir = path.join(root, 'dist')): Promise<Assets> {
  const folder = (name: string) => path.join(outdir, name);
  const assets: Assets = {
    api: folder('api'),
    stream: folder('stream'),
    dispatcher: folder('dispatcher'),
    sweeper: folder('sweeper'),
  };
  const maps = folder('maps');
  await Promise.all(
    [...Object.values(assets), maps].map(async (fresh) => {
      await rm(fresh, { recursive: true, force: true });
      await mkdir(fresh, { recursive: true });
    }),
  );
  await Promise.all(
    functionNames.map(async (name) => {
      const { code, map } = await bundleModule(`functions/${name}/lambda.ts`);
      await writeFile(path.join(assets[name], 'index.mjs'), code);
      await writeFile(path.join(maps, `${name}.mjs.map`), map);
    }),
  );
  await copyFile(
    path.join(root, 'node_modules/rapidoc/dist/rapidoc-min.js'),
    path.join(assets.api, 'rapidoc-min.js'),
  );
  const contract = parse(await readFile(path.join(root, 'openapi/openapi.yaml'), 'utf8'));
  await writeFile(path.join(assets.api, 'openapi.json'), JSON.stringify(contract));
  return assets;
}

/** One module with all it imports, minified, and its source map. The entry point is a path from the root of the repository. */
export async function bundleModule(entryPoint: string): Promise<{ code: Uint8Array; map: Uint8Array }> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entryPoint],
    outfile: 'index.mjs',
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    sourcemap: 'external',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [leanModules],
    // CommonJS packages inside the bundle call `require` for Node's own modules.
    banner: {
      js: `import { createRequire } from 'node:module';const require = createRequire(import.meta.url);`,
    },
    write: false,
  });
  const contentsOf = (suffix: string): Uint8Array => {
    const file = outputFiles.find((output) => output.path.endsWith(suffix));
    if (!file) throw new Error(`esbuild made no ${suffix} of ${entryPoint}`);
    return file.contents;
  };
  return { code: contentsOf('.mjs'), map: contentsOf('.map') };
}

if (import.meta.main) await bundle();
