import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import type { ApiDeps, AssetName } from '../api/deps.ts';

const contractFile = new URL('../../openapi/openapi.yaml', import.meta.url);

const readers: Readonly<Record<AssetName, () => Promise<string>>> = {
  'openapi.json': async () => JSON.stringify(parse(await readFile(contractFile, 'utf8'))),
  'rapidoc-min.js': () =>
    readFile(createRequire(import.meta.url).resolve('rapidoc/dist/rapidoc-min.js'), 'utf8'),
};

/** The API's files, where they lie in the repository; each is read once. */
export const readAsset: ApiDeps['readAsset'] = (name) => (read[name] ??= readers[name]());
const read: Partial<Record<AssetName, Promise<string>>> = {};
