/** Webhook endpoints: create, list, read, change, delete, rotate the secret. */
import { z } from '@hono/zod-openapi';
import { ok, type Result } from '../../../../domain/engine/result.ts';
import { healthy } from '../../../dispatcher/schedule.ts';
import { createSecret, rotateSecrets } from '../../../dispatcher/secrets.ts';
import { checkTarget } from '../../../dispatcher/target.ts';
import { pingEndpoint } from '../../../shared/deliveries.ts';
import { freshId, idForKey, isId } from '../../../shared/ids.ts';
import type { Endpoint } from '../../../shared/store/notices.ts';
import type { ApiDeps } from '../../deps.ts';
import { type Call, callerOf, operation, problem, reply } from '../../operation.ts';
import type { Problem } from '../../problems.ts';
import { endpointFields, endpointSchema, presentEndpoint } from './schemas.ts';

/** Endpoints a player may have. */
const endpointsMax = 5;

const owner = { kind: 'token', scope: 'webhooks' } as const;
export const endpointParam = { webhook: 'The id of one of your webhook endpoints.' } as const;

/** The caller's endpoint that the path names. */
export const findEndpoint = async (
  call: Call<unknown, unknown>,
  { store }: ApiDeps,
): Promise<Result<Endpoint, Problem>> => {
  const id = call.params.webhook ?? '';
  const endpoint = isId('whe', id) ? await store.webhooks.readEndpoint(callerOf(call), id) : undefined;
  return endpoint ? ok(endpoint) : problem('not-found');
};

const checkUrl = (url: string, deps: ApiDeps): Result<string, Problem> => {
  const target = checkTarget(url, deps.targetPolicy);
  if (target.ok) return ok(target.value.href);
  const errors = [{ pointer: '/url', detail: target.error.message }];
  return problem('validation-failed', target.error.message, {
    members: { errors, reason: target.error.reason },
  });
};

const withSecret = endpointSchema.extend({
  secret: z.string().openapi({ description: 'Verifies signatures; shown this once.', example: 'whsec_…' }),
});

const presentWithSecret = (endpoint: Endpoint) => ({
  ...presentEndpoint(endpoint),
  secret: endpoint.secrets[0]?.secret ?? '',
});

export const createWebhook = operation(
  {
    operationId: 'createWebhook',
    method: 'post',
    path: '/v1/webhooks',
    tag: 'webhooks',
    summary: 'Create a webhook endpoint',
    description:
      'Notices are posted to it from now on, first a `webhook.ping`. At most five. The secret is shown this once.',
    access: owner,
    body: z.strictObject(endpointFields).openapi('NewWebhookEndpoint'),
    takesKey: true,
    status: 201,
    success: 'The endpoint, with its secret.',
    headers: ['Location'],
    answer: withSecret,
    problems: ['limit-reached'],
  },
  async (call, deps) => {
    const { store, clock, serverKey } = deps;
    const { body, key } = call;
    const player = callerOf(call);
    const url = checkUrl(body.url, deps);
    if (!url.ok) return url;
    const now = clock.wall();
    const endpoint: Endpoint = {
      id: key ? idForKey('whe', serverKey, { principal: player, ...key }) : freshId('whe', now),
      player,
      url: url.value,
      description: body.description ?? '',
      eventTypes: body.eventTypes ?? null,
      format: body.format ?? 'standard',
      status: 'enabled',
      disabledReason: null,
      disabledAt: null,
      createdAt: now,
      requestHash: key?.hash ?? null,
      secrets: [createSecret(now)],
      lastSuccessAt: null,
      ...healthy,
      turn: null,
      revision: 1,
    };
    const existing = await store.webhooks.listEndpoints(player);
    const isKnown = existing.some(({ id }) => id === endpoint.id);
    if (!isKnown && existing.length >= endpointsMax) {
      return problem('limit-reached', `A player has at most ${endpointsMax} endpoints.`);
    }
    if (!(await store.webhooks.createEndpoint(endpoint))) return repeatCreation(call, endpoint, deps);
    await pingEndpoint(deps, endpoint);
    return reply(presentWithSecret(endpoint), { Location: `${deps.publicUrl}/v1/webhooks/${endpoint.id}` });
  },
);

const repeatCreation = async (call: Call<unknown, unknown>, endpoint: Endpoint, { store }: ApiDeps) => {
  const first = await store.webhooks.readEndpoint(endpoint.player, endpoint.id);
  return first && first.requestHash === call.key?.hash
    ? reply(presentWithSecret(first), { 'Idempotent-Replayed': 'true' })
    : problem('idempotency-key-reused');
};

export const listWebhooks = operation(
  {
    operationId: 'listWebhooks',
    method: 'get',
    path: '/v1/webhooks',
    tag: 'webhooks',
    summary: 'List your webhook endpoints',
    description: 'All of them, at most five.',
    access: owner,
    status: 200,
    success: 'Your endpoints.',
    answer: z.object({ items: z.array(endpointSchema) }),
  },
  async (call, { store }) =>
    reply({ items: (await store.webhooks.listEndpoints(callerOf(call))).map(presentEndpoint) }),
);

