/** Lists of matches: mine, and the lobby. Made from the read models; decisions never rest on them. */
import { z } from '@hono/zod-openapi';
import { type GameId, gameIds } from '../../../../domain/engine/engine.ts';
import { sha256 } from '../../../shared/ids.ts';
import { loadMatchMended } from '../../../shared/matches.ts';
import type { Head, LobbyEntry } from '../../../shared/store/match-log.ts';
import { openCursor, sealCursor } from '../../cursors.ts';
import type { ApiDeps } from '../../deps.ts';
import { callerOf, operation, reply } from '../../operation.ts';
import { isInvitedTo, presentSummary } from '../../present/match.ts';
import { gameSchema, matchSummarySchema, pageQuery, pageSchema } from '../../schemas.ts';
import { matchDeps } from './access.ts';
import { liveMatchesMax } from './membership.ts';

const never = '9'.repeat(15);
const sortable = (at: number): string => `${at}`.padStart(15, '0');

const isMyTurn = (head: Head, player: string): boolean =>
  head.awaited.some(({ seat }) => head.seats[seat]?.player === player);

/** Most urgent first: my turns by deadline (those without one after), invitations, then the others; the longest at rest first. */
const urgency = (head: Head, player: string): string => {
  const mine = head.awaited.filter(({ seat }) => head.seats[seat]?.player === player);
  const deadlines = mine.flatMap(({ deadlineAt }) => (deadlineAt === null ? [] : [deadlineAt]));
  const deadline = deadlines.length > 0 ? sortable(Math.min(...deadlines)) : never;
  const kind = mine.length > 0 ? 'a' : isInvitedTo(head, player) ? 'b' : 'c';
  return [kind, kind === 'a' ? deadline : '', sortable(head.at), head.matchId].join(' ');
};

const readHeads = async (ids: readonly string[], deps: ApiDeps): Promise<readonly Head[]> => {
  const heads = await deps.store.log.readHeads(ids);
  const missing = ids.filter((id) => !heads.some(({ matchId }) => matchId === id));
  if (missing.length === 0) return heads;
  await Promise.all(missing.slice(0, 20).map((id) => loadMatchMended(matchDeps(deps), id)));
  return [...heads, ...(await deps.store.log.readHeads(missing))];
};

const states = ['open', 'active', 'finished'] as const;

interface Filters {
  readonly state: (typeof states)[number] | undefined;
  readonly game: GameId | undefined;
  readonly awaiting: 'me' | undefined;
}

const isLive = ({ status }: Head): boolean => status === 'open' || status === 'active';

const invitationsMax = 200;

/** The invitations that a player has, but for those from players whom they have blocked since. */
const readInvitations = async (player: string, deps: ApiDeps): Promise<readonly Head[]> => {
  const { accounts } = deps.store;
  const heads = await readHeads(await accounts.listInvitations(player, invitationsMax), deps);
  const invitations = heads.filter((head) => isInvitedTo(head, player));
  const blocked = invitations.length > 0 ? await accounts.listBlocks(player) : [];
  return invitations.filter(({ createdBy }) => !blocked.includes(createdBy));
};

/** A match that was on an earlier page, in few letters: the cursor of a list that changes holds all that were shown. */
const markOf = ({ matchId }: Head): string => sha256(matchId).slice(0, 6);
const marks = /.{6}/g;

/**
 * Every match once, whatever is played between two pages: a page takes the most urgent that were on none before, in the order of the
 * moment.
 */
const listLive = async (
  player: string,
  filters: Filters,
  limit: number,
  shown: string | undefined,
  deps: ApiDeps,
) => {
  const [seated, invitations] = await Promise.all([
    deps.store.accounts.listLive(player, liveMatchesMax).then((ids) => readHeads(ids, deps)),
    filters.state === 'active' ? [] : readInvitations(player, deps),
  ]);
  const before = new Set(shown?.match(marks));
  const sorted = [
    ...seated.filter(({ seats }) => seats.some((holder) => holder?.player === player)),
    ...invitations,
  ]
    .filter((head) => (filters.state === undefined ? isLive(head) : head.status === filters.state))
    .filter((head) => filters.game === undefined || head.game === filters.game)
    .filter((head) => filters.awaiting === undefined || isMyTurn(head, player))
    .filter((head) => !before.has(markOf(head)))
    .map((head) => ({ head, key: urgency(head, player) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ head }) => head);
  const page = sorted.slice(0, limit);
  const next = [...before, ...page.map(markOf)].join('');
  return { heads: page, next: sorted.length > limit ? next : undefined };
};

