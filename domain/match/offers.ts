/** What the players agree on: draws, calling a match off after the start, and rematches. */

import type { Seat } from '../engine/engine.ts';
import { ok, type Result } from '../engine/result.ts';
import type { SealedEngine } from '../engine/sealed.ts';
import { type CommandPlace, decisionId, type MatchCommand } from './commands.ts';
import type { MatchEvent, RecordedEvent } from './events.ts';
import { type MatchRefusal, refuse } from './refusal.ts';
import { type ClosedDrawOffer, isEnded, type MatchState, playingSeats, seatOf } from './state.ts';
import { append, type Decision, ended, unchanged } from './steps.ts';

type Of<T extends MatchCommand['type']> = Extract<MatchCommand, { type: T }>;
type Decided = Result<Decision, MatchRefusal>;

/** How many draws a seat may offer in a match (issue 4.3). */
export const drawOffersMax = 3;

/** The seat of someone who still plays in a match that is under way. */
const playing = (match: MatchState, player: string): Result<Seat, MatchRefusal> => {
  const seat = seatOf(match, player);
  if (seat === undefined) return refuse('forbidden', 'You have no seat in this match.');
  if (match.status === 'open')
    return refuse('match-not-started', 'The match has not started: it waits for players.');
  if (isEnded(match) || match.seats[seat]?.left !== null) return refuse('match-over', 'The match is over.');
  return ok(seat);
};

const step = (
  match: MatchState,
  seat: Seat,
  type: Exclude<MatchCommand['type'], 'move'>,
  events: readonly RecordedEvent[],
  place: CommandPlace,
  engine: SealedEngine,
): Decided => ok(append(match, { actor: { seat }, command: { type }, events }, place, engine));

/** Offers a draw. It stands until all others accept, one declines, any move is made, or a seat leaves. */
export const offerDraw = (
  match: MatchState,
  command: Of<'offer-draw'>,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const seat = playing(match, command.player);
  if (!seat.ok) return seat;
  if (match.drawOffer?.seat === seat.value) return ok(unchanged);
  if (match.drawOffer) return refuse('offer-closed', 'A draw is on offer already: accept or decline it.');
  if ((match.drawOffers[seat.value] ?? 0) >= drawOffersMax) {
    return refuse('limit-reached', `A draw may be offered ${drawOffersMax} times in a match.`);
  }
  const offer = decisionId(place.version, seat.value);
  const event: MatchEvent = { type: 'match.draw-offered', v: 1, seat: seat.value, offer };
  return step(match, seat.value, 'offer-draw', [event], place, engine);
};

const closedOffer = (match: MatchState, offer: string): ClosedDrawOffer | undefined =>
  match.closedDrawOffer?.id === offer ? match.closedDrawOffer : undefined;

/** Accepts the draw on offer; with the last acceptance the match is drawn. */
export const acceptDraw = (
  match: MatchState,
  command: Of<'accept-draw'>,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const seat = seatOf(match, command.player);
  const offer = match.drawOffer?.id === command.offer ? match.drawOffer : undefined;
  const known = offer ?? closedOffer(match, command.offer);
  if (seat !== undefined && known?.accepted.includes(seat)) return ok(unchanged);
  const allowed = playing(match, command.player);
  if (!allowed.ok) return allowed;
  if (!offer) return refuse('offer-closed', 'That offer no longer stands.');
  if (offer.seat === allowed.value) return refuse('forbidden', 'The others accept your offer, not you.');
  const accepted: MatchEvent = { type: 'match.draw-accepted', v: 1, seat: allowed.value, offer: offer.id };
  const agreed = [...offer.accepted, offer.seat, allowed.value];
  const isDrawn = playingSeats(match).every((playingSeat) => agreed.includes(playingSeat));
  const end = isDrawn ? [ended({ kind: 'drawn', reason: 'agreement' }, place)] : [];
  return step(match, allowed.value, 'accept-draw', [accepted, ...end], place, engine);
};

/** Declines the draw on offer; whoever made it takes it back. */
export const declineDraw = (
  match: MatchState,
  command: Of<'decline-draw'>,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const declinedBy = closedOffer(match, command.offer)?.declinedBy ?? undefined;
  if (declinedBy !== undefined && declinedBy === seatOf(match, command.player)) return ok(unchanged);
  const seat = playing(match, command.player);
  if (!seat.ok) return seat;
  if (match.drawOffer?.id !== command.offer) return refuse('offer-closed', 'That offer no longer stands.');
  const event: MatchEvent = { type: 'match.draw-declined', v: 1, seat: seat.value, offer: command.offer };
  return step(match, seat.value, 'decline-draw', [event], place, engine);
};

/** Asks to call a match off after its start, or agrees to; it is off once all who play have said so. Void after the next move or leaving. */
export const offerCancel = (
  match: MatchState,
  command: Of<'cancel'>,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const seat = playing(match, command.player);
  if (!seat.ok) return seat;
  if (match.cancelOffers.includes(seat.value)) return ok(unchanged);
  const offered: MatchEvent = { type: 'match.cancel-offered', v: 1, seat: seat.value };
  const agreed = [...match.cancelOffers, seat.value];
  const isOff = playingSeats(match).every((playingSeat) => agreed.includes(playingSeat));
  const end: readonly MatchEvent[] = isOff ? [{ type: 'match.cancelled', v: 1, by: 'agreement' }] : [];
  return step(match, seat.value, 'cancel', [offered, ...end], place, engine);
};

/** Asks for a rematch after the end; the last of the players to ask makes it, under the id that the command brings. */
export const offerRematch = (
  match: MatchState,
  command: Of<'offer-rematch'>,
  place: CommandPlace,
  engine: SealedEngine,
): Decided => {
  const seat = seatOf(match, command.player);
  if (seat === undefined) return refuse('forbidden', 'You have no seat in this match.');
  if (match.rematchOffers.includes(seat)) return ok(unchanged);
  if (match.status === 'open')
    return refuse('match-not-started', 'The match has not started: it waits for players.');
  if (match.status === 'active') return refuse('offer-closed', 'A rematch is offered after the end.');
  if (match.status !== 'finished') return refuse('match-over', 'A match that was called off has no rematch.');
  const offered: MatchEvent = { type: 'match.rematch-offered', v: 1, seat };
  const isAgreed = match.rematchOffers.length + 1 === match.seats.length;
  const made: readonly MatchEvent[] = isAgreed
    ? [{ type: 'match.rematched', v: 1, rematch: command.rematch }]
    : [];
  return step(match, seat, 'offer-rematch', [offered, ...made], place, engine);
};
