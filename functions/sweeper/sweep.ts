/** What time brings about by itself: time-outs, expiries, reminders, retries. The due index is a hint; the log decides. */
import type { Instant } from '../../domain/match/instant.ts';
import type { MatchState } from '../../domain/match/state.ts';
import { deliverNotice } from '../shared/deliveries.ts';
import { headOf, nextDue, type Reminder, remindersOf } from '../shared/head.ts';
import { hashId } from '../shared/ids.ts';
import { loadMatch, matchDepsOf, settleDue } from '../shared/matches.ts';
import { playOrders } from '../shared/orders.ts';
import { dueShards } from '../shared/store/match-log.ts';
import type { Notice } from '../shared/store/notices.ts';
import { tellMatch } from '../shared/vacations.ts';
import type { ConsumerDeps } from '../stream/consume.ts';

/** What the sweeper takes: what the consumer does, since it tells players too. */
export type SweeperDeps = ConsumerDeps;

const pageSize = 100;

/** A delivery whose time has come is in the queue or under way. Only if it is still due when an attempt would be over, it was lost. */
const overdueMs = 20_000;

/** One sweep over every shard of the due index. A fault with one match or delivery doesn't hold up the others. */
export const sweep = async (deps: SweeperDeps): Promise<void> => {
  const shards = Array.from({ length: dueShards }, (_, shard) => shard);
  await Promise.all(shards.map((shard) => sweepShard(deps, shard)));
};

const sweepShard = async (deps: SweeperDeps, shard: number): Promise<void> => {
  const { log, webhooks } = deps.store;
  for (const matchId of await log.listDue(shard, deps.clock.now(), pageSize)) {
    await guarded(deps, { matchId }, () => sweepMatch(deps, matchId));
  }
  for (const ref of await webhooks.listDueDeliveries(shard, deps.clock.wall() - overdueMs, pageSize)) {
    await guarded(deps, { ...ref }, () => deps.enqueue(ref));
  }
};

const guarded = async (
  deps: SweeperDeps,
  subject: Record<string, string>,
  work: () => Promise<void>,
): Promise<void> => {
  try {
    await work();
  } catch (error) {
    deps.logger.error('the sweep failed on one subject', { ...subject, error });
  }
};

/** Appends what is due on a match, sends the reminders whose time has come, and sets when to look again. */
export const sweepMatch = async (deps: SweeperDeps, matchId: string): Promise<void> => {
  const matchDeps = matchDepsOf(deps);
  await playOrders(deps, matchId);
  await tellAwaited(deps, matchId);
  const loaded = await loadMatch(matchDeps, matchId);
  if (!loaded) return;
  const match = await settleDue(matchDeps, loaded);
  const now = deps.clock.now();
  for (const reminder of latestReminders(match, now)) await remind(deps, match, reminder);
  await deps.store.log.writeHead(headOf(match));
  await deps.store.log.reschedule(match.id, match.version, nextDue(match, now));
};

/** A match hears of the vacation of whoever is awaited before they are reminded. */
const tellAwaited = async (deps: SweeperDeps, matchId: string): Promise<void> => {
  const match = await loadMatch(matchDepsOf(deps), matchId);
  const awaited = match?.open.flatMap(({ seat }) => match.seats[seat] ?? []) ?? [];
  for (const { player } of awaited) await tellMatch(deps, player, matchId);
};

/** Of the reminders whose time has come the last of each decision: nobody is reminded twice at once. None after the deadline. */
const latestReminders = (match: MatchState, now: Instant): readonly Reminder[] => {
  const due = remindersOf(match).filter(({ at, deadlineAt }) => at <= now && now < deadlineAt);
  return due.filter(
    ({ decision, mark }) => !due.some((other) => other.decision.id === decision.id && other.mark > mark),
  );
};

const remind = async (deps: SweeperDeps, match: MatchState, reminder: Reminder): Promise<void> => {
  const { decision, mark, at, deadlineAt } = reminder;
  const player = match.seats[decision.seat]?.player;
  if (player === undefined) return;
  const profile = await deps.store.accounts.readPlayer(player);
  const template = profile?.linkTemplate ?? null;
  const notice: Notice = {
    id: hashId('evt', at, match.id, decision.id, 'turn.reminder', player, mark),
    type: 'turn.reminder',
    at,
    data: {
      matchId: match.id,
      game: match.game,
      version: match.version,
      seat: decision.seat,
      playerId: player,
      decision: decision.id,
      kind: decision.kind,
      deadlineAt,
      url: `${deps.publicUrl}/v1/matches/${match.id}`,
      ...(template === null ? {} : { link: template.replaceAll('{match}', match.id) }),
    },
  };
  await deps.store.inbox.append(player, [notice]);
  await deliverNotice(deps, await deps.store.webhooks.listEndpoints(player), notice, {});
};
