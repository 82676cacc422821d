/** Talk in a match, among those who have a seat: messages, how far they were seen, and peace from them. */
import { z } from '@hono/zod-openapi';
import type { MatchState } from '../../../../domain/match/state.ts';
import { isoTime } from '../../../shared/clock.ts';
import { freshId, idForKey, isId } from '../../../shared/ids.ts';
import type { Message } from '../../../shared/store/talk.ts';
import { openCursor, sealCursor } from '../../cursors.ts';
import type { ApiDeps } from '../../deps.ts';
import { operation, problem, reply } from '../../operation.ts';
import { idSchema, pageQuery, pageSchema, seatSchema, timeSchema } from '../../schemas.ts';
import { textSchema } from '../../text.ts';
import { findSeat, matchParam } from './access.ts';

const read = { kind: 'token', scope: 'matches:read' } as const;
const write = { kind: 'token', scope: 'matches:write' } as const;

const messageSchema = z
  .object({
    id: idSchema('msg'),
    seat: seatSchema,
    playerId: idSchema('plr'),
    text: z.string(),
    at: timeSchema,
  })
  .openapi('Message');

const presentMessage = ({ id, seat, player, text, at }: Message) => ({
  id,
  seat,
  playerId: player,
  text,
  at: isoTime(at),
});

/** Of the players of a match those whom one of them has blocked. */
const blockedIn = async (match: MatchState, player: string, deps: ApiDeps): Promise<readonly string[]> => {
  const others = match.seats.flatMap((holder) => (holder && holder.player !== player ? [holder.player] : []));
  const blocked = await Promise.all(others.map((other) => deps.store.accounts.hasBlocked(player, other)));
  return others.filter((_, index) => blocked[index]);
};

export const listMessages = operation(
  {
    operationId: 'listMessages',
    method: 'get',
    path: '/v1/matches/{match}/messages',
    tag: 'talk',
    summary: 'Read the messages of a match',
    description:
      'Newest first, for the players of the match alone. What a player whom you have blocked writes is left out.',
    access: read,
    params: matchParam,
    query: z.object(pageQuery),
    status: 200,
    success: 'A page of messages, with how far each player has seen them.',
    answer: pageSchema(messageSchema).extend({
      seen: z
        .array(z.object({ seat: seatSchema, message: idSchema('msg') }))
        .openapi({ description: 'The last message that each player says to have seen.' }),
      isMuted: z.boolean().openapi({ description: 'Whether you asked for no notices of messages here.' }),
    }),
    problems: ['forbidden'],
  },
  async (call, deps) => {
    const found = await findSeat(call, deps);
    if (!found.ok) return found;
    const { match, player } = found.value;
    const binding = ['listMessages', player, match.id];
    const position = openCursor(deps.serverKey, binding, call.query.cursor);
    if (!position.ok) return position;
    const { talk } = deps.store;
    const [page, markers, mute, blocked] = await Promise.all([
      talk.listMessages(match.id, call.query.limit, position.value),
      talk.listSeen(match.id),
      talk.readMute(match.id, player),
      blockedIn(match, player, deps),
    ]);
    return reply({
      items: page.items.filter((message) => !blocked.includes(message.player)).map(presentMessage),
      nextCursor: page.next === undefined ? null : sealCursor(deps.serverKey, binding, page.next),
      seen: match.seats.flatMap((holder, seat) => {
        const marker = markers.find((seen) => seen.player === holder?.player);
        return marker ? [{ seat, message: marker.message }] : [];
      }),
      isMuted: mute?.isMuted ?? false,
    });
  },
);

export const writeMessage = operation(
  {
    operationId: 'writeMessage',
    method: 'post',
    path: '/v1/matches/{match}/messages',
    tag: 'talk',
    summary: 'Write a message',
    description:
      'To the other players of the match, before, during and after it. They are told by `match.message`, unless they muted the match.',
    access: write,
    params: matchParam,
    body: z
      .strictObject({
        text: textSchema(2_000).openapi({
          description: '1 to 2,000 characters; line feeds are kept, control characters refused.',
          example: 'Good luck!',
        }),
      })
      .openapi('NewMessage'),
    takesKey: true,
    status: 201,
    success: 'The message.',
    answer: messageSchema,
    problems: ['forbidden'],
  },
  async (call, deps) => {
    const found = await findSeat(call, deps);
    if (!found.ok) return found;
    const { match, player, seat } = found.value;
    const { key, receivedAt, body } = call;
    const message = {
      id: freshId('msg', receivedAt),
      matchId: match.id,
      player,
      seat,
      text: body.text,
      at: receivedAt,
    };
    const claim = key && {
      id: idForKey('msg', deps.serverKey, { principal: player, ...key }),
      requestHash: key.hash,
    };
    const written = await deps.store.talk.writeMessage(message, claim);
    if (written === 'claimed') return problem('idempotency-key-reused');
    return reply(
      presentMessage(written.message),
      written.isRepeat ? { 'Idempotent-Replayed': 'true' } : undefined,
    );
  },
);

export const markMessagesSeen = operation(
  {
    operationId: 'markMessagesSeen',
    method: 'put',
    path: '/v1/matches/{match}/messages/seen',
    tag: 'talk',
    summary: 'Say how far you have seen the messages',
    description: 'The other players see it. The marker never goes back.',
    access: write,
    params: matchParam,
    body: z.strictObject({
      message: z.string().max(64).openapi({ description: 'The id of a message here.' }),
    }),
    status: 204,
    success: 'Noted.',
    problems: ['forbidden'],
  },
  async (call, deps) => {
    const found = await findSeat(call, deps);
    if (!found.ok) return found;
    const { match, player } = found.value;
    const { message } = call.body;
    const isKnown = isId('msg', message) && (await deps.store.talk.readMessage(match.id, message));
    if (!isKnown) {
      const errors = [{ pointer: '/message', detail: 'there is no such message in this match' }];
      return problem('validation-failed', undefined, { members: { errors } });
    }
    await deps.store.talk.markSeen(match.id, player, message);
    return reply(undefined);
  },
);

export const muteMessages = operation(
  {
    operationId: 'muteMessages',
    method: 'put',
    path: '/v1/matches/{match}/messages/mute',
    tag: 'talk',
    summary: 'Mute the messages of a match',
    description:
      'While a match is muted you get no notices of its messages; they can still be read. Nobody else sees it.',
    access: write,
    params: matchParam,
    body: z.strictObject({ isMuted: z.boolean() }),
    status: 200,
    success: 'As you asked.',
    answer: z.object({ isMuted: z.boolean() }),
    problems: ['forbidden'],
  },
  async (call, deps) => {
    const found = await findSeat(call, deps);
    if (!found.ok) return found;
    const { match, player } = found.value;
    const { isMuted } = call.body;
    const before = await deps.store.talk.readMute(match.id, player);
    if ((before?.isMuted ?? false) !== isMuted) {
      await deps.store.talk.writeMute(match.id, player, { isMuted, since: call.receivedAt });
    }
    return reply({ isMuted });
  },
);
