import { deadlineOf, timeOutGraceMs } from '../../domain/match/clock.ts';
import { expiresAt } from '../../domain/match/gathering.ts';
import type { Instant } from '../../domain/match/instant.ts';
import { deadlineOfSeat, type MatchState, type OpenDecision } from '../../domain/match/state.ts';
import type { Head } from './store/match-log.ts';

/** The parts of a seat's time after which it is reminded (design §5). */
export const reminderMarks = [0.5, 0.9] as const;

/** A reminder that a seat is to get for a decision that it has left open. */
export interface Reminder {
  readonly decision: OpenDecision;
  readonly mark: number;
  readonly at: Instant;
  readonly deadlineAt: Instant;
}

/**
 * Every reminder that the decisions which are open now will bring, whether its time has come or not. A seat's clock runs on over its own
 * consecutive decisions: a mark that was reached before a decision was opened belonged to the one before.
 */
export const remindersOf = (match: MatchState): readonly Reminder[] =>
  match.open.flatMap((decision) => {
    const clock = match.clocks[decision.seat];
    const deadline = deadlineOfSeat(match, decision.seat);
    if (!clock || clock.since === null || clock.bank === null || deadline === undefined) return [];
    const { since, bank } = clock;
    const pauses = match.pauses[decision.seat] ?? [];
    return reminderMarks
      .map((mark) => ({
        decision,
        mark,
        deadlineAt: deadline,
        at: deadlineOf(since, Math.floor(bank * mark), pauses, match.settings.weekendPause),
      }))
      .filter(({ at }) => at >= decision.openedAt);
  });

/** When the sweeper must look at the match next, strictly after `after`; null for never. */
export const nextDue = (match: MatchState, after: Instant): Instant | null => {
  const times =
    match.status === 'open'
      ? [expiresAt(match)]
      : match.open.flatMap(({ seat }) => {
          const deadline = deadlineOfSeat(match, seat);
          return deadline === undefined ? [] : [deadline + timeOutGraceMs];
        });
  const reminders = remindersOf(match)
    .map(({ at }) => at)
    .filter((at) => at > after);
  const due = [...times, ...reminders];
  return due.length > 0 ? Math.min(...due) : null;
};

/** Public, and with a free seat that is kept for nobody. */
const isOpenToAll = (match: MatchState): boolean =>
  match.status === 'open' &&
  match.settings.visibility === 'public' &&
  !match.isByInvitation &&
  match.seats.filter((holder) => holder === null).length > match.invited.length;

/** The read model of a match. Made from the folded log alone. */
export const headOf = (match: MatchState): Head => ({
  matchId: match.id,
  game: match.game,
  version: match.version,
  status: match.status,
  visibility: match.settings.visibility,
  createdAt: match.createdAt,
  createdBy: match.createdBy,
  at: match.at,
  endedAt: match.endedAt,
  seats: match.seats.map((holder) => holder && { player: holder.player, name: holder.name }),
  invited: match.invited,
  isOpenToAll: isOpenToAll(match),
  awaited: match.open.map(({ id, seat, kind }) => ({
    id,
    seat,
    kind,
    deadlineAt: deadlineOfSeat(match, seat) ?? null,
  })),
  dueAt: nextDue(match, match.at),
  outcome: match.outcome,
  clock: match.settings.clock,
  pauses: match.settings.pauses,
  weekendPause: match.settings.weekendPause,
});
