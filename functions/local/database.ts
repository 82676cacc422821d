import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import dynalite from 'dynalite';
import { Level } from 'level';

/** A running database: where it listens, and how to end it. */
export interface LocalDatabase {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

/** Another process owns the data folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/**
 * Asks for LevelDB's own lock, which dies with its process, before dynalite does: dynalite would start on a folder that another process
 * owns, and end this process at its first request.
 */
const expectFreeFolder = async (path: string): Promise<void> => {
  const database = new Level(path);
  try {
    await database.open();
  } catch (error) {
    if (error instanceof Error && hasCode(error.cause, 'LEVEL_LOCKED')) {
      throw new DataFolderInUse(`another process is using the data folder ${path}`, { cause: error });
    }
    throw error;
  } finally {
    await database.close();
  }
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
 * `DataFolderInUse`. Writes survive the end of the process (also kill -9), not a power cut. Index entries are written before
 * their items, so that a killed process may leave entries without an item: readers of an index read the item itself.
 */
export const startDatabase = async (
  options: { readonly path?: string; readonly port?: number } = {},
): Promise<LocalDatabase> => {
  const { path, port = 0 } = options;
  if (path !== undefined) {
    await mkdir(path, { recursive: true });
    await expectFreeFolder(path);
  }
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
