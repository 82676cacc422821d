/** Reading one match: as it is, as it was, and what happened. */
import { z } from '@hono/zod-openapi';
import { isEnded } from '../../../../domain/match/state.ts';
import { viewerOf } from '../../../../domain/match/visibility.ts';
import { loadMatchAt } from '../../../shared/matches.ts';
import { operation, problem, reply } from '../../operation.ts';
import { presentCommit, presentMatch } from '../../present/match.ts';
import { commitSchema, matchSchema } from '../../schemas.ts';
import { findMatch, matchParam } from './access.ts';

const read = { kind: 'optional', scope: 'matches:read' } as const;

export const readMatch = operation(
  {
    operationId: 'readMatch',
    method: 'get',
    path: '/v1/matches/{match}',
    tag: 'matches',
    summary: 'Read a match',
    description:
      'The match as you may see it: the view, the open decisions (with your legal moves), clocks, seats. Public and unlisted matches can be read without a token, as a spectator. The ETag changes when anything that you see does.',
    access: read,
    params: matchParam,
    status: 200,
    success: 'The match.',
    answer: matchSchema,
  },
  async (call, deps) => {
    const match = await findMatch(call, deps);
    return match.ok ? reply(presentMatch(match.value, call.principal?.player, deps.publicUrl)) : match;
  },
);

export const listEvents = operation(
  {
    operationId: 'listEvents',
    method: 'get',
    path: '/v1/matches/{match}/events',
    tag: 'matches',
    summary: 'Read what happened',
    description:
      'The log, oldest first, redacted for you. Send the last `version` that you know as `after`; you have everything once `version` is reached.',
    access: read,
    params: matchParam,
    query: z.object({
      after: z.coerce
        .number()
        .int()
        .min(0)
        .max(1e9)
        .default(0)
        .openapi({ description: 'Only commits after this version.' }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(100)
        .default(50)
        .openapi({ description: 'Commits a page, 1 to 100.' }),
    }),
    status: 200,
    success: 'Commits after `after`, at most `limit`.',
    answer: z.object({
      items: z.array(commitSchema),
      version: z.int().openapi({ description: 'The version of the match now.' }),
    }),
  },
  async (call, deps) => {
    const match = await findMatch(call, deps);
    if (!match.ok) return match;
    const { after, limit } = call.query;
    const commits = await deps.store.log.readAfter(match.value.id, after, limit);
    const viewer = viewerOf(match.value, call.principal?.player);
    return reply({
      items: commits
        .filter(({ version }) => version <= match.value.version)
        .map((commit) => presentCommit(match.value, commit, viewer)),
      version: match.value.version,
    });
  },
);

export const readVersion = operation(
  {
    operationId: 'readVersion',
    method: 'get',
    path: '/v1/matches/{match}/versions/{version}',
    tag: 'matches',
    summary: 'Read a match as it was',
    description:
      'The match as you knew it at a version. After the end, `as` shows it as that seat knew it (a number), whoever you are.',
    access: read,
    params: { ...matchParam, version: 'A version that the match has reached, from 1.' },
    query: z.object({
      as: z.coerce
        .number()
        .int()
        .min(0)
        .max(3)
        .optional()
        .openapi({ description: 'A seat; only after the end.' }),
    }),
    status: 200,
    success: 'The match at that version.',
    answer: matchSchema,
    problems: ['forbidden'],
  },
  async (call, deps) => {
    const now = await findMatch(call, deps);
    if (!now.ok) return now;
    const version = /^[1-9]\d{0,8}$/.test(call.params.version ?? '')
      ? Number(call.params.version)
      : undefined;
    if (version === undefined || version > now.value.version) return problem('not-found');
    const { as } = call.query;
    if (as !== undefined && !isEnded(now.value)) {
      return problem('forbidden', 'Another seat is shown only after the end.');
    }
    if (as !== undefined && as >= now.value.seats.length) return problem('not-found');
    const then = await loadMatchAt({ log: deps.store.log }, now.value.id, version);
    const player = call.principal?.player;
    const viewer = as === undefined ? viewerOf(now.value, player) : { seat: as };
    return reply(presentMatch(then, player, deps.publicUrl, viewer));
  },
);
