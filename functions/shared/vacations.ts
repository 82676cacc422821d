/** Telling matches of a vacation. The player's row is the truth; doing it again changes nothing (design §5). */
import { err, ok } from '../../domain/engine/result.ts';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { matchDepsOf, runCommand } from './matches.ts';
import type { Store } from './store/store.ts';
import { pausesKept, unheardPause } from './vacation.ts';

/** What telling matches takes. */
export interface VacationDeps {
  readonly store: Pick<Store, 'log' | 'accounts'>;
  readonly clock: Clock;
  readonly logger: Log;
}

/** Far above the matches that a player may have open. */
const matchesMax = 1_000;

/** Tells every match of a player of the vacations that it has not heard of. One that starts meanwhile is told by its consumer. */
export const tellVacation = async (deps: VacationDeps, player: string): Promise<void> => {
  for (const matchId of await deps.store.accounts.listLive(player, matchesMax)) {
    await tellMatch(deps, player, matchId);
  }
};

/**
 * Tells one match. The row is read after the match, each time: a teller that comes late with an old row finds that another was first,
 * and looks again.
 */
export const tellMatch = async (deps: VacationDeps, player: string, matchId: string): Promise<void> => {
  for (let told = 0; told < pausesKept; told++) {
    const ran = await runCommand<'heard'>(
      matchDepsOf(deps),
      matchId,
      { receivedAt: deps.clock.now() },
      async (match) => {
        if (match.status !== 'active' || !match.settings.pauses) return err('heard');
        const pause = unheardPause(match, player, await deps.store.accounts.readVacation(player));
        return pause ? ok({ type: 'pause', player, pause }) : err('heard');
      },
    );
    if (ran === 'unknown' || !ran.ok) return;
  }
};