const roundsMax = 20;

const listFinished = async (
  player: string,
  filters: Filters,
  limit: number,
  before: string | undefined,
  deps: ApiDeps,
) => {
  const found: Head[] = [];
  let next = before;
  for (let round = 0; round < roundsMax; round++) {
    const page = await deps.store.accounts.listFinished(player, limit - found.length, next);
    const heads = await readHeads(
      page.items.map(({ matchId }) => matchId),
      deps,
    );
    const inOrder = page.items.flatMap(({ matchId }) => heads.find((head) => head.matchId === matchId) ?? []);
    found.push(...inOrder.filter((head) => filters.game === undefined || head.game === filters.game));
    next = page.next;
    if (next === undefined || found.length >= limit) break;
  }
  return { heads: found, next };
};

export const listMyMatches = operation(
  {
    operationId: 'listMyMatches',
    method: 'get',
    path: '/v1/matches',
    tag: 'matches',
    summary: 'List my matches',
    description:
      'Open and active matches, most urgent first: those that await you by deadline, then what you are invited to, then the others. With `state=finished`, those that have ended, newest first. Pages never repeat a match, nor leave one out, whatever is played meanwhile.',
    access: { kind: 'token', scope: 'matches:read' },
    query: z.object({
      state: z.enum(states).optional().openapi({ description: 'Open and active ones if left out.' }),
      awaiting: z.literal('me').optional().openapi({ description: 'Only those in which you are awaited.' }),
      game: gameSchema.optional(),
      ...pageQuery,
    }),
    status: 200,
    success: 'A page of your matches.',
    answer: pageSchema(matchSummarySchema),
  },
  async (call, deps) => {
    const player = callerOf(call);
    const { state, awaiting, game, limit, cursor } = call.query;
    const binding = ['listMyMatches', player, state, awaiting, game];
    const position = openCursor(deps.serverKey, binding, cursor);
    if (!position.ok) return position;
    const list = state === 'finished' ? listFinished : listLive;
    const { heads, next } = await list(player, { state, game, awaiting }, limit, position.value, deps);
    return reply({
      items: heads.map((head) => presentSummary(head, player, deps.publicUrl)),
      nextCursor: next === undefined ? null : sealCursor(deps.serverKey, binding, next),
    });
  },
);

/** The newest entries over the chosen games, with whether there are more. */
const newestEntries = async (
  games: readonly GameId[],
  limit: number,
  before: string | undefined,
  deps: ApiDeps,
) => {
  const pages = await Promise.all(games.map((game) => deps.store.log.listLobby(game, limit + 1, before)));
  const entries: readonly LobbyEntry[] = pages
    .flatMap(({ items }) => items)
    .sort((a, b) => (a.position > b.position ? -1 : 1));
  return { entries: entries.slice(0, limit), hasMore: entries.length > limit };
};

export const listLobby = operation(
  {
    operationId: 'listLobby',
    method: 'get',
    path: '/v1/lobby',
    tag: 'matches',
    summary: 'List open public matches',
    description:
      'Matches that wait for players and that anyone may join, newest first. The list may lag by a moment. With a token, those of players whom you have blocked are left out.',
    access: { kind: 'optional', scope: 'matches:read' },
    query: z.object({ game: gameSchema.optional(), ...pageQuery }),
    status: 200,
    success: 'A page of the lobby.',
    answer: pageSchema(matchSummarySchema),
  },
  async ({ query, principal }, deps) => {
    const { game, limit, cursor } = query;
    const player = principal?.player;
    const binding = ['listLobby', player, game];
    const position = openCursor(deps.serverKey, binding, cursor);
    if (!position.ok) return position;
    const { entries, hasMore } = await newestEntries(game ? [game] : gameIds, limit, position.value, deps);
    const [heads, blocked]: [readonly Head[], readonly string[]] = await Promise.all([
      deps.store.log.readHeads(entries.map(({ matchId }) => matchId)),
      player === undefined ? [] : deps.store.accounts.listBlocks(player),
    ]);
    const open = entries
      .flatMap(({ matchId }) => heads.find((head) => head.matchId === matchId) ?? [])
      .filter((head) => head.isOpenToAll && !blocked.includes(head.createdBy));
    const last = entries.at(-1)?.position;
    return reply({
      items: open.map((head) => presentSummary(head, player, deps.publicUrl)),
      nextCursor: hasMore && last !== undefined ? sealCursor(deps.serverKey, binding, last) : null,
    });
  },
);
