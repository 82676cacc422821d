/** Before the start: join, leave, decline, cancel, nonces. */
import { z } from '@hono/zod-openapi';
import { ok } from '../../../../domain/engine/result.ts';
import { declineReasons } from '../../../../domain/match/events.ts';
import { isKnownTo } from '../../../../domain/match/visibility.ts';
import { vacationsOf } from '../../../shared/matches.ts';
import { callerOf, operation, problem, reply } from '../../operation.ts';
import { presentMatch } from '../../present/match.ts';
import { matchSchema } from '../../schemas.ts';
import { matchDeps, matchParam, repeatHeader, runOnMatch } from './access.ts';
import { nonceSchema } from './create.ts';
import { hasRoomForMatch, noteMembership, refusedCompany } from './membership.ts';

const write = { kind: 'token', scope: 'matches:write' } as const;

export const joinMatch = operation(
  {
    operationId: 'joinMatch',
    method: 'post',
    path: '/v1/matches/{match}/join',
    tag: 'matches',
    summary: 'Join a match',
    description:
      'Takes the lowest free seat. The last to join starts the match. Joining again gives the same answer; who of several gets the last seat is decided by the log.',
    access: write,
    params: matchParam,
    body: z.strictObject({
      joinCode: z.string().max(64).optional().openapi({ description: 'For an unlisted match.' }),
      nonce: nonceSchema.optional(),
    }),
    status: 200,
    success: 'The match, with you in it.',
    headers: ['Idempotent-Replayed'],
    answer: matchSchema,
    problems: ['forbidden', 'match-full', 'match-over', 'already-seated', 'limit-reached'],
  },
  async (call, deps) => {
    const player = callerOf(call);
    const profile = await deps.store.accounts.readPlayer(player);
    if (!profile) return problem('not-found');
    const ran = await runOnMatch(call, deps, async (match) => {
      const seated = match.seats.flatMap((holder) => (holder ? [holder.player] : []));
      if (!seated.includes(player)) {
        const refused = await refusedCompany(player, seated, deps);
        if (refused) return refused;
        if (!(await hasRoomForMatch(player, deps)))
          return problem('limit-reached', 'You have 200 open matches.');
      }
      const startsNow = seated.length === match.seats.length - 1;
      const vacations = startsNow ? await vacationsOf(matchDeps(deps), [...seated, player]) : [];
      const { joinCode = null, nonce = null } = call.body;
      return ok({ type: 'join', player, name: profile.name, nonce, code: joinCode, vacations });
    });
    if (!ran.ok) return ran;
    await noteMembership(player, ran.value.match.id, deps);
    return reply(presentMatch(ran.value.match, player, deps.publicUrl), repeatHeader(ran.value));
  },
);

export const leaveMatch = operation(
  {
    operationId: 'leaveMatch',
    method: 'post',
    path: '/v1/matches/{match}/leave',
    tag: 'matches',
    summary: 'Leave a match before its start',
    description: 'Gives the seat back. The creator cancels instead; after the start, resign.',
    access: write,
    params: matchParam,
    status: 200,
    success: 'The match, without you.',
    headers: ['Idempotent-Replayed'],
    answer: matchSchema,
    problems: ['forbidden', 'match-started', 'match-over'],
  },
  async (call, deps) => {
    const player = callerOf(call);
    const ran = await runOnMatch(call, deps, () => ok({ type: 'leave', player }), isKnownTo);
    return ran.ok
      ? reply(presentMatch(ran.value.match, player, deps.publicUrl), repeatHeader(ran.value))
      : ran;
  },
);

export const declineInvitation = operation(
  {
    operationId: 'declineInvitation',
    method: 'post',
    path: '/v1/matches/{match}/decline',
    tag: 'matches',
    summary: 'Decline an invitation',
    description: 'The creator is told, with the reason.',
    access: write,
    params: matchParam,
    body: z.strictObject({ reason: z.enum(declineReasons).default('other') }),
    status: 204,
    success: 'Declined.',
    headers: ['Idempotent-Replayed'],
    problems: ['forbidden', 'already-seated', 'match-over'],
  },
  async (call, deps) => {
    const player = callerOf(call);
    const { reason } = call.body;
    const ran = await runOnMatch(call, deps, () => ok({ type: 'decline', player, reason }), isKnownTo);
    return ran.ok ? reply(undefined, repeatHeader(ran.value)) : ran;
  },
);

export const cancelMatch = operation(
  {
    operationId: 'cancelMatch',
    method: 'post',
    path: '/v1/matches/{match}/cancel',
    tag: 'matches',
    summary: 'Call a match off',
    description:
      'Before the start the creator cancels it. After the start this is an offer, which the others confirm by the same call; it lapses with the next move.',
    access: write,
    params: matchParam,
    status: 200,
    success: 'The match: cancelled, or with the offer.',
    headers: ['Idempotent-Replayed'],
    answer: matchSchema,
    problems: ['forbidden', 'match-over'],
  },
  async (call, deps) => {
    const player = callerOf(call);
    const ran = await runOnMatch(call, deps, () => ok({ type: 'cancel', player }));
    return ran.ok
      ? reply(presentMatch(ran.value.match, player, deps.publicUrl), repeatHeader(ran.value))
      : ran;
  },
);

export const setNonce = operation(
  {
    operationId: 'setNonce',
    method: 'put',
    path: '/v1/matches/{match}/nonce',
    tag: 'matches',
    summary: 'Add your own randomness',
    description: 'Once, before the start. It is mixed into the play seed, and revealed after the end.',
    access: write,
    params: matchParam,
    body: z.strictObject({ nonce: nonceSchema }),
    status: 200,
    success: 'The match.',
    headers: ['Idempotent-Replayed'],
    answer: matchSchema,
    problems: ['forbidden', 'match-started', 'match-over', 'limit-reached'],
  },
  async (call, deps) => {
    const player = callerOf(call);
    const ran = await runOnMatch(call, deps, () => ok({ type: 'set-nonce', player, nonce: call.body.nonce }));
    return ran.ok
      ? reply(presentMatch(ran.value.match, player, deps.publicUrl), repeatHeader(ran.value))
      : ran;
  },
);
