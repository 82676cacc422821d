/** The `webhooks` section of the contract: what is posted to an endpoint of format `standard` for each type of notice (design §6). */
import { type OpenAPIHono, z } from '@hono/zod-openapi';
import { gameSchema, idSchema, seatSchema, timeSchema } from '../functions/api/schemas.ts';
import type { NoticeType } from '../functions/shared/store/notices.ts';

const ofMatch = {
  matchId: idSchema('mat'),
  game: gameSchema,
  playerId: idSchema('plr').openapi({ description: 'Whom the notice is for.' }),
  url: z.url().openapi({ description: 'The match in the API.' }),
  link: z.string().optional().openapi({
    description: "The match in the player's own client: the account's link template, filled in.",
    example: 'https://client.giliran.dev/play/mat_06f2k3m9q8zv4x7w1c5b0n2d3e',
  }),
};

const matchData = z
  .strictObject({
    ...ofMatch,
    version: z.int().openapi({ description: 'The commit that the notice comes from.' }),
    seat: seatSchema.nullable().openapi({ description: "The player's seat; null for the invited." }),
  })
  .openapi('MatchNoticeData');

const turnData = z
  .strictObject({
    ...ofMatch,
    version: z.int().openapi({ description: 'The version at which the decision is open.' }),
    seat: seatSchema,
    decision: z.string().openapi({ description: 'The id that the move names.', example: '12.0' }),
    kind: z.string().openapi({ description: 'What is to be decided.', example: 'turn' }),
    deadlineAt: timeSchema.nullable(),
  })
  .openapi('TurnNoticeData');

const messageData = z
  .strictObject({
    ...ofMatch,
    seat: seatSchema,
    message: idSchema('msg').openapi({ description: 'The message; its text is read from the match.' }),
    from: seatSchema.openapi({ description: 'The seat that wrote it.' }),
  })
  .openapi('MessageNoticeData');

const ofWebhook = { webhookId: idSchema('whe'), playerId: idSchema('plr') };
const pingData = z.strictObject(ofWebhook).openapi('PingNoticeData');
const failingData = z
  .strictObject({ ...ofWebhook, failingSince: timeSchema.nullable() })
  .openapi('FailingNoticeData');
const disabledData = z
  .strictObject({
    ...ofWebhook,
    failingSince: timeSchema.nullable(),
    reason: z.enum(['gone', 'failing']).openapi({ description: '`gone`: it answered 410.' }),
  })
  .openapi('DisabledNoticeData');

/** Each type of notice: what `data` holds, and what it tells. */
export const noticeContracts: Readonly<
  Record<NoticeType, { readonly data: z.ZodType; readonly summary: string }>
> = {
  'match.invited': { data: matchData, summary: 'You are invited to a match' },
  'invitation.declined': { data: matchData, summary: 'Your invitation was declined' },
  'match.joined': { data: matchData, summary: 'Somebody joined your match' },
  'match.started': { data: matchData, summary: 'A match of yours started' },
  'turn.started': { data: turnData, summary: 'It is your turn' },
  'turn.reminder': { data: turnData, summary: 'Half, or nine tenths, of your time has gone' },
  'match.message': { data: messageData, summary: 'Somebody wrote in a match of yours' },
  'draw.offered': { data: matchData, summary: 'You are offered a draw' },
  'cancel.offered': { data: matchData, summary: 'You are asked to cancel a match' },
  'rematch.offered': { data: matchData, summary: 'You are asked for a rematch' },
  'match.cancelled': { data: matchData, summary: 'A match of yours was cancelled' },
  'match.expired': { data: matchData, summary: 'A match of yours never filled' },
  'match.ended': { data: matchData, summary: 'A match of yours ended' },
  'webhook.ping': { data: pingData, summary: 'You asked for a ping' },
  'webhook.failing': { data: failingData, summary: 'Another endpoint of yours keeps failing' },
  'webhook.disabled': { data: disabledData, summary: 'Another endpoint of yours was disabled' },
};

/** The body of a notice of one type, as it is signed and posted. */
export const noticeBodySchema = (type: NoticeType) =>
  z
    .strictObject({
      type: z.literal(type),
      timestamp: timeSchema.openapi({ description: 'When it happened.' }),
      apiVersion: z.literal('v1'),
      data: noticeContracts[type].data,
    })
    .openapi(componentName(type));

/** `turn.started` becomes `TurnStartedNotice`. */
const componentName = (type: NoticeType): string =>
  `${type
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Notice`;

const headers = z.object({
  'webhook-id': idSchema('evt').openapi({
    description: 'The id of the notice: the same on every attempt. Handle each id once.',
  }),
  'webhook-timestamp': z
    .string()
    .regex(/^\d+$/)
    .openapi({ description: 'The second of this attempt, since 1970.', example: '1796119200' }),
  'webhook-signature': z.string().openapi({
    description:
      'Of each live secret a `v1,<base64>`, by a space: HMAC-SHA-256 over `webhook-id.webhook-timestamp.body` (Standard Webhooks).',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
});

/** Adds one webhook for each type of notice. */
export const registerWebhooks = (registry: OpenAPIHono['openAPIRegistry']): void => {
  for (const type of Object.keys(noticeContracts) as NoticeType[]) {
    registry.registerWebhook({
      method: 'post',
      path: type,
      operationId: componentName(type).replace(/^./, (first) => first.toLowerCase()),
      tags: ['notices'],
      summary: noticeContracts[type].summary,
      description: `Posted to every endpoint that hears of \`${type}\`. See \`docs/webhooks.md\` for verifying, retries and order.`,
      security: [],
      request: {
        headers,
        body: { required: true, content: { 'application/json': { schema: noticeBodySchema(type) } } },
      },
      responses: {
        '2XX': { description: 'Any 2xx within 15 seconds: the notice was taken.' },
        '410': { description: 'The endpoint is disabled at once.' },
        default: {
          description:
            'A failed attempt; 3xx is never followed. Ten attempts over about three days, `Retry-After` honoured within bounds.',
        },
      },
    });
  }
};
