/** Access tokens: scopes, a name, an expiry, a day of last use. */
import { z } from '@hono/zod-openapi';
import { isoTime } from '../../../shared/clock.ts';
import { freshId, freshToken, isId, sha256 } from '../../../shared/ids.ts';
import { scopes, type Token } from '../../../shared/store/accounts.ts';
import { callerOf, operation, problem, reply } from '../../operation.ts';
import { idSchema, timeSchema } from '../../schemas.ts';
import { lineSchema } from '../../text.ts';

const tokensMax = 50;

export const tokenSchema = z
  .object({
    id: idSchema('tok'),
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    createdAt: timeSchema,
    expiresAt: timeSchema.nullable(),
    lastUsedOn: z.iso.date().nullable().openapi({ description: 'The day (UTC) of last use.' }),
  })
  .openapi('Token');

/** A token as its owner sees it: never the secret. */
export const presentToken = (token: Token): z.input<typeof tokenSchema> => ({
  id: token.id,
  name: token.name,
  scopes: [...token.scopes],
  createdAt: isoTime(token.createdAt),
  expiresAt: token.expiresAt === null ? null : isoTime(token.expiresAt),
  lastUsedOn: token.lastUsedOn,
});

export const listTokens = operation(
  {
    operationId: 'listTokens',
    method: 'get',
    path: '/v1/me/tokens',
    tag: 'account',
    summary: 'List your tokens',
    description: 'All of them, at most 50. The secrets are not kept, so they are never shown again.',
    access: { kind: 'token', scope: 'account' },
    status: 200,
    success: 'Your tokens.',
    answer: z.object({ items: z.array(tokenSchema) }),
  },
  async (call, { store }) =>
    reply({ items: (await store.accounts.listTokens(callerOf(call))).map(presentToken) }),
);

export const createToken = operation(
  {
    operationId: 'createToken',
    method: 'post',
    path: '/v1/me/tokens',
    tag: 'account',
    summary: 'Make a token',
    description:
      'A further access token. It can have no scope that the token which makes it lacks. Shown this once.',
    access: { kind: 'token', scope: 'account' },
    body: z.strictObject({
      name: lineSchema(60),
      scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
      expiresAt: z.iso
        .datetime()
        .optional()
        .openapi({ description: 'RFC 3339 in UTC, in the future; left out for never.' }),
    }),
    status: 201,
    success: 'The token.',
    answer: z.object({ token: z.string().openapi({ example: 'gil_…' }), tokenDetails: tokenSchema }),
    problems: ['limit-reached'],
  },
  async (call, { store, clock }) => {
    const { body, principal } = call;
    const missing = body.scopes.find((scope) => !principal?.scopes.includes(scope));
    if (missing)
      return problem('insufficient-scope', `Your token lacks the scope ${missing}, so it can't give it.`);
    const expiresAt = body.expiresAt === undefined ? null : Date.parse(body.expiresAt);
    if (expiresAt !== null && expiresAt <= clock.wall()) {
      const errors = [{ pointer: '/expiresAt', detail: 'lies in the past' }];
      return problem('validation-failed', undefined, { members: { errors } });
    }
    const player = callerOf(call);
    if ((await store.accounts.listTokens(player)).length >= tokensMax) {
      return problem('limit-reached', `A player has at most ${tokensMax} tokens.`);
    }
    const secret = freshToken();
    const token: Token = {
      id: freshId('tok', clock.wall()),
      player,
      hash: sha256(secret),
      name: body.name,
      scopes: [...new Set(body.scopes)],
      createdAt: clock.wall(),
      expiresAt,
      lastUsedOn: null,
    };
    await store.accounts.createToken(token);
    return reply({ token: secret, tokenDetails: presentToken(token) });
  },
);

export const deleteToken = operation(
  {
    operationId: 'deleteToken',
    method: 'delete',
    path: '/v1/me/tokens/{token}',
    tag: 'account',
    summary: 'Revoke a token',
    description: 'It stops working at once. A token may revoke itself.',
    access: { kind: 'token', scope: 'account' },
    params: { token: 'The id of one of your tokens.' },
    status: 204,
    success: 'Revoked.',
  },
  async (call, { store }) => {
    const id = call.params.token ?? '';
    const isDeleted = isId('tok', id) && (await store.accounts.deleteToken(callerOf(call), id));
    return isDeleted ? reply(undefined) : problem('not-found');
  },
);
