/** What every function on Lambda is composed from: read once, when the function starts. */
import { type Clock, systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import type { Enqueue } from '../deliveries.ts';
import { createLog, type Log } from '../log.ts';
import { createDynamoClient } from '../store/dynamo/client.ts';
import { createDynamoStore } from '../store/dynamo/store.ts';
import type { Store } from '../store/store.ts';
import { createDeliveryQueue } from './delivery-queue.ts';

/** The store, the queue, the clock and the log of a function on Lambda, with the address of the API for links. */
export interface AwsParts {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Log;
  readonly enqueue: Enqueue;
  readonly publicUrl: string;
}

/** Composes them from the environment that `infra/` sets; throws if a setting is missing. */
export const createAwsParts = (env: NodeJS.ProcessEnv): AwsParts => {
  const config = readConfig(env);
  if (config.DELIVERY_QUEUE_URL === undefined) throw new Error('DELIVERY_QUEUE_URL is not set');
  const logger = createLog((line) => process.stdout.write(line), systemClock.wall);
  const client = createDynamoClient(
    config.DYNAMODB_ENDPOINT === undefined ? {} : { endpoint: config.DYNAMODB_ENDPOINT },
  );
  return {
    config,
    store: createDynamoStore({ client, tableName: config.TABLE_NAME, ...systemClock }),
    clock: systemClock,
    logger,
    enqueue: createDeliveryQueue(config.DELIVERY_QUEUE_URL, logger),
    publicUrl: config.PUBLIC_URL,
  };
};
