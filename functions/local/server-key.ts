import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CannotStart, reasonOf } from './cannot-start.ts';

const keyPattern = /^[0-9a-f]{64}$/;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Written whole before it has its name: no crash leaves half a key. */
const makeKey = async (path: string): Promise<string> => {
  const fresh = randomBytes(32).toString('hex');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, fresh, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return fresh;
};

/** The server key of a data folder that this process owns, made if it is missing; without a folder a fresh one. */
export const openServerKey = async (folder: string | undefined): Promise<string> => {
  if (folder === undefined) return randomBytes(32).toString('hex');
  const path = join(folder, 'server.key');
  let key: string;
  try {
    key = await readFile(path, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return makeKey(path);
      throw error;
    });
  } catch (error) {
    throw new CannotStart(`The server key ${path} can't be read or made: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
  if (!keyPattern.test(key)) {
    throw new CannotStart(`The server key ${path} is damaged: it must be 64 hexadecimal digits.`);
  }
  return key;
};
