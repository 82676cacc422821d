/**
 * Who may be sent to now: no endpoint holds up another.
 *
 * The dispatcher has few places: on Lambda ten copies with ten messages each, on one machine its sockets. A healthy endpoint answers
 * in milliseconds and needs no order but a bound in the process (`lanes.ts`). A dead one that lets each attempt run into the
 * timeout would hold a place for 15 s a message, and with a hundred messages all of them. So from its first slow failure on, which its
 * row tells every copy, it gets one attempt at a time: whoever makes it takes the turn in the row by a conditional write, and all
 * others of its messages leave at once, put off in the due index. That is no attempt and uses up none of the ten. A fast failure
 * holds nobody up and changes nothing; the first success, or a fast failure, gives the endpoint its freedom back.
 *
 * The services for people want a distance between messages: there the turn lasts that long, whatever came of the attempt.
 *
 * What remains is the moment in which an endpoint dies: of what was sent before its first failure is known, each copy has at most
 * the lane's width under way, for at most one timeout.
 */
import type { DurationMs, Instant } from '../../domain/match/instant.ts';
import { spacingMs } from '../shared/formats.ts';
import { freshAttempt } from '../shared/ids.ts';
import type { Endpoint } from '../shared/store/notices.ts';
import type { Store } from '../shared/store/store.ts';
import { attemptTimeouts } from './post.ts';

/** A little longer than an attempt can take: a copy that died with the turn doesn't keep it. */
const slowTurnMs: DurationMs = attemptTimeouts.totalMs + 5_000;

const turnMs = ({ format, isSlow }: Endpoint): DurationMs =>
  Math.max(spacingMs[format], isSlow ? slowTurnMs : 0);

/**
 * The endpoint as it is once this attempt has its turn, or undefined if another one has it. An endpoint that needs no order is
 * given back as it is, and nothing is written.
 */
export const takeTurn = async (
  { webhooks }: Pick<Store, 'webhooks'>,
  endpoint: Endpoint,
  now: Instant,
): Promise<Endpoint | undefined> => {
  const lastsMs = turnMs(endpoint);
  if (lastsMs === 0) return endpoint;
  if (endpoint.turn && endpoint.turn.until > now) return undefined;
  // The id makes the row unlike that of another who takes the turn at the same instant.
  const turn = { id: freshAttempt(), until: now + lastsMs };
  const taken = { ...endpoint, turn, revision: endpoint.revision + 1 };
  return (await webhooks.updateEndpoint(taken)) ? taken : undefined;
};
