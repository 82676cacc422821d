/** What the players agree on: draws and rematches. */
import { expectDefined, ok } from '../../../../domain/engine/result.ts';
import { decisionIdPattern } from '../../../../domain/match/commands.ts';
import { type MatchState, seatOf } from '../../../../domain/match/state.ts';
import { idForKey } from '../../../shared/ids.ts';
import { ensureRematch } from '../../../shared/rematch.ts';
import type { ApiDeps } from '../../deps.ts';
import { callerOf, operation, problem, reply } from '../../operation.ts';
import { presentDrawOffer, presentMatch } from '../../present/match.ts';
import { drawOfferSchema, matchSchema } from '../../schemas.ts';
import { matchDeps, matchParam, repeatHeader, runOnMatch } from './access.ts';
import { hasRoomForMatch, noteMembership, refusedCompany } from './membership.ts';

const write = { kind: 'token', scope: 'matches:write' } as const;
const offerParams = { ...matchParam, offer: 'The id of a draw offer.' } as const;

export const offerDraw = operation(
  {
    operationId: 'offerDraw',
    method: 'post',
    path: '/v1/matches/{match}/draw-offers',
    tag: 'matches',
    summary: 'Offer a draw',
    description:
      'It stands until all the others accept it, one declines, or the match goes on with the next move. Three a match for each seat. Offering again while your offer stands gives that offer.',
    access: write,
    params: matchParam,
    status: 201,
    success: 'The offer.',
    headers: ['Idempotent-Replayed'],
    answer: drawOfferSchema,
    problems: ['forbidden', 'match-not-started', 'match-over', 'offer-closed', 'limit-reached'],
  },
  async (call, deps) => {
    const player = callerOf(call);
    const ran = await runOnMatch(call, deps, () => ok({ type: 'offer-draw', player }));
    if (!ran.ok) return ran;
    const offer = expectDefined(ran.value.match.drawOffer ?? undefined, 'an offer that was made stands');
    return reply(presentDrawOffer(offer), repeatHeader(ran.value));
  },
);

export const acceptDraw = operation(
  {
    operationId: 'acceptDraw',
    method: 'post',
    path: '/v1/matches/{match}/draw-offers/{offer}/accept',
    tag: 'matches',
    summary: 'Accept a draw',
    description: 'With the last acceptance the match is drawn.',
    access: write,
    params: offerParams,
    status: 200,
    success: 'The match after it.',
    headers: ['Idempotent-Replayed'],
    answer: matchSchema,
    problems: ['forbidden', 'match-not-started', 'match-over', 'offer-closed'],
  },
  async (call, deps) => {
    const player = callerOf(call);
    const offer = call.params.offer ?? '';
    const ran = await runOnMatch(call, deps, () =>
      decisionIdPattern.test(offer) ? ok({ type: 'accept-draw', player, offer }) : problem('not-found'),
    );
    return ran.ok
      ? reply(presentMatch(ran.value.match, player, deps.publicUrl), repeatHeader(ran.value))
      : ran;
  },
);

export const declineDraw = operation(
  {
    operationId: 'declineDraw',
    method: 'post',
    path: '/v1/matches/{match}/draw-offers/{offer}/decline',
    tag: 'matches',
    summary: 'Decline a draw',
    description: 'Ends the offer for everybody. Whoever made it takes it back by the same call.',
    access: write,
    params: offerParams,
    status: 200,
    success: 'The match, without the offer.',
    headers: ['Idempotent-Replayed'],
    answer: matchSchema,
    problems: ['forbidden', 'match-not-started', 'match-over', 'offer-closed'],
  },
  async (call, deps) => {
    const player = callerOf(call);
    const offer = call.params.offer ?? '';
    const ran = await runOnMatch(call, deps, () =>
      decisionIdPattern.test(offer) ? ok({ type: 'decline-draw', player, offer }) : problem('not-found'),
    );
    return ran.ok
      ? reply(presentMatch(ran.value.match, player, deps.publicUrl), repeatHeader(ran.value))
      : ran;
  },
);

/** One match has one rematch: its id is derived from the match's, under the server key so that nobody foresees it. */
const rematchIdOf = (match: MatchState, deps: ApiDeps): string =>
  idForKey('mat', deps.serverKey, { principal: match.id, method: 'POST', path: 'rematch', key: '' });

/** Makes the rematch at once. The consumer of the log is what guarantees it, so a failure here is only logged. */
const makeRematch = async (match: MatchState, deps: ApiDeps): Promise<void> => {
  if (match.rematch === null) return;
  try {
    await ensureRematch({ ...matchDeps(deps), accounts: deps.store.accounts }, match);
  } catch (error) {
    deps.logger.warn('a rematch was not made at once', { matchId: match.id, error });
    return;
  }
  for (const holder of match.seats) {
    if (holder) await noteMembership(holder.player, match.rematch, deps);
  }
};

export const offerRematch = operation(
  {
    operationId: 'offerRematch',
    method: 'post',
    path: '/v1/matches/{match}/rematch',
    tag: 'matches',
    summary: 'Ask for a rematch',
    description:
      "After the end. Once all the players have asked, one new match is made and starts: the same game, options and settings, everybody on their seat, and the first seat by the game's own rule. `rematch` is its id.",
    access: write,
    params: matchParam,
    status: 200,
    success: 'The match: with your offer, or with its rematch.',
    headers: ['Idempotent-Replayed'],
    answer: matchSchema,
    problems: ['forbidden', 'match-not-started', 'match-over', 'offer-closed', 'limit-reached'],
  },
  async (call, deps) => {
    const player = callerOf(call);
    const ran = await runOnMatch(call, deps, async (match) => {
      const others = match.seats.flatMap((holder) =>
        holder && holder.player !== player ? [holder.player] : [],
      );
      if (match.rematch === null && seatOf(match, player) !== undefined) {
        const refused = await refusedCompany(player, others, deps);
        if (refused) return refused;
        if (!(await hasRoomForMatch(player, deps)))
          return problem('limit-reached', 'You have 200 open matches.');
      }
      return ok({ type: 'offer-rematch', player, rematch: rematchIdOf(match, deps) });
    });
    if (!ran.ok) return ran;
    await makeRematch(ran.value.match, deps);
    return reply(presentMatch(ran.value.match, player, deps.publicUrl), repeatHeader(ran.value));
  },
);
