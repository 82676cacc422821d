/** Registering, and what players see of each other and of themselves. */
import { z } from '@hono/zod-openapi';
import { isoTime } from '../../../shared/clock.ts';
import { freshId, freshToken, isId, sha256 } from '../../../shared/ids.ts';
import { type Player, scopes, type Token } from '../../../shared/store/accounts.ts';
import { callerOf, operation, problem, reply } from '../../operation.ts';
import { idSchema, timeSchema } from '../../schemas.ts';
import { lineSchema } from '../../text.ts';
import { presentToken, tokenSchema } from './tokens.ts';

const nameSchema = lineSchema(40).openapi({
  description: 'A display name, 1 to 40 characters.',
  example: 'Ayu',
});

const playerSchema = z
  .object({ id: idSchema('plr'), name: z.string(), createdAt: timeSchema })
  .openapi('Player');

/** A URL in which `{match}` stands for the id of a match. */
const linkTemplateSchema = z
  .string()
  .max(500)
  .refine(
    (text) => text.includes('{match}') && URL.canParse(text.replaceAll('{match}', 'x')),
    'a URL that holds {match}',
  )
  .refine((text) => /^https?:\/\//.test(text), 'https:// or http://')
  .openapi({
    description: 'Opens a match in your own client; notices carry it as `link`.',
    example: 'https://play.example/{match}',
  });

const meSchema = playerSchema
  .extend({
    linkTemplate: z.string().nullable().openapi({ description: 'The template of `link` in notices.' }),
  })
  .openapi('Me');

const presentPlayer = ({ id, name, createdAt }: Player) => ({ id, name, createdAt: isoTime(createdAt) });
const presentMe = (player: Player) => ({ ...presentPlayer(player), linkTemplate: player.linkTemplate });

export const registerPlayer = operation(
  {
    operationId: 'registerPlayer',
    method: 'post',
    path: '/v1/players',
    tag: 'account',
    summary: 'Register a player',
    description:
      'Makes a player and a first access token with every scope. The token is shown this once: only its SHA-256 is kept.',
    access: { kind: 'anyone' },
    body: z.strictObject({ name: nameSchema }),
    status: 201,
    success: 'The player and the token.',
    headers: ['Location'],
    answer: z.object({
      player: meSchema,
      token: z
        .string()
        .openapi({ description: 'Send it as `Authorization: Bearer <token>`.', example: 'gil_…' }),
      tokenDetails: tokenSchema,
    }),
  },
  async ({ body }, { store, clock, publicUrl }) => {
    const now = clock.wall();
    const player: Player = { id: freshId('plr', now), name: body.name, createdAt: now, linkTemplate: null };
    const secret = freshToken();
    const token: Token = {
      id: freshId('tok', now),
      player: player.id,
      hash: sha256(secret),
      name: 'first',
      scopes,
      createdAt: now,
      expiresAt: null,
      lastUsedOn: null,
    };
    await store.accounts.createPlayer(player);
    await store.accounts.createToken(token);
    return reply(
      { player: presentMe(player), token: secret, tokenDetails: presentToken(token) },
      { Location: `${publicUrl}/v1/players/${player.id}` },
    );
  },
);

export const readPlayer = operation(
  {
    operationId: 'readPlayer',
    method: 'get',
    path: '/v1/players/{player}',
    tag: 'account',
    summary: 'Read a player',
    description: 'What everyone may know of a player.',
    access: { kind: 'token', scope: 'matches:read' },
    params: { player: 'The id of a player.' },
    status: 200,
    success: 'The player.',
    answer: playerSchema,
  },
  async ({ params }, { store }) => {
    const id = params.player ?? '';
    const player = isId('plr', id) ? await store.accounts.readPlayer(id) : undefined;
    return player ? reply(presentPlayer(player)) : problem('not-found');
  },
);

export const readMe = operation(
  {
    operationId: 'readMe',
    method: 'get',
    path: '/v1/me',
    tag: 'account',
    summary: 'Read your account',
    description: 'The player that the token belongs to.',
    access: { kind: 'token', scope: 'account' },
    status: 200,
    success: 'Your account.',
    answer: meSchema,
  },
  async (call, { store }) => {
    const player = await store.accounts.readPlayer(callerOf(call));
    return player ? reply(presentMe(player)) : problem('not-found');
  },
);

export const updateMe = operation(
  {
    operationId: 'updateMe',
    method: 'patch',
    path: '/v1/me',
    tag: 'account',
    summary: 'Change your account',
    description: 'Changes the display name or the link template. Matches show the name as of joining them.',
    access: { kind: 'token', scope: 'account' },
    body: z.strictObject({
      name: nameSchema.optional(),
      linkTemplate: linkTemplateSchema.nullable().optional(),
    }),
    status: 200,
    success: 'Your account as it is now.',
    answer: meSchema,
  },
  async (call, { store }) => {
    const { name, linkTemplate } = call.body;
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(linkTemplate === undefined ? {} : { linkTemplate }),
    };
    const player = await store.accounts.updatePlayer(callerOf(call), change);
    return player ? reply(presentMe(player)) : problem('not-found');
  },
);
