import { rematchOf } from '../../domain/match/rematch.ts';
import type { MatchState } from '../../domain/match/state.ts';
import { freshSeed } from './ids.ts';
import { createMatch, loadMatch, type MatchDeps, vacationsOf } from './matches.ts';
import type { Accounts } from './store/accounts.ts';

/** What making a rematch takes. */
export interface RematchDeps extends MatchDeps {
  readonly accounts: Pick<Accounts, 'readVacation' | 'readPlayers'>;
}

/**
 * Makes the match that a match's log says is its rematch, unless it is there. Whoever comes first makes it: the request that agreed,
 * or the consumer of the log, which guarantees it. Their seeds differ; the one conditional put decides which is kept.
 */
export const ensureRematch = async (deps: RematchDeps, match: MatchState): Promise<void> => {
  if (match.rematch === null || (await loadMatch(deps, match.rematch))) return;
  const players = match.seats.flatMap((holder) => (holder ? [holder.player] : []));
  const profiles = await deps.accounts.readPlayers(players);
  const command = rematchOf(match, {
    serverSeed: freshSeed(),
    names: new Map(profiles.map(({ id, name }) => [id, name])),
    vacations: await vacationsOf(deps, players),
  });
  await createMatch(deps, match.rematch, { receivedAt: deps.clock.now() }, command);
};
