/** Being away: the clocks of a player's matches stand still, within a yearly allowance. */
import { z } from '@hono/zod-openapi';
import { isoTime } from '../../../shared/clock.ts';
import type { Vacation } from '../../../shared/store/accounts.ts';
import { StoreUnavailable } from '../../../shared/store/match-log.ts';
import { allowanceLeft, begun, ended, runningAt, yearlyAllowanceMs } from '../../../shared/vacation.ts';
import type { ApiDeps } from '../../deps.ts';
import { type Call, callerOf, operation, problem, reply } from '../../operation.ts';
import { isoDuration } from '../../present/match.ts';
import { timeSchema } from '../../schemas.ts';

const account = { kind: 'token', scope: 'account' } as const;
const path = '/v1/me/vacation';

const vacationSchema = z
  .object({
    current: z
      .object({ from: timeSchema, until: timeSchema })
      .nullable()
      .openapi({ description: 'The vacation that is under way; null if none is.' }),
    allowance: z
      .string()
      .openapi({ description: 'ISO 8601: for a calendar year, UTC.', example: 'PT2592000S' }),
    left: z.string().openapi({
      description:
        'ISO 8601: what is left of the allowance, once the vacation under way has ended as it is planned.',
      example: 'PT1728000S',
    }),
  })
  .openapi('Vacation');

const present = (vacation: Vacation | undefined, now: number): z.input<typeof vacationSchema> => {
  const running = runningAt(vacation, now);
  return {
    current: running ? { from: isoTime(running.from), until: isoTime(running.until) } : null,
    allowance: isoDuration(yearlyAllowanceMs),
    left: isoDuration(allowanceLeft(vacation, now)),
  };
};

const triesMax = 5;

/** Changes the caller's row, beginning again where another change was first; undefined where there is nothing to change. */
const change = async (
  call: Call<unknown, unknown>,
  { store }: ApiDeps,
  toNext: (vacation: Vacation | undefined) => Vacation | undefined,
): Promise<Vacation | undefined> => {
  const player = callerOf(call);
  for (let round = 0; round < triesMax; round++) {
    const next = toNext(await store.accounts.readVacation(player));
    if (!next || (await store.accounts.writeVacation(player, next))) return next;
  }
  throw new StoreUnavailable(`${triesMax} other writers changed the vacation first`);
};

export const readVacation = operation(
  {
    operationId: 'readVacation',
    method: 'get',
    path,
    tag: 'account',
    summary: 'Read your vacation',
    description: 'Whether you are on vacation, and what is left of the allowance of the year.',
    access: account,
    status: 200,
    success: 'Your vacation.',
    answer: vacationSchema,
  },
  async (call, deps) => {
    const vacation = await deps.store.accounts.readVacation(callerOf(call));
    return reply(present(vacation, call.receivedAt));
  },
);

export const beginVacation = operation(
  {
    operationId: 'beginVacation',
    method: 'put',
    path,
    tag: 'account',
    summary: 'Go on vacation, or change when it ends',
    description:
      'From now on your clocks stand still in every match that allows pauses; time that has run is not given back. It ends at `until`, or by itself once the allowance of the year is used up. A match that starts meanwhile knows of it.',
    access: account,
    body: z.strictObject({
      until: z.iso.datetime().optional().openapi({
        description: 'If left out, until the allowance is used up.',
        example: '2026-12-14T00:00:00Z',
      }),
    }),
    status: 200,
    success: 'Your vacation.',
    answer: vacationSchema,
    problems: ['limit-reached'],
  },
  async (call, deps) => {
    const now = call.receivedAt;
    const until = call.body.until === undefined ? undefined : Date.parse(call.body.until);
    if (until !== undefined && until <= now) {
      const errors = [{ pointer: '/until', detail: 'later than now' }];
      return problem('validation-failed', undefined, { members: { errors } });
    }
    const vacation = await change(call, deps, (before) => begun(before, now, until));
    return vacation
      ? reply(present(vacation, now))
      : problem('limit-reached', "This year's allowance of 30 days is used up.");
  },
);

export const endVacation = operation(
  {
    operationId: 'endVacation',
    method: 'delete',
    path,
    tag: 'account',
    summary: 'Come back from vacation',
    description: 'Your clocks run again from now on; what was planned and not used stays in your allowance.',
    access: account,
    status: 204,
    success: 'You are not on vacation.',
  },
  async (call, deps) => {
    await change(call, deps, (before) => ended(before, call.receivedAt));
    return reply(undefined);
  },
);
