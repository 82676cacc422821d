import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import dynalite from 'dynalite';
import { Level } from 'level';
import { CannotStart, reasonOf } from './cannot-start.ts';

/** A running database: where it listens, and how to end it. */
export interface LocalDatabase {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/**
 * Opens the database once, alone, before dynalite does: it would start on a folder that another process owns, or that is damaged, and
 * end this process at its first request. LevelDB's lock dies with its process.
 */
const expectGoodFolder = async (path: string): Promise<void> => {
  const database = new Level(path);
  try {
    await mkdir(path, { recursive: true });
    await database.open();
  } catch (error) {
    throw new CannotStart(whyNot(path, error), { cause: error });
  } finally {
    await database.close();
  }
};

const whyNot = (path: string, error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause && cause.code === 'LEVEL_LOCKED'
    ? `Another process is using the database ${path}. End it, or choose another data folder with GILIRAN_DATA.`
    : `The database ${path} can't be opened: ${reasonOf(cause)}. Mend or move it, or choose another data folder with GILIRAN_DATA.`;
};

/** dynalite throws, out of every handler, what a client does by hanging up early; here the request is simply over. */
const surviveHangUps = (server: Server): void => {
  server.on('request', (request, response) => {
    request.removeAllListeners('error');
    request.on('error', () => response.destroy());
  });
};

/**
 * Starts the embedded DynamoDB server on LevelDB: on disk under `path`, or in memory. One process owns a data folder; a second one gets
 * `CannotStart`. Writes survive the end of the process (also kill -9), not a power cut. Index entries are written before
 * their items, so that a killed process may leave entries without an item: readers of an index read the item itself.
 */
export const startDatabase = async (
  options: { readonly path?: string; readonly port?: number } = {},
): Promise<LocalDatabase> => {
  const { path, port = 0 } = options;
  if (path !== undefined) await expectGoodFolder(path);
  const server = dynalite({ createTableMs: 0, ...(path === undefined ? {} : { path }) });
  surviveHangUps(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the database has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
};