export const readWebhook = operation(
  {
    operationId: 'readWebhook',
    method: 'get',
    path: '/v1/webhooks/{webhook}',
    tag: 'webhooks',
    summary: 'Read a webhook endpoint',
    description: 'How it is set and how it does.',
    access: owner,
    params: endpointParam,
    status: 200,
    success: 'The endpoint.',
    answer: endpointSchema,
  },
  async (call, deps) => {
    const endpoint = await findEndpoint(call, deps);
    return endpoint.ok ? reply(presentEndpoint(endpoint.value)) : endpoint;
  },
);

const changeTriesMax = 5;

/** Changes an endpoint as it is now; tries again when the dispatcher wrote its health in between. */
const changeEndpoint = async (
  call: Call<unknown, unknown>,
  deps: ApiDeps,
  change: (endpoint: Endpoint) => Result<Endpoint, Problem>,
): Promise<Result<Endpoint, Problem>> => {
  for (let round = 0; round < changeTriesMax; round++) {
    const found = await findEndpoint(call, deps);
    if (!found.ok) return found;
    const changed = change(found.value);
    if (!changed.ok) return changed;
    const next = { ...changed.value, revision: found.value.revision + 1 };
    if (await deps.store.webhooks.updateEndpoint(next)) return ok(next);
  }
  return problem('try-again', undefined, { headers: { 'Retry-After': '1' } });
};

/** What failed at another URL, or before the endpoint was brought back, doesn't count. */
const isFreshStart = (endpoint: Endpoint, status: string | undefined, url: string | undefined): boolean =>
  (status === 'enabled' && endpoint.status !== 'enabled') || (url !== undefined && url !== endpoint.url);

export const updateWebhook = operation(
  {
    operationId: 'updateWebhook',
    method: 'patch',
    path: '/v1/webhooks/{webhook}',
    tag: 'webhooks',
    summary: 'Change a webhook endpoint',
    description:
      'Changes where it is, what it hears, or pauses it. `enabled` also brings a disabled one back; that and a new URL give it a clean record. What it missed meanwhile can be recovered.',
    access: owner,
    params: endpointParam,
    body: z.strictObject({
      ...endpointFields,
      url: endpointFields.url.optional(),
      status: z.enum(['enabled', 'paused']).optional(),
    }),
    status: 200,
    success: 'The endpoint as it is now.',
    answer: endpointSchema,
  },
  async (call, deps) => {
    const { body } = call;
    const url = body.url === undefined ? undefined : checkUrl(body.url, deps);
    if (url && !url.ok) return url;
    const changed = await changeEndpoint(call, deps, (endpoint) =>
      ok({
        ...endpoint,
        url: url?.value ?? endpoint.url,
        description: body.description ?? endpoint.description,
        eventTypes: body.eventTypes === undefined ? endpoint.eventTypes : body.eventTypes,
        format: body.format ?? endpoint.format,
        ...(body.status === undefined ? {} : { status: body.status, disabledReason: null, disabledAt: null }),
        ...(isFreshStart(endpoint, body.status, url?.value) ? { ...healthy, turn: null } : {}),
      }),
    );
    return changed.ok ? reply(presentEndpoint(changed.value)) : changed;
  },
);

export const deleteWebhook = operation(
  {
    operationId: 'deleteWebhook',
    method: 'delete',
    path: '/v1/webhooks/{webhook}',
    tag: 'webhooks',
    summary: 'Delete a webhook endpoint',
    description: 'Nothing more is sent to it.',
    access: owner,
    params: endpointParam,
    status: 204,
    success: 'Deleted.',
  },
  async (call, { store }) => {
    const id = call.params.webhook ?? '';
    const isDeleted = isId('whe', id) && (await store.webhooks.deleteEndpoint(callerOf(call), id));
    return isDeleted ? reply(undefined) : problem('not-found');
  },
);

export const rotateWebhookSecret = operation(
  {
    operationId: 'rotateWebhookSecret',
    method: 'post',
    path: '/v1/webhooks/{webhook}/rotate-secret',
    tag: 'webhooks',
    summary: "Rotate an endpoint's secret",
    description:
      'Makes a new secret, shown this once. For 24 hours both sign. Another rotation meanwhile is refused, unless it says `replacePrevious`.',
    access: owner,
    params: endpointParam,
    body: z.strictObject({ replacePrevious: z.boolean().default(false) }),
    status: 200,
    success: 'The endpoint, with its new secret.',
    answer: withSecret,
    problems: ['limit-reached'],
  },
  async (call, deps) => {
    const changed = await changeEndpoint(call, deps, (endpoint) => {
      const secrets = rotateSecrets(endpoint.secrets, deps.clock.wall(), call.body.replacePrevious);
      return secrets.ok
        ? ok({ ...endpoint, secrets: secrets.value })
        : problem(
            'limit-reached',
            'Two secrets are live already. Say `replacePrevious` to end the older one at once.',
          );
    });
    return changed.ok ? reply(presentWithSecret(changed.value)) : changed;
  },
);
