import type { z } from '@hono/zod-openapi';
import type { Seat, Viewer } from '../../../domain/engine/engine.ts';
import type { Commit } from '../../../domain/match/commit.ts';
import { engineOf } from '../../../domain/match/commit.ts';
import { seedCommitment } from '../../../domain/match/digest.ts';
import { expiresAt } from '../../../domain/match/gathering.ts';
import type { Instant } from '../../../domain/match/instant.ts';
import {
  type DrawOffer,
  deadlineOfSeat,
  type MatchState,
  type SeatHolder,
  seatOf,
} from '../../../domain/match/state.ts';
import { redactEvent, summarizeEvent, viewerOf } from '../../../domain/match/visibility.ts';
import { isoTime } from '../../shared/clock.ts';
import type { Head } from '../../shared/store/match-log.ts';
import type {
  commitSchema,
  decisionSchema,
  drawOfferSchema,
  matchSchema,
  matchSummarySchema,
  seatHolderSchema,
} from '../schemas.ts';

const time = (at: Instant | null | undefined): string | null =>
  at === null || at === undefined ? null : isoTime(at);

/** Milliseconds as an ISO 8601 duration in seconds. */
export const isoDuration = (ms: number): string => `PT${ms / 1000}S`;

/** The public address of a match. */
export const matchUrl = (publicUrl: string, id: string): string => `${publicUrl}/v1/matches/${id}`;

const presentSeat = (match: MatchState, holder: SeatHolder, seat: Seat): z.input<typeof seatHolderSchema> => {
  const clock = match.clocks[seat];
  return {
    seat,
    playerId: holder.player,
    name: holder.name,
    hasNonce: holder.nonce !== null,
    left: holder.left,
    clock: clock
      ? {
          bank: clock.bank === null ? null : isoDuration(clock.bank),
          runningSince: time(clock.since),
          deadlineAt: time(deadlineOfSeat(match, seat)),
        }
      : null,
    vacations: (match.pauses[seat] ?? []).map(({ from, until }) => ({
      from: isoTime(from),
      until: isoTime(until),
    })),
  };
};

/** The open decisions, with every legal move of the viewer's own. */
export const presentDecisions = (match: MatchState, viewer: Viewer): z.input<typeof decisionSchema>[] =>
  match.open.map(({ id, seat, kind, openedAt }) => ({
    id,
    seat,
    kind,
    openedAt: isoTime(openedAt),
    deadlineAt: time(deadlineOfSeat(match, seat)),
    ...(viewer !== 'spectator' && viewer.seat === seat && match.gameState !== null
      ? { legalMoves: [...engineOf(match).legalMoves(match.gameState, seat)] }
      : {}),
  }));

/** The game as a viewer may see it; null before the start. */
export const presentView = (match: MatchState, viewer: Viewer): z.input<typeof matchSchema>['view'] =>
  match.gameState === null ? null : engineOf(match).view(match.gameState, viewer);

const presentYou = (match: MatchState, player: string): z.input<typeof matchSchema>['you'] => ({
  seat: seatOf(match, player) ?? null,
  isInvited: match.invited.includes(player),
  joinCode: player === match.createdBy ? match.joinCode : null,
});

/** The match as a player (undefined: a stranger) may see it; `viewer` overrides from where the game is seen. */
export const presentMatch = (
  match: MatchState,
  player: string | undefined,
  publicUrl: string,
  viewer: Viewer = viewerOf(match, player),
): z.input<typeof matchSchema> => ({
  id: match.id,
  url: matchUrl(publicUrl, match.id),
  game: match.game,
  rulesVersion: match.rulesVersion,
  options: { ...match.options },
  status: match.status,
  visibility: match.settings.visibility,
  clock: match.settings.clock,
  pauses: match.settings.pauses,
  weekendPause: match.settings.weekendPause,
  createdAt: isoTime(match.createdAt),
  createdBy: match.createdBy,
  startedAt: time(match.startedAt),
  endedAt: time(match.endedAt),
  expiresAt: match.status === 'open' ? isoTime(expiresAt(match)) : null,
  version: match.version,
  seats: match.seats.map((holder, seat) => holder && presentSeat(match, holder, seat)),
  you: player === undefined ? null : presentYou(match, player),
  decisions: presentDecisions(match, viewer),
  drawOffer: match.drawOffer && presentDrawOffer(match.drawOffer),
  cancelOffers: [...match.cancelOffers],
  rematchOffers: [...match.rematchOffers],
  rematch: match.rematch,
  rematchOf: match.rematchOf,
  outcome: presentOutcome(match.outcome),
  view: presentView(match, viewer),
  rngScheme: match.rngScheme,
  seedCommitment: seedCommitment(match.serverSeed),
  digest: match.digest,
});

/** A draw on offer. */
export const presentDrawOffer = ({ id, seat, accepted }: DrawOffer): z.input<typeof drawOfferSchema> => ({
  id,
  seat,
  accepted: [...accepted],
});

/** How the match ended; null before. */
export const presentOutcome = (outcome: MatchState['outcome']): z.input<typeof matchSchema>['outcome'] => {
  if (outcome === null) return null;
  const details = outcome.details ? { details: { ...outcome.details } } : {};
  return outcome.kind === 'won'
    ? { kind: 'won', winners: [...outcome.winners], reason: outcome.reason, ...details }
    : { kind: 'drawn', reason: outcome.reason, ...details };
};

/** One commit as a viewer may see it: its redacted events, each with its actor and a line. */
export const presentCommit = (
  match: MatchState,
  commit: Commit,
  viewer: Viewer,
): z.input<typeof commitSchema> => {
  const engine = engineOf(match);
  const events = commit.steps.flatMap(({ actor, events }) =>
    events.flatMap((event) => {
      const visible = redactEvent(engine, event, viewer);
      return visible ? [{ ...visible, actor, summary: summarizeEvent(engine, event, viewer) ?? null }] : [];
    }),
  );
  const isOwn =
    viewer !== 'spectator' && commit.steps.some(({ actor }) => 'seat' in actor && actor.seat === viewer.seat);
  return {
    version: commit.version,
    at: isoTime(commit.at),
    events,
    ...(commit.order !== undefined && isOwn ? { standingOrder: commit.order } : {}),
  };
};

/** Whether a match waits for a player to join it or decline. */
export const isInvitedTo = (head: Head, player: string | undefined): boolean =>
  player !== undefined && head.status === 'open' && head.invited.includes(player);

/** A match in a list, from its read model. */
export const presentSummary = (
  head: Head,
  player: string | undefined,
  publicUrl: string,
): z.input<typeof matchSummarySchema> => {
  const seat = head.seats.findIndex((holder) => holder !== null && holder.player === player);
  return {
    id: head.matchId,
    url: matchUrl(publicUrl, head.matchId),
    game: head.game,
    status: head.status,
    visibility: head.visibility,
    clock: head.clock,
    pauses: head.pauses,
    weekendPause: head.weekendPause,
    createdAt: isoTime(head.createdAt),
    endedAt: time(head.endedAt),
    version: head.version,
    seats: head.seats.map((holder) => holder && { playerId: holder.player, name: holder.name }),
    yourSeat: seat < 0 ? null : seat,
    decisions: head.awaited.map(({ id, seat: awaited, kind, deadlineAt }) => ({
      id,
      seat: awaited,
      kind,
      deadlineAt: time(deadlineAt),
    })),
    isYourTurn: head.awaited.some((decision) => decision.seat === seat),
    isInvited: isInvitedTo(head, player),
    outcome: presentOutcome(head.outcome),
  };
};
