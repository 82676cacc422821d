import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Instant } from '../../../../domain/match/instant.ts';
import type { Store } from '../store.ts';
import type { Written } from '../written.ts';
import { createAccounts } from './accounts.ts';
import { createInbox } from './inbox.ts';
import { createMatchLog } from './match-log.ts';
import { createOrders } from './orders.ts';
import { createRows } from './rows.ts';
import { createTalk } from './talk.ts';
import { createWebhooks } from './webhooks.ts';

/** What the store on DynamoDB is made of. */
export interface DynamoStoreOptions {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  /** The clock that gives notices their times; it never runs backwards. */
  readonly now: () => Instant;
  /** Real time, by which rows expire; `now` if left out. */
  readonly wall?: () => Instant;
  /**
   * Told of each item that the consumer must hear of, once it is known to be written; it must not throw. The local runner's tail. An
   * item whose answer was lost for good (`StoreUnavailable`) may have been written without word of it.
   */
  readonly onWritten?: (written: Written) => void;
}

/** The store on one DynamoDB table; `close` closes the client. */
export const createDynamoStore = ({
  client,
  tableName,
  now,
  wall = now,
  onWritten = () => {},
}: DynamoStoreOptions): Store => {
  const rows = createRows(client, tableName, wall);
  return {
    log: createMatchLog(rows, onWritten),
    accounts: createAccounts(rows, wall, onWritten),
    inbox: createInbox(rows, now),
    webhooks: createWebhooks(rows),
    talk: createTalk(rows, onWritten),
    orders: createOrders(rows, onWritten),
    close: () => client.destroy(),
  };
};
