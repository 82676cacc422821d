import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase } from '../../functions/local/database.ts';
import { runLocal } from '../../functions/local/run.ts';
import { silentLog } from '../../functions/shared/log.ts';
import { createDynamoClient, localConnection } from '../../functions/shared/store/dynamo/client.ts';
import { createDynamoStore } from '../../functions/shared/store/dynamo/store.ts';
import type { Store } from '../../functions/shared/store/store.ts';
import { clientOf, type TestApi } from './client.ts';

/** The local runner's data folder, which outlives its runs. */
export interface DataFolder {
  /** A run of the local runner on it, stopped at the end of `work`. */
  readonly run: <T>(work: (client: Omit<TestApi, 'stop'>) => Promise<T>) => Promise<T>;
  /** Works on what is stored while nobody else hears of it, as a run that is killed right after does. */
  readonly alone: (work: (store: Store) => Promise<void>) => Promise<void>;
}

/** Lends a new data folder, and removes it after. */
export const withDataFolder = async (work: (folder: DataFolder) => Promise<void>): Promise<void> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'giliran-'));
  const run: DataFolder['run'] = async (inRun) => {
    const server = await runLocal({ port: 0, logger: silentLog, dataFolder });
    try {
      return await inRun(clientOf(server.url));
    } finally {
      await server.stop();
    }
  };
  const alone: DataFolder['alone'] = async (inStore) => {
    const database = await startDatabase({ path: join(dataFolder, 'db') });
    const client = createDynamoClient(localConnection(database.endpoint));
    const store = createDynamoStore({ client, tableName: 'giliran', now: Date.now });
    try {
      await inStore(store);
    } finally {
      store.close();
      await database.stop();
    }
  };
  try {
    await work({ run, alone });
  } finally {
    await rm(dataFolder, { recursive: true });
  }
};
