import type { CommitNotice, CommitNoticeType } from './commit.ts';
import { isMatchEvent, type MatchEvent, type Step } from './events.ts';
import { deadlineOfSeat, type MatchState, type OpenDecision, playingSeats, seatOf } from './state.ts';

const toPlayer = (match: MatchState, type: CommitNoticeType, player: string): CommitNotice => ({
  type,
  player,
  seat: seatOf(match, player) ?? null,
});

const seated = (match: MatchState): readonly string[] =>
  match.seats.flatMap((holder) => (holder ? [holder.player] : []));

const toAll = (match: MatchState, type: CommitNoticeType, except?: string): readonly CommitNotice[] =>
  seated(match)
    .filter((player) => player !== except)
    .map((player) => toPlayer(match, type, player));

/** Everyone who is asked by an offer: the other seats that still play. */
const toAsked = (match: MatchState, type: CommitNoticeType, seat: number): readonly CommitNotice[] =>
  playingSeats(match).flatMap((other) => {
    const player = playerAt(match, other);
    return other === seat || player === undefined ? [] : [toPlayer(match, type, player)];
  });

/** Everyone who waited for a match that will not be: the seated and the invited. */
const toAwaiting = (match: MatchState, type: CommitNoticeType): readonly CommitNotice[] => [
  ...toAll(match, type),
  ...match.invited.map((player) => toPlayer(match, type, player)),
];

const playerAt = (match: MatchState, seat: number): string | undefined => match.seats[seat]?.player;

const ofEvent = (match: MatchState, event: MatchEvent, version: number): readonly CommitNotice[] => {
  switch (event.type) {
    case 'match.created':
      return event.invited.map((player) => toPlayer(match, 'match.invited', player));
    case 'match.joined':
      return version === 1 ? [] : toAll(match, 'match.joined', event.player);
    case 'match.declined':
      return [toPlayer(match, 'invitation.declined', match.createdBy)];
    case 'match.started':
      return toAll(match, 'match.started');
    case 'match.draw-offered':
      return toAsked(match, 'draw.offered', event.seat);
    case 'match.cancel-offered':
      return toAsked(match, 'cancel.offered', event.seat);
    case 'match.rematch-offered':
      return toAll(match, 'rematch.offered', playerAt(match, event.seat));
    case 'match.cancelled':
      return toAwaiting(match, 'match.cancelled');
    case 'match.expired':
      return toAwaiting(match, 'match.expired');
    case 'match.ended':
      return toAll(match, 'match.ended');
    case 'match.left':
    case 'match.nonce-set':
    case 'match.paused':
    case 'match.draw-accepted':
    case 'match.draw-declined':
    case 'match.rematched':
    case 'match.resigned':
    case 'match.timed-out':
      return [];
  }
};

const turnStarted = (match: MatchState, { seat, id, kind }: OpenDecision): readonly CommitNotice[] => {
  const player = playerAt(match, seat);
  if (player === undefined) return [];
  const deadline = deadlineOfSeat(match, seat);
  return [
    {
      type: 'turn.started',
      player,
      seat,
      decision: id,
      kind,
      ...(deadline === undefined ? {} : { deadlineAt: deadline }),
    },
  ];
};

const becameAwaited = (match: MatchState, { seat }: OpenDecision, version: number): boolean =>
  match.clocks[seat]?.sinceVersion === version;

/** One turn notice for each seat that became awaited by this commit, not for its own consecutive decisions (design §5). */
const turns = (match: MatchState, version: number): readonly CommitNotice[] =>
  match.open
    .filter((decision) => becameAwaited(match, decision, version))
    .flatMap((decision) => turnStarted(match, decision));

/**
 * A seat whose standing order answered was not told of that decision, so it is told of the next one even if it is its own. These come
 * last: the ids of all other notices are the same as if the owner had answered.
 */
const turnsAfterOrder = (
  steps: readonly Step[],
  match: MatchState,
  version: number,
): readonly CommitNotice[] => {
  const actor = steps[0]?.actor;
  const owner = actor && 'seat' in actor ? actor.seat : undefined;
  return match.open
    .filter((decision) => decision.seat === owner && !becameAwaited(match, decision, version))
    .flatMap((decision) => turnStarted(match, decision));
};

/** Who is to be told what because of these steps. The order is part of the notices' ids (design §3). */
export const noticesOf = (
  steps: readonly Step[],
  match: MatchState,
  version: number,
  { isOrder = false }: { readonly isOrder?: boolean } = {},
): readonly CommitNotice[] => [
  ...steps.flatMap(({ events }) =>
    events.filter(isMatchEvent).flatMap((event) => ofEvent(match, event, version)),
  ),
  ...turns(match, version),
  ...(isOrder ? turnsAfterOrder(steps, match, version) : []),
];
