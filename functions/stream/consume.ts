/** The consumer of the log: what a commit means for read models, inboxes and webhooks. Any order, each possibly twice (design §3). */
import { catalogues } from '../../domain/games/catalogue.generated.ts';
import type { Commit, CommitNotice } from '../../domain/match/commit.ts';
import { isMatchEvent, type MatchEvent } from '../../domain/match/events.ts';
import { isEnded, type MatchState } from '../../domain/match/state.ts';
import type { Clock } from '../shared/clock.ts';
import { deliverNotice, type Enqueue } from '../shared/deliveries.ts';
import { headOf } from '../shared/head.ts';
import { hashId } from '../shared/ids.ts';
import type { Log } from '../shared/log.ts';
import { loadMatch } from '../shared/matches.ts';
import { addressesOf } from '../shared/notice-body.ts';
import { answeredByOrders, playOrders } from '../shared/orders.ts';
import { ensureRematch } from '../shared/rematch.ts';
import type { Notice, NoticeData } from '../shared/store/notices.ts';
import type { Store } from '../shared/store/store.ts';
import { tellMatch } from '../shared/vacations.ts';
import type { NoticeNames } from '../shared/wording.ts';

/** What the consumer takes. */
export interface ConsumerDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Log;
  readonly enqueue: Enqueue;
  /** Where clients reach the API, for links. */
  readonly publicUrl: string;
}

/** Does all that follows from one commit. Safe to repeat: every row it writes has an id that the commit gives. */
export const consumeCommit = async (deps: ConsumerDeps, commit: Commit): Promise<void> => {
  await notify(deps, commit, await playOrdersAfter(deps, commit));
  await keepMemberships(deps, commit);
  await tellOfVacations(deps, commit);
  await makeRematch(deps, commit);
  await bringHeadForward(deps, commit);
};

/**
 * Lets standing orders answer, and says which of the decisions that this commit opened they have answered: before anyone is told, since
 * the owner of an order that answers is not (design §5).
 */
const playOrdersAfter = async (deps: ConsumerDeps, commit: Commit): Promise<ReadonlySet<string>> => {
  const orders = await deps.store.orders.list(commit.matchId);
  if (orders.length === 0) return new Set();
  await playOrders(deps, commit.matchId);
  return answeredByOrders(deps, commit.matchId, commit.version);
};

/** The id of a notice: a hash of the commit, the type, the recipient and the ordinal in the commit (design §3). */
export const noticeIdOf = (commit: Commit, notice: CommitNotice): string =>
  hashId(
    'evt',
    commit.at,
    commit.matchId,
    commit.version,
    notice.type,
    notice.player,
    commit.notices.indexOf(notice),
  );

const dataOf = (
  deps: ConsumerDeps,
  commit: Commit,
  notice: CommitNotice,
  linkTemplate: string | null,
): NoticeData => ({
  matchId: commit.matchId,
  game: commit.game,
  version: commit.version,
  seat: notice.seat,
  playerId: notice.player,
  ...(notice.decision === undefined ? {} : { decision: notice.decision }),
  ...(notice.kind === undefined ? {} : { kind: notice.kind }),
  ...(notice.decision === undefined ? {} : { deadlineAt: notice.deadlineAt ?? null }),
  ...addressesOf(deps.publicUrl, commit.matchId, linkTemplate),
});

const notify = async (deps: ConsumerDeps, commit: Commit, answered: ReadonlySet<string>): Promise<void> => {
  const called = commit.notices.filter(
    ({ type, decision }) => type !== 'turn.started' || decision === undefined || !answered.has(decision),
  );
  const byPlayer = Map.groupBy(called, ({ player }) => player);
  for (const [player, notices] of byPlayer) await notifyPlayer(deps, commit, player, notices);
};

const notifyPlayer = async (
  deps: ConsumerDeps,
  commit: Commit,
  player: string,
  called: readonly CommitNotice[],
): Promise<void> => {
  const [profile, endpoints] = await Promise.all([
    deps.store.accounts.readPlayer(player),
    deps.store.webhooks.listEndpoints(player),
  ]);
  const notices = called.map(
    (notice): Notice => ({
      id: noticeIdOf(commit, notice),
      type: notice.type,
      at: commit.at,
      data: dataOf(deps, commit, notice, profile?.linkTemplate ?? null),
    }),
  );
  await deps.store.inbox.append(player, notices);
  const names = endpoints.some(({ format }) => format !== 'standard')
    ? await namesFor(deps, commit, player)
    : {};
  for (const notice of notices) await deliverNotice(deps, endpoints, notice, names);
};

