/** How operations on one match reach it: id, visibility, then the command; and how its refusals become problems. */
import type { Seat } from '../../../../domain/engine/engine.ts';
import { ok, type Result } from '../../../../domain/engine/result.ts';
import type { MatchCommand } from '../../../../domain/match/commands.ts';
import type { MatchRefusal } from '../../../../domain/match/refusal.ts';
import { type MatchState, seatOf } from '../../../../domain/match/state.ts';
import { endsMatch } from '../../../../domain/match/transcript.ts';
import { isVisibleTo } from '../../../../domain/match/visibility.ts';
import { isId } from '../../../shared/ids.ts';
import {
  type Accepted,
  loadMatchMended,
  type MatchDeps,
  matchDepsOf,
  runCommand,
  settleDue,
} from '../../../shared/matches.ts';
import type { ApiDeps } from '../../deps.ts';
import { type Call, problem } from '../../operation.ts';
import type { Problem } from '../../problems.ts';
import { noteEnd } from './membership.ts';

/** The parameter that names a match, as every contract here states it. */
export const matchParam = { match: 'The id of a match.' } as const;

/** What the shared command runner takes, from the API's deps. */
export const matchDeps: (deps: ApiDeps) => MatchDeps = matchDepsOf;

type AnyCall = Pick<Call<unknown, unknown>, 'params' | 'principal' | 'receivedAt'>;

/** The match that a call names, if its caller may know that it exists; what was due on it has been appended. */
export const findMatch = async (call: AnyCall, deps: ApiDeps): Promise<Result<MatchState, Problem>> => {
  const id = call.params.match ?? '';
  const loaded = isId('mat', id) ? await loadMatchMended(matchDeps(deps), id) : undefined;
  if (!loaded || !isVisibleTo(loaded, call.principal?.player)) return problem('not-found');
  return ok(await settleDue(matchDeps(deps), loaded));
};

/** The match that a call names with the seat of its caller; for those who have one. */
export const findSeat = async (
  call: AnyCall,
  deps: ApiDeps,
): Promise<Result<{ readonly match: MatchState; readonly player: string; readonly seat: Seat }, Problem>> => {
  const match = await findMatch(call, deps);
  if (!match.ok) return match;
  const player = call.principal?.player;
  const seat = player === undefined ? undefined : seatOf(match.value, player);
  return player === undefined || seat === undefined
    ? problem('forbidden', 'You have no seat in this match.')
    : ok({ match: match.value, player, seat });
};

/** A refusal of the match as a problem. */
export const refusalProblem = ({ code, message, violation, legalMoves, errors }: MatchRefusal): Problem => ({
  code,
  detail: message,
  members: {
    ...(violation ? { reason: violation.reason } : {}),
    ...(violation?.ruling ? { ruling: violation.ruling } : {}),
    ...(legalMoves ? { legalMoves } : {}),
    ...(errors ? { errors } : {}),
  },
});

const isProblem = (error: Problem | MatchRefusal): error is Problem => !('message' in error);

/** Runs a command on the match that a call names, for a caller who may know that it exists. */
export const runOnMatch = async (
  call: AnyCall,
  deps: ApiDeps,
  toCommand: (match: MatchState) => Result<MatchCommand, Problem> | Promise<Result<MatchCommand, Problem>>,
  mayKnow: typeof isVisibleTo = isVisibleTo,
): Promise<Result<Accepted, Problem>> => {
  const id = call.params.match ?? '';
  if (!isId('mat', id)) return problem('not-found');
  const ran = await runCommand<Problem>(matchDeps(deps), id, call, (match) =>
    mayKnow(match, call.principal?.player) ? toCommand(match) : problem('not-found'),
  );
  if (ran === 'unknown') return problem('not-found');
  if (ran.ok) {
    const { match, commit, isRepeat } = ran.value;
    if (commit && !isRepeat && endsMatch(commit)) await noteEnd(match, deps);
    return ran;
  }
  return { ok: false, error: isProblem(ran.error) ? ran.error : refusalProblem(ran.error) };
};

/** The header that marks an answer to a request that had taken effect before. */
export const repeatHeader = ({ isRepeat }: Accepted): { readonly [header: string]: string } =>
  isRepeat ? { 'Idempotent-Replayed': 'true' } : {};
