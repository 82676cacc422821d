import { randomUUID } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startDatabase } from '../../functions/local/database.ts';
import { createDynamoClient, localConnection } from '../../functions/shared/store/dynamo/client.ts';
import { createTable } from '../../functions/shared/store/dynamo/create-table.ts';
import { createDynamoStore, type DynamoStoreOptions } from '../../functions/shared/store/dynamo/store.ts';
import type { Store } from '../../functions/shared/store/store.ts';

/** A store on a table of its own, over the real SDK and HTTP, with the database in memory. */
export interface TestStore {
  readonly store: Store;
  readonly client: DynamoDBClient;
  readonly endpoint: string;
  readonly tableName: string;
  readonly stop: () => Promise<void>;
}

/** Starts a database in memory with a fresh table and a store on it; one for each test file. */
export const openTestStore = async (
  options: Partial<Pick<DynamoStoreOptions, 'now' | 'onWritten'>> = {},
): Promise<TestStore> => {
  const database = await startDatabase();
  const tableName = `giliran-${randomUUID()}`;
  const client = createDynamoClient(localConnection(database.endpoint));
  await createTable(client, tableName);
  const store = createDynamoStore({ client, tableName, now: Date.now, ...options });
  return {
    store,
    client,
    endpoint: database.endpoint,
    tableName,
    stop: async () => {
      store.close();
      await database.stop();
    },
  };
};
