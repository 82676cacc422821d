/** Whom a player wants nothing to do with. A block is never shown to the one who is blocked. */
import { z } from '@hono/zod-openapi';
import { isId } from '../../../shared/ids.ts';
import { callerOf, operation, problem, reply } from '../../operation.ts';
import { idSchema } from '../../schemas.ts';

/** How many players one may block. */
const blocksMax = 500;

const account = { kind: 'token', scope: 'account' } as const;
const params = { player: 'The id of a player.' } as const;

export const listBlocks = operation(
  {
    operationId: 'listBlocks',
    method: 'get',
    path: '/v1/me/blocks',
    tag: 'account',
    summary: 'List whom you have blocked',
    description: `All of them, at most ${blocksMax}.`,
    access: account,
    status: 200,
    success: 'The players whom you have blocked.',
    answer: z.object({ items: z.array(z.object({ playerId: idSchema('plr'), name: z.string() })) }),
  },
  async (call, { store }) => {
    const blocked = await store.accounts.listBlocks(callerOf(call));
    const players = await store.accounts.readPlayers(blocked);
    const named = blocked.flatMap((id) => players.find((player) => player.id === id) ?? []);
    return reply({ items: named.map(({ id, name }) => ({ playerId: id, name })) });
  },
);

export const blockPlayer = operation(
  {
    operationId: 'blockPlayer',
    method: 'put',
    path: '/v1/me/blocks/{player}',
    tag: 'account',
    summary: 'Block a player',
    description:
      'They can no longer join your matches, invite you or have a rematch with you, you are not told of what they write, and their invitations and messages are left out of your lists. Matches that you are playing go on. They are not told.',
    access: account,
    params,
    status: 204,
    success: 'Blocked.',
    problems: ['forbidden', 'limit-reached'],
  },
  async (call, { store }) => {
    const player = callerOf(call);
    const other = call.params.player ?? '';
    if (!isId('plr', other) || !(await store.accounts.readPlayer(other))) return problem('not-found');
    if (other === player) return problem('forbidden', "You can't block yourself.");
    const blocked = await store.accounts.listBlocks(player);
    if (blocked.includes(other)) return reply(undefined);
    if (blocked.length >= blocksMax)
      return problem('limit-reached', `You can block at most ${blocksMax} players.`);
    await store.accounts.block(player, other);
    return reply(undefined);
  },
);

export const unblockPlayer = operation(
  {
    operationId: 'unblockPlayer',
    method: 'delete',
    path: '/v1/me/blocks/{player}',
    tag: 'account',
    summary: 'Unblock a player',
    description: 'As if you had never blocked them. Unblocking somebody who is not blocked changes nothing.',
    access: account,
    params,
    status: 204,
    success: 'Not blocked.',
  },
  async (call, { store }) => {
    const other = call.params.player ?? '';
    if (!isId('plr', other)) return problem('not-found');
    await store.accounts.unblock(callerOf(call), other);
    return reply(undefined);
  },
);
