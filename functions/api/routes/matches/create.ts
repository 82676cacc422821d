/** Creating a match. */
import { z } from '@hono/zod-openapi';
import { latestEngine } from '../../../../domain/engine/registry.ts';
import { ok, type Result } from '../../../../domain/engine/result.ts';
import type { GameOptions, SealedEngine } from '../../../../domain/engine/sealed.ts';
import { inputFaults } from '../../../../domain/match/play.ts';
import type { MatchRefusal } from '../../../../domain/match/refusal.ts';
import {
  clockSchema,
  defaultExpiry,
  durationSchema,
  visibilities,
} from '../../../../domain/match/settings.ts';
import { freshId, freshJoinCode, idForKey } from '../../../shared/ids.ts';
import {
  type Accepted,
  createMatch as appendFirst,
  findCreated,
  type KeyReused,
} from '../../../shared/matches.ts';
import type { ApiDeps } from '../../deps.ts';
import { type Answer, type Call, callerOf, operation, problem, reply } from '../../operation.ts';
import { matchUrl, presentMatch } from '../../present/match.ts';
import type { Problem } from '../../problems.ts';
import { gameSchema, idSchema, matchSchema } from '../../schemas.ts';
import { matchDeps, refusalProblem, repeatHeader } from './access.ts';
import { checkInvited, hasRoomForMatch, noteInvitations, noteMembership } from './membership.ts';

/** A player's own randomness: 1 to 128 visible ASCII characters (design §7). */
export const nonceSchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,128}$/, '1 to 128 visible ASCII characters')
  .openapi({ description: "Your own randomness, mixed into the match's chance.", example: 'f3b1c0de' });

const body = z
  .strictObject({
    game: gameSchema,
    options: z
      .record(z.string(), z.unknown())
      .default({})
      .openapi({ description: "The game's own options; what is left out has its default.", example: {} }),
    seats: z
      .int()
      .min(2)
      .max(4)
      .optional()
      .openapi({ description: 'How many play; the least that the game takes if left out.' }),
    visibility: z.enum(visibilities).default('public'),
    clock: clockSchema.default({ kind: 'none' }),
    pauses: z
      .boolean()
      .default(true)
      .openapi({ description: 'Whether vacations stop the clocks of this match.' }),
    weekendPause: z
      .boolean()
      .default(false)
      .openapi({ description: 'Whether clocks stand still on Saturdays and Sundays, UTC.' }),
    expiry: durationSchema
      .default(defaultExpiry)
      .openapi({ description: 'After how long it expires if it never fills.' }),
    invited: z.array(idSchema('plr')).max(3).default([]).openapi({
      description:
        'Players for whom seats are kept. If all other seats are, the match never opens to anybody else.',
    }),
    nonce: nonceSchema.optional(),
  })
  .openapi('NewMatch');

const fault = (pointer: string, detail: string) =>
  problem('validation-failed', undefined, { members: { errors: [{ pointer, detail }] } });

const parseOptions = (
  engine: SealedEngine,
  options: unknown,
  seats: number,
): Result<GameOptions, Problem> => {
  const parsed = engine.schemas.options.safeParse(options);
  if (!parsed.success) {
    return problem('validation-failed', undefined, {
      members: { errors: inputFaults(parsed.error, '/options') },
    });
  }
  const violation = engine.checkOptions(parsed.data, seats);
  return violation ? fault('/options', violation.message) : ok(parsed.data);
};

const matchIdFor = (call: Call<unknown, unknown>, deps: ApiDeps): string =>
  call.key
    ? idForKey('mat', deps.serverKey, { principal: callerOf(call), ...call.key })
    : freshId('mat', deps.clock.wall());

const presentCreated = (
  created: Result<Accepted, MatchRefusal | KeyReused>,
  player: string,
  deps: ApiDeps,
): Answer<z.input<typeof matchSchema>> => {
  if (created.ok) {
    const { match } = created.value;
    return reply(presentMatch(match, player, deps.publicUrl), {
      Location: matchUrl(deps.publicUrl, match.id),
      ...repeatHeader(created.value),
    });
  }
  return created.error.code === 'idempotency-key-reused'
    ? problem('idempotency-key-reused')
    : { ok: false, error: refusalProblem(created.error) };
};

export const createMatch = operation(
  {
    operationId: 'createMatch',
    method: 'post',
    path: '/v1/matches',
    tag: 'matches',
    summary: 'Create a match',
    description:
      'You take seat 0. The answer holds the commitment to the server seed; each player may add a nonce until the start. The match starts by itself when the last seat is taken.',
    access: { kind: 'token', scope: 'matches:write' },
    body,
    takesKey: true,
    status: 201,
    success: 'The match.',
    headers: ['Location', 'Idempotent-Replayed'],
    answer: matchSchema,
    problems: ['limit-reached'],
  },
  async (call, deps) => {
    const { body } = call;
    const player = callerOf(call);
    const id = matchIdFor(call, deps);
    const earlier = call.key && (await findCreated(matchDeps(deps), id, call.key.hash));
    if (earlier) return presentCreated(earlier, player, deps);
    const engine = latestEngine(body.game);
    if (!engine) return fault('/game', 'this game is not played here');
    const seats = body.seats ?? engine.seats.min;
    if (seats < engine.seats.min || seats > engine.seats.max) {
      return fault('/seats', `${body.game} is played by ${engine.seats.min} to ${engine.seats.max}`);
    }
    const options = parseOptions(engine, body.options, seats);
    if (!options.ok) return options;
    const invited = await checkInvited(body.invited, player, seats, body.visibility, deps);
    if (!invited.ok) return invited;
    const profile = await deps.store.accounts.readPlayer(player);
    if (!profile) return problem('not-found');
    if (!(await hasRoomForMatch(player, deps))) return problem('limit-reached', 'You have 200 open matches.');

    const { visibility, clock, pauses, weekendPause, expiry } = body;
    const created = await appendFirst(
      matchDeps(deps),
      id,
      call,
      {
        type: 'create',
        game: engine.game,
        rulesVersion: engine.rulesVersion,
        options: options.value,
        seats,
        settings: { visibility, clock, pauses, weekendPause, expiry },
        serverSeed: deps.freshSeed(),
        joiners: [{ player, name: profile.name, nonce: body.nonce ?? null }],
        invited: invited.value,
        joinCode: visibility === 'unlisted' ? freshJoinCode() : null,
        rematchOf: null,
        vacations: [],
      },
      call.key?.hash,
    );
    if (created.ok && !created.value.isRepeat) {
      await noteMembership(player, id, deps);
      await noteInvitations(invited.value, id, deps);
    }
    return presentCreated(created, player, deps);
  },
);
