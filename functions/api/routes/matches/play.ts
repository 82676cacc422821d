/** Playing: moves and resignation. */
import { z } from '@hono/zod-openapi';
import { expectDefined, ok } from '../../../../domain/engine/result.ts';
import { decisionIdPattern } from '../../../../domain/match/commands.ts';
import { matchStatuses } from '../../../../domain/match/state.ts';
import { viewerOf } from '../../../../domain/match/visibility.ts';
import { moveBytesMax } from '../../contract.ts';
import { callerOf, operation, reply } from '../../operation.ts';
import {
  matchUrl,
  presentCommit,
  presentDecisions,
  presentMatch,
  presentOutcome,
  presentView,
} from '../../present/match.ts';
import { decisionSchema, eventSchema, matchSchema, outcomeSchema, viewSchema } from '../../schemas.ts';
import { matchParam, repeatHeader, runOnMatch } from './access.ts';

const write = { kind: 'token', scope: 'matches:write' } as const;

const moveAnswer = z
  .object({
    version: z.int().openapi({ description: 'The commit that holds the move.' }),
    events: z
      .array(eventSchema)
      .openapi({ description: 'What happened, as you see it, with what followed by itself.' }),
    view: viewSchema.openapi({ description: 'The game after it, as you see it.' }),
    decisions: z.array(decisionSchema).openapi({ description: 'Who is awaited now, with your legal moves.' }),
    status: z.enum(matchStatuses),
    outcome: outcomeSchema.nullable(),
  })
  .openapi('MoveAnswer');

/** Any JSON object; the pinned engine's schema checks the rest once the match is known. */
const anyMove = z.looseObject({ type: z.string().max(64) });

export const makeMove = operation(
  {
    operationId: 'makeMove',
    method: 'post',
    path: '/v1/matches/{match}/moves',
    tag: 'matches',
    summary: 'Make a move',
    description:
      'Answers one open decision. The same move for the same decision again gets the first answer again (`Idempotent-Replayed: true`), so a request whose answer was lost is safe to repeat; another move gets `decision-closed`.',
    access: write,
    params: matchParam,
    body: z.strictObject({
      decision: z.string().regex(decisionIdPattern, 'the id of a decision').openapi({ example: '12.0' }),
      move: anyMove.openapi({ allOf: [{ $ref: '#/components/schemas/Move' }] }),
    }),
    bodyBytesMax: moveBytesMax,
    status: 201,
    success: 'The move was accepted: what happened, and where the game stands for you.',
    headers: ['Location', 'Idempotent-Replayed'],
    answer: moveAnswer,
    problems: [
      'forbidden',
      'decision-closed',
      'not-your-turn',
      'match-over',
      'match-not-started',
      'deadline-passed',
      'illegal-move',
    ],
  },
  async (call, deps) => {
    const player = callerOf(call);
    const { decision, move } = call.body;
    const ran = await runOnMatch(call, deps, () => ok({ type: 'move', player, decision, move }));
    if (!ran.ok) return ran;
    const { match } = ran.value;
    const commit = expectDefined(ran.value.commit, 'an accepted move has a commit');
    const viewer = viewerOf(match, player);
    return reply(
      {
        version: commit.version,
        events: presentCommit(match, commit, viewer).events,
        view: presentView(match, viewer),
        decisions: presentDecisions(match, viewer),
        status: match.status,
        outcome: presentOutcome(match.outcome),
      },
      {
        Location: `${matchUrl(deps.publicUrl, match.id)}/versions/${commit.version}`,
        ...repeatHeader(ran.value),
      },
    );
  },
);

export const resignMatch = operation(
  {
    operationId: 'resignMatch',
    method: 'post',
    path: '/v1/matches/{match}/resign',
    tag: 'matches',
    summary: 'Resign',
    description: 'Gives the match up. In a match of three the other two play on.',
    access: write,
    params: matchParam,
    status: 200,
    success: 'The match after it.',
    headers: ['Idempotent-Replayed'],
    answer: matchSchema,
    problems: ['forbidden', 'match-not-started', 'match-over'],
  },
  async (call, deps) => {
    const player = callerOf(call);
    const ran = await runOnMatch(call, deps, () => ok({ type: 'resign', player }));
    return ran.ok
      ? reply(presentMatch(ran.value.match, player, deps.publicUrl), repeatHeader(ran.value))
      : ran;
  },
);
