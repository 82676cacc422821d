/** Who may be invited, how many matches a player may have open, and the player's list of matches. */
import { ok, type Result } from '../../../../domain/engine/result.ts';
import type { Visibility } from '../../../../domain/match/settings.ts';
import type { MatchState } from '../../../../domain/match/state.ts';
import { isId } from '../../../shared/ids.ts';
import type { ApiDeps } from '../../deps.ts';
import { problem } from '../../operation.ts';
import type { Problem } from '../../problems.ts';

/** Open matches a player may have at once (design §4). */
export const liveMatchesMax = 200;

const fault = (pointer: string, detail: string) =>
  problem('validation-failed', undefined, { members: { errors: [{ pointer, detail }] } });

const noSuchPlayer = 'there is no such player, or they take no invitation of yours';

/** Players that exist, none of them twice or the creator, and no more than there are seats; a private match invites all others. */
export const checkInvited = async (
  invited: readonly string[],
  creator: string,
  seats: number,
  visibility: Visibility,
  { store }: ApiDeps,
): Promise<Result<readonly string[], Problem>> => {
  if (invited.length > seats - 1) return fault('/invited', `there are ${seats - 1} other seats`);
  if (visibility === 'private' && invited.length < seats - 1) {
    return fault('/invited', `a private match invites all ${seats - 1} others`);
  }
  if (new Set([creator, ...invited]).size <= invited.length)
    return fault('/invited', 'you, or somebody twice');
  const malformed = invited.findIndex((id) => !isId('plr', id));
  if (malformed >= 0) return fault(`/invited/${malformed}`, noSuchPlayer);
  const known = await store.accounts.readPlayers(invited);
  const mine = await Promise.all(invited.map((id) => store.accounts.hasBlocked(creator, id)));
  if (mine.includes(true)) return fault(`/invited/${mine.indexOf(true)}`, 'you have blocked this player');
  const blocked = await Promise.all(known.map(({ id }) => store.accounts.hasBlocked(id, creator)));
  const missing = invited.findIndex(
    (id) => !known.some((player, index) => player.id === id && !blocked[index]),
  );
  return missing < 0 ? ok(invited) : fault(`/invited/${missing}`, noSuchPlayer);
};

/** False once a player has as many open matches as are allowed. */
export const hasRoomForMatch = async (player: string, { store }: ApiDeps): Promise<boolean> =>
  (await store.accounts.listLive(player, liveMatchesMax)).length < liveMatchesMax;

/** Puts a match on the player's list at once. The consumer of the log is what guarantees it, so a failure here is only logged. */
export const noteMembership = async (player: string, matchId: string, deps: ApiDeps): Promise<void> => {
  try {
    await deps.store.accounts.addMembership(player, matchId);
  } catch (error) {
    deps.logger.warn('a membership was not noted', { player, matchId, error });
  }
};

/** Moves a match that has just ended to the finished ones of its players at once; the consumer guarantees that too. */
export const noteEnd = async (match: MatchState, deps: ApiDeps): Promise<void> => {
  const finished = { matchId: match.id, endedAt: match.endedAt ?? match.at };
  try {
    for (const holder of match.seats) {
      if (holder) await deps.store.accounts.finishMembership(holder.player, finished);
    }
  } catch (error) {
    deps.logger.warn('the end of a match was not noted', { matchId: match.id, error });
  }
};

/** Puts a match on the lists of those who are invited to it. As with memberships, the consumer is what guarantees it. */
export const noteInvitations = async (
  players: readonly string[],
  matchId: string,
  deps: ApiDeps,
): Promise<void> => {
  try {
    for (const player of players) await deps.store.accounts.addInvitation(player, matchId);
  } catch (error) {
    deps.logger.warn('an invitation was not noted', { matchId, error });
  }
};

/**
 * Why a player can't sit down with these others: they have blocked one of them, or the other way round, which is not told. Undefined
 * where nothing stands against it.
 */
export const refusedCompany = async (
  player: string,
  others: readonly string[],
  { store }: ApiDeps,
): Promise<Result<never, Problem> | undefined> => {
  const { hasBlocked } = store.accounts;
  const [mine, theirs] = await Promise.all([
    Promise.all(others.map((other) => hasBlocked(player, other))),
    Promise.all(others.map((other) => hasBlocked(other, player))),
  ]);
  if (mine.includes(true)) return problem('forbidden', 'You have blocked a player of this match.');
  return theirs.includes(true) ? problem('forbidden', 'This match is not open to you.') : undefined;
};