/** The names that a notice for people speaks of; without HEAD it does without. */
const namesFor = async (deps: ConsumerDeps, commit: Commit, player: string): Promise<NoticeNames> => {
  const [head] = await deps.store.log.readHeads([commit.matchId]);
  const actor = commit.steps[0]?.actor;
  const by = actor && 'seat' in actor ? head?.seats[actor.seat]?.name : undefined;
  const opponents = head?.seats.flatMap((holder) =>
    holder && holder.player !== player ? [holder.name] : [],
  );
  return {
    game: catalogues[commit.game]?.names.en ?? commit.game,
    ...(opponents ? { opponents } : {}),
    ...(by === undefined ? {} : { by }),
  };
};

const gatheringEvents = (commit: Commit): readonly MatchEvent[] =>
  commit.steps.flatMap(({ events }) => events.filter(isMatchEvent));

const concernsMemberships = ({ type }: MatchEvent): boolean =>
  [
    'match.created',
    'match.joined',
    'match.left',
    'match.declined',
    'match.ended',
    'match.cancelled',
    'match.expired',
  ].includes(type);

/** Players' lists follow the log as it is now, so that a late or repeated commit can't bring back what is over. */
const keepMemberships = async (deps: ConsumerDeps, commit: Commit): Promise<void> => {
  const events = gatheringEvents(commit).filter(concernsMemberships);
  if (events.length === 0) return;
  const match = await loadMatch({ log: deps.store.log }, commit.matchId);
  if (!match) return;
  await writeMemberships(deps, match, events);
  await writeInvitations(deps, match, events);
};

const writeInvitations = async (
  { store }: Pick<ConsumerDeps, 'store'>,
  match: MatchState,
  events: readonly MatchEvent[],
): Promise<void> => {
  const { addInvitation, removeInvitation } = store.accounts;
  for (const event of events) {
    if (event.type === 'match.created' && match.status === 'open') {
      for (const player of match.invited) await addInvitation(player, match.id);
    } else if (event.type === 'match.joined' || event.type === 'match.declined') {
      await removeInvitation(event.player, match.id);
    } else if (event.type === 'match.cancelled' || event.type === 'match.expired') {
      for (const player of match.invited) await removeInvitation(player, match.id);
    }
  }
};

const writeMemberships = async (
  deps: Pick<ConsumerDeps, 'store'>,
  match: MatchState,
  events: readonly MatchEvent[],
): Promise<void> => {
  const { accounts } = deps.store;
  const players = match.seats.flatMap((holder) => (holder ? [holder.player] : []));
  for (const player of players) {
    await (isEnded(match)
      ? accounts.finishMembership(player, { matchId: match.id, endedAt: match.endedAt ?? match.at })
      : accounts.addMembership(player, match.id));
  }
  for (const event of events) {
    if (event.type === 'match.left' && !players.includes(event.player)) {
      await accounts.removeMembership(event.player, match.id);
    }
  }
};

/**
 * A vacation that began while the match was starting: who started it had read the players' rows before, and who told the player's
 * matches did not see this one started. After the memberships, so that one of the two sees the other.
 */
const tellOfVacations = async (deps: ConsumerDeps, commit: Commit): Promise<void> => {
  if (!gatheringEvents(commit).some(({ type }) => type === 'match.started')) return;
  const match = await loadMatch({ log: deps.store.log }, commit.matchId);
  for (const holder of match?.seats ?? []) {
    if (holder) await tellMatch(deps, holder.player, commit.matchId);
  }
};

/** Guarantees the match that a commit speaks of as the rematch, also after a crash between the two. */
const makeRematch = async (deps: ConsumerDeps, commit: Commit): Promise<void> => {
  if (!gatheringEvents(commit).some(({ type }) => type === 'match.rematched')) return;
  const { log, accounts } = deps.store;
  const match = await loadMatch({ log }, commit.matchId);
  if (match) await ensureRematch({ log, accounts, clock: deps.clock, logger: deps.logger }, match);
};

/** Last of all: a HEAD that is already there never suppressed a notice (design §3). */
const bringHeadForward = async (deps: ConsumerDeps, commit: Commit): Promise<void> => {
  const [head] = await deps.store.log.readHeads([commit.matchId]);
  if (head && head.version >= commit.version) return;
  const match = await loadMatch({ log: deps.store.log }, commit.matchId);
  if (match) await deps.store.log.writeHead(headOf(match));
};
