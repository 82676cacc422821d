import { deliveryFromRow, deliveryToRow, docOf, docRow, document } from '../codec.ts';
import {
  deliveriesOf,
  deliveryKey,
  deliveryRefOf,
  dueDeliveriesShard,
  endpointKey,
  endpointsOf,
  sortableInstant,
} from '../keys.ts';
import type { Endpoint, Webhooks } from '../notices.ts';
import { table } from '../table.ts';
import { pageOf, take } from './page.ts';
import { absent, type Rows } from './rows.ts';

/** Far above what a player may have. */
const endpointsMax = 1_000;

/** Webhook endpoints and the delivery log, on DynamoDB. */
export const createWebhooks = (rows: Rows): Webhooks => {
  const createEndpoint: Webhooks['createEndpoint'] = (endpoint) =>
    rows.claim(docRow(endpointKey(endpoint.player, endpoint.id), endpoint), absent);

  const updateEndpoint: Webhooks['updateEndpoint'] = (endpoint) =>
    rows.claim(docRow(endpointKey(endpoint.player, endpoint.id), endpoint), {
      expression: `${document}.revision = :before`,
      values: { ':before': endpoint.revision - 1 },
    });

  /** Read first: a delete that is tried again after a lost answer must not say that there was nothing (S24). */
  const deleteEndpoint: Webhooks['deleteEndpoint'] = async (player, id) => {
    const stored = await rows.get(endpointKey(player, id));
    if (stored) await rows.remove(stored);
    return stored !== undefined;
  };

  const readEndpoint: Webhooks['readEndpoint'] = async (player, id) => {
    const row = await rows.get(endpointKey(player, id));
    return row && docOf<Endpoint>(row);
  };

  const readDelivery: Webhooks['readDelivery'] = async ({ player, endpoint, delivery }) => {
    const row = await rows.get(deliveryKey(player, endpoint, delivery));
    return row && deliveryFromRow(row);
  };

  const updateDelivery: Webhooks['updateDelivery'] = (delivery, attemptsBefore) =>
    rows.claim(deliveryToRow(delivery), {
      expression: `size(${document}.attempts) = :before`,
      values: { ':before': attemptsBefore },
    });

  const listDeliveries: Webhooks['listDeliveries'] = async (player, endpoint, limit, before) => {
    const options = {
      newestFirst: true,
      firstPage: limit + 1,
      behind: before === undefined ? undefined : deliveryKey(player, endpoint, before).sk,
    };
    const read = await take(rows.query(deliveriesOf(player, endpoint), options), limit + 1);
    return pageOf(read.map(deliveryFromRow), limit, ({ id }) => id);
  };

  const listDueDeliveries: Webhooks['listDueDeliveries'] = async (shard, until, limit) => {
    const due = await rows.queryIndex({
      index: table.indexes.due,
      partition: dueDeliveriesShard(shard),
      upTo: { operator: '<=', sortKey: sortableInstant(until) },
      limit,
    });
    return due.map(deliveryRefOf);
  };

  return {
    createEndpoint,
    readEndpoint,
    listEndpoints: async (player) =>
      (await take(rows.query(endpointsOf(player)), endpointsMax)).map(docOf<Endpoint>),
    updateEndpoint,
    deleteEndpoint,
    createDelivery: (delivery) => rows.claim(deliveryToRow(delivery), absent),
    readDelivery,
    updateDelivery,
    listDeliveries,
    listDueDeliveries,
  };
};
