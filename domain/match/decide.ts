import { Fault, type Result } from '../engine/result.ts';
import type { CommandPlace, MatchCommand } from './commands.ts';
import { engineOf } from './commit.ts';
import type { Unborn } from './evolve.ts';
import * as gathering from './gathering.ts';
import * as offers from './offers.ts';
import * as play from './play.ts';
import { type MatchRefusal, refuse } from './refusal.ts';
import { isEnded, type MatchState, seatOf } from './state.ts';
import type { Decision } from './steps.ts';

/** `cancel` is the creator's before the start, and an offer that the others confirm after it (design §4). */
const cancel = (
  match: MatchState,
  command: Extract<MatchCommand, { type: 'cancel' }>,
  place: CommandPlace,
) => {
  const engine = engineOf(match);
  if (seatOf(match, command.player) === undefined)
    return refuse('forbidden', 'You have no seat in this match.');
  if (match.status === 'cancelled') return { ok: true, value: { kind: 'unchanged' } } as const;
  if (isEnded(match)) return refuse('match-over', 'The match is over.');
  return match.status === 'open'
    ? gathering.cancelUnstarted(match, command, place, engine)
    : offers.offerCancel(match, command, place, engine);
};

/**
 * Decides what a command comes to: the one way by which a match changes. Pure: everything it needs is in the folded match, the
 * command and the place. A refusal appends nothing.
 */
export const decide = (
  match: MatchState | Unborn,
  command: MatchCommand,
  place: CommandPlace,
): Result<Decision, MatchRefusal> => {
  if (!('status' in match)) {
    if (command.type !== 'create') throw new Fault(`${command.type} on a match that does not exist`);
    return gathering.create(match, command, place, engineOf(command));
  }
  const engine = engineOf(match);
  switch (command.type) {
    case 'create':
      throw new Fault('a match is created once');
    case 'join':
      return gathering.join(match, command, place, engine);
    case 'leave':
      return gathering.leave(match, command, place, engine);
    case 'decline':
      return gathering.decline(match, command, place, engine);
    case 'set-nonce':
      return gathering.setNonce(match, command, place, engine);
    case 'expire':
      return gathering.expire(match, place, engine);
    case 'cancel':
      return cancel(match, command, place);
    case 'move':
      return play.move(match, command, place, engine);
    case 'resign':
      return play.resign(match, command, place, engine);
    case 'time-out':
      return play.timeOut(match, place, engine);
    case 'pause':
      return play.pause(match, command, place, engine);
    case 'offer-draw':
      return offers.offerDraw(match, command, place, engine);
    case 'accept-draw':
      return offers.acceptDraw(match, command, place, engine);
    case 'decline-draw':
      return offers.declineDraw(match, command, place, engine);
    case 'offer-rematch':
      return offers.offerRematch(match, command, place, engine);
  }
};
