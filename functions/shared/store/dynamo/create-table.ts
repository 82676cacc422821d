import {
  CreateTableCommand,
  type DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { table } from '../table.ts';

const waitSeconds = 60;

/** Creates the one table with its indexes, unless it is there, and waits until it can be used. For local servers; on AWS, CDK does it. */
export const createTable = async (client: DynamoDBClient, tableName: string): Promise<void> => {
  const indexes = Object.values(table.indexes);
  const keyNames = [table, ...indexes].flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]);
  const keySchema = (keys: { readonly partitionKey: string; readonly sortKey: string }) => [
    { AttributeName: keys.partitionKey, KeyType: 'HASH' as const },
    { AttributeName: keys.sortKey, KeyType: 'RANGE' as const },
  ];
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: keyNames.map((name) => ({ AttributeName: name, AttributeType: 'S' })),
        KeySchema: keySchema(table),
        GlobalSecondaryIndexes: indexes.map((index) => ({
          IndexName: index.name,
          KeySchema: keySchema(index),
          Projection: { ProjectionType: 'KEYS_ONLY' },
        })),
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  await waitUntilTableExists(
    { client, maxWaitTime: waitSeconds, minDelay: 1, maxDelay: 2 },
    { TableName: tableName },
  );
};
