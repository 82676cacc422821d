/** The delivery log: what was tried, what comes next, and doing it again. */
import { z } from '@hono/zod-openapi';
import type { Instant } from '../../../../domain/match/instant.ts';
import { pingEndpoint, recoverDeliveries, redeliver } from '../../../shared/deliveries.ts';
import { isId } from '../../../shared/ids.ts';
import type { Page } from '../../../shared/store/match-log.ts';
import { type Delivery, deliveryStatuses, type Endpoint } from '../../../shared/store/notices.ts';
import { openCursor, sealCursor } from '../../cursors.ts';
import type { ApiDeps } from '../../deps.ts';
import { callerOf, operation, problem, reply } from '../../operation.ts';
import { noticeTypeSchema, pageQuery, pageSchema } from '../../schemas.ts';
import { endpointParam, findEndpoint } from './endpoints.ts';
import { deliverySchema, presentDelivery } from './schemas.ts';

const owner = { kind: 'token', scope: 'webhooks' } as const;
const dayMs = 86_400_000;
/** How far back deliveries can be recovered (issue 5.2). */
const recoveryDaysMax = 14;

export const pingWebhook = operation(
  {
    operationId: 'pingWebhook',
    method: 'post',
    path: '/v1/webhooks/{webhook}/ping',
    tag: 'webhooks',
    summary: 'Ping a webhook endpoint',
    description:
      'Sends a `webhook.ping`, signed as everything else. Follow the delivery to see what came of it.',
    access: owner,
    params: endpointParam,
    status: 202,
    success: 'The delivery.',
    answer: deliverySchema,
  },
  async (call, deps) => {
    const endpoint = await findEndpoint(call, deps);
    return endpoint.ok ? reply(presentDelivery(await pingEndpoint(deps, endpoint.value))) : endpoint;
  },
);

export const listDeliveries = operation(
  {
    operationId: 'listDeliveries',
    method: 'get',
    path: '/v1/webhooks/{webhook}/deliveries',
    tag: 'webhooks',
    summary: 'List deliveries',
    description:
      'Newest first, kept for 30 days. With a rare filter a page may be short; go on until `nextCursor` is null.',
    access: owner,
    params: endpointParam,
    query: z.object({
      status: z.enum(deliveryStatuses).optional(),
      type: noticeTypeSchema.optional(),
      since: z.iso
        .datetime()
        .optional()
        .openapi({ description: 'Only notices since then; RFC 3339 in UTC.' }),
      ...pageQuery,
    }),
    status: 200,
    success: 'A page of deliveries.',
    answer: pageSchema(deliverySchema),
  },
  async (call, deps) => {
    const endpoint = await findEndpoint(call, deps);
    if (!endpoint.ok) return endpoint;
    const { id, player } = endpoint.value;
    const { status, type, since, limit, cursor } = call.query;
    const binding = ['listDeliveries', player, id, status, type, since];
    const position = openCursor(deps.serverKey, binding, cursor);
    if (!position.ok) return position;
    const from = since === undefined ? 0 : Date.parse(since);
    const isWanted = (delivery: Delivery): boolean =>
      (status === undefined || delivery.status === status) &&
      (type === undefined || delivery.notice.type === type);
    const { items, next } = await findDeliveries(deps, endpoint.value, position.value, limit, from, isWanted);
    return reply({
      items: items.map(presentDelivery),
      nextCursor: next === undefined ? null : sealCursor(deps.serverKey, binding, next),
    });
  },
);

/** Pages that one request may look through for what it wants. */
const pagesMax = 10;

/** At most `limit` wanted deliveries behind a position, and where to go on; the walk ends at the first notice before `from`. */
const findDeliveries = async (
  { store }: ApiDeps,
  { player, id }: Endpoint,
  position: string | undefined,
  limit: number,
  from: Instant,
  isWanted: (delivery: Delivery) => boolean,
): Promise<Page<Delivery>> => {
  const items: Delivery[] = [];
  let before = position;
  for (let round = 0; round < pagesMax; round++) {
    const page = await store.webhooks.listDeliveries(player, id, limit - items.length, before);
    const recent = page.items.filter(({ notice }) => notice.at >= from);
    items.push(...recent.filter(isWanted));
    before = recent.length < page.items.length ? undefined : page.next;
    if (before === undefined || items.length >= limit) break;
  }
  return { items, next: before };
};

export const readDelivery = operation(
  {
    operationId: 'readDelivery',
    method: 'get',
    path: '/v1/webhooks/{webhook}/deliveries/{delivery}',
    tag: 'webhooks',
    summary: 'Read a delivery',
    description: 'With every attempt.',
    access: owner,
    params: { ...endpointParam, delivery: 'The id of a delivery.' },
    status: 200,
    success: 'The delivery.',
    answer: deliverySchema,
  },
  async (call, deps) => {
    const endpoint = await findEndpoint(call, deps);
    if (!endpoint.ok) return endpoint;
    const id = call.params.delivery ?? '';
    const ref = { player: callerOf(call), endpoint: endpoint.value.id, delivery: id };
    const delivery = isId('dlv', id) ? await deps.store.webhooks.readDelivery(ref) : undefined;
    return delivery ? reply(presentDelivery(delivery)) : problem('not-found');
  },
);

export const redeliverDelivery = operation(
  {
    operationId: 'redeliverDelivery',
    method: 'post',
    path: '/v1/webhooks/{webhook}/deliveries/{delivery}/redeliver',
    tag: 'webhooks',
    summary: 'Send a delivery again',
    description: 'Now, under the same `webhook-id`, with the schedule from its start.',
    access: owner,
    params: { ...endpointParam, delivery: 'The id of a delivery.' },
    status: 202,
    success: 'The delivery, waiting for its next attempt.',
    answer: deliverySchema,
  },
  async (call, deps) => {
    const endpoint = await findEndpoint(call, deps);
    if (!endpoint.ok) return endpoint;
    const id = call.params.delivery ?? '';
    const ref = { player: callerOf(call), endpoint: endpoint.value.id, delivery: id };
    const delivery = isId('dlv', id) ? await redeliver(deps, ref, 'redelivery', 0) : undefined;
    return delivery ? reply(presentDelivery(delivery)) : problem('not-found');
  },
);

export const recoverWebhook = operation(
  {
    operationId: 'recoverWebhook',
    method: 'post',
    path: '/v1/webhooks/{webhook}/recover',
    tag: 'webhooks',
    summary: 'Send again all that failed',
    description:
      'Every notice since a moment up to 14 days ago that failed, or was not sent because the endpoint was paused or disabled; oldest first, paced, at most 1,000. Turns that are over are left out. The endpoint must be enabled.',
    access: owner,
    params: endpointParam,
    body: z.strictObject({ since: z.iso.datetime().openapi({ description: 'RFC 3339 in UTC.' }) }),
    status: 202,
    success: 'How many are on their way.',
    answer: z.object({ recovered: z.int() }),
  },
  async (call, deps) => {
    const endpoint = await findEndpoint(call, deps);
    if (!endpoint.ok) return endpoint;
    const since = Date.parse(call.body.since);
    if (since < deps.clock.wall() - recoveryDaysMax * dayMs) {
      const errors = [{ pointer: '/since', detail: `more than ${recoveryDaysMax} days ago` }];
      return problem('validation-failed', undefined, { members: { errors } });
    }
    return reply({ recovered: await recoverDeliveries(deps, endpoint.value, since) });
  },
);
