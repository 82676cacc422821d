/** The wire shapes of endpoints and deliveries, and how rows become them. */
import { z } from '@hono/zod-openapi';
import { attemptErrors } from '../../../dispatcher/attempt.ts';
import { isoTime } from '../../../shared/clock.ts';
import {
  type Delivery,
  deliveryFormats,
  deliveryStatuses,
  type Endpoint,
  endpointStatuses,
  noticeTypes,
  skipReasons,
} from '../../../shared/store/notices.ts';
import { idSchema, noticeTypeSchema, timeSchema } from '../../schemas.ts';
import { lineSchema } from '../../text.ts';

const time = (at: number | null): string | null => (at === null ? null : isoTime(at));

/** What the owner of an endpoint sets. */
export const endpointFields = {
  url: z.string().max(2048).openapi({
    description: 'Where notices are posted: https, a public host, port 443.',
    example: 'https://bot.example/giliran',
  }),
  description: lineSchema(200).optional(),
  eventTypes: z
    .array(z.enum(noticeTypes))
    .min(1)
    .max(noticeTypes.length)
    .nullable()
    .optional()
    .openapi({ description: 'The types it is told of; null or left out for all.' }),
  format: z.enum(deliveryFormats).optional().openapi({
    description: '`standard` is signed JSON (Standard Webhooks); the others are text for people.',
  }),
};

export const endpointSchema = z
  .object({
    id: idSchema('whe'),
    url: z.string(),
    description: z.string(),
    eventTypes: z.array(noticeTypeSchema).nullable(),
    format: z.enum(deliveryFormats),
    status: z.enum(endpointStatuses),
    disabledReason: z.enum(['gone', 'failing']).nullable(),
    disabledAt: timeSchema.nullable(),
    createdAt: timeSchema,
    secretHint: z.string().openapi({ description: 'The last four characters of the current secret.' }),
    previousSecretExpiresAt: timeSchema
      .nullable()
      .openapi({ description: 'Until then the secret before also signs.' }),
    lastSuccessAt: timeSchema.nullable(),
    failingSince: timeSchema.nullable(),
  })
  .openapi('WebhookEndpoint');

/** An endpoint as its owner sees it. The secret is shown only when it is made. */
export const presentEndpoint = (endpoint: Endpoint): z.input<typeof endpointSchema> => {
  const [current, previous] = endpoint.secrets;
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    eventTypes: endpoint.eventTypes && [...endpoint.eventTypes],
    format: endpoint.format,
    status: endpoint.status,
    disabledReason: endpoint.disabledReason,
    disabledAt: time(endpoint.disabledAt),
    createdAt: isoTime(endpoint.createdAt),
    secretHint: current?.secret.slice(-4) ?? '',
    previousSecretExpiresAt: time(previous?.expiresAt ?? null),
    lastSuccessAt: time(endpoint.lastSuccessAt),
    failingSince: time(endpoint.failingSince),
  };
};

export const deliverySchema = z
  .object({
    id: idSchema('dlv'),
    noticeId: idSchema('evt').openapi({ description: 'The `webhook-id` of every attempt.' }),
    type: noticeTypeSchema,
    status: z.enum(deliveryStatuses),
    skipReason: z.enum(skipReasons).nullable().openapi({
      description:
        'Why it was skipped: its turn was over (`turn-over`), or the endpoint was paused or disabled (`not-enabled`).',
    }),
    trigger: z.enum(['notice', 'ping', 'redelivery', 'recovery']),
    createdAt: timeSchema,
    nextAttemptAt: timeSchema
      .nullable()
      .openapi({ description: 'When it is tried next, while it is pending.' }),
    attempts: z.array(
      z.object({
        at: timeSchema,
        durationMs: z.int(),
        status: z
          .int()
          .nullable()
          .openapi({ description: 'The HTTP status of the answer, if there was one.' }),
        error: z.enum(attemptErrors).nullable(),
      }),
    ),
    body: z.string().openapi({ description: 'The bytes that are signed and sent.' }),
  })
  .openapi('Delivery');

/** A delivery as the endpoint's owner sees it. */
export const presentDelivery = (delivery: Delivery): z.input<typeof deliverySchema> => ({
  id: delivery.id,
  noticeId: delivery.notice.id,
  type: delivery.notice.type,
  status: delivery.status,
  skipReason: delivery.skipReason,
  trigger: delivery.trigger,
  createdAt: isoTime(delivery.createdAt),
  nextAttemptAt: time(delivery.nextAttemptAt),
  attempts: delivery.attempts.map(({ at, durationMs, status, error }) => ({
    at: isoTime(at),
    durationMs,
    status,
    error: attemptErrors.find((known) => known === error) ?? null,
  })),
  body: delivery.body,
});
