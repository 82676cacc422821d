import { isIP, type LookupFunction } from 'node:net';
import { Client } from 'undici';
import { type Attempt, type AttemptError, errorOfFailure, errorOfStatus } from './attempt.ts';
import { type Resolve, resolveTarget } from './resolve.ts';
import { parseRetryAfter } from './retry-after.ts';
import { checkTarget, type TargetPolicy } from './target.ts';

/** One request to send as it is: the bytes that were signed. */
export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How long an attempt may take: to find the name, to connect, and in all. */
export interface AttemptTimeouts {
  readonly dnsMs: number;
  readonly connectMs: number;
  readonly totalMs: number;
}

/** The timeouts of production (design §6). */
export const attemptTimeouts: AttemptTimeouts = { dnsMs: 5_000, connectMs: 5_000, totalMs: 15_000 };

/** What `post` needs from outside. */
export interface PostDeps {
  readonly policy: TargetPolicy;
  readonly resolve: Resolve;
  readonly timeouts: AttemptTimeouts;
  /** The time in milliseconds since 1970, to read a `Retry-After` that is a date. */
  readonly now: () => number;
}

const userAgent = 'Giliran-Webhooks/1';
const maxResponseBytes = 64 * 1024;
/** A name may have any number of addresses; we knock at no more than these. */
const maxAddresses = 4;

/**
 * One attempt to deliver (design §6): guards the target, posts the bytes to one of the checked addresses with TLS verified against
 * the name, follows no redirect, and reads at most 64 KB of the answer. Each attempt has a connection of its own. What network
 * and receiver do is in the answer; only a fault of ours is thrown.
 */
export const post = async (request: PostRequest, deps: PostDeps): Promise<Attempt> => {
  const startedAt = performance.now();
  const outcome = await attempt(request, deps);
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
};

type Outcome = Omit<Attempt, 'durationMs'>;

const unanswered = (error: AttemptError): Outcome => ({
  status: null,
  error,
  retryAfterMs: null,
  responseBytes: 0,
});

const attempt = async (
  request: PostRequest,
  { policy, resolve, timeouts, now }: PostDeps,
): Promise<Outcome> => {
  const target = checkTarget(request.url, policy);
  if (!target.ok) return unanswered('blocked-target');
  const signal = AbortSignal.timeout(timeouts.totalMs);
  const addresses = await resolveTarget(target.value, policy, resolve, AbortSignal.timeout(timeouts.dnsMs));
  if (!addresses.ok) return unanswered(addresses.error);

  const client = clientFor(target.value, addresses.value, timeouts.connectMs);
  let connected = false;
  client.once('connect', () => {
    connected = true;
  });
  const errorOf = (thrown: unknown) => (signal.aborted ? 'timeout' : errorOfFailure(thrown, connected));
  try {
    const { statusCode, headers, body } = await client.request({
      method: 'POST',
      path: target.value.pathname + target.value.search,
      headers: { ...request.headers, 'user-agent': userAgent },
      body: request.body,
      reset: true,
      signal,
    });
    const { responseBytes, cutOff } = await drain(body, errorOf);
    return {
      status: statusCode,
      error: errorOfStatus(statusCode) ?? cutOff,
      retryAfterMs: retryAfterOf(statusCode, headers['retry-after'], now()),
      responseBytes,
    };
  } catch (thrown) {
    return unanswered(errorOf(thrown));
  } finally {
    await client.destroy();
  }
};

/**
 * A client that can only reach the addresses given: a name is looked up in them alone, and a literal host (loopback) is itself
 * the address that was checked. Host header, SNI and certificate check keep the name.
 */
const clientFor = (target: URL, addresses: readonly string[], timeout: number): Client => {
  const checked = addresses.slice(0, maxAddresses).map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_hostname, _options, callback) => callback(null, checked);
  return new Client(target.origin, {
    connect: { lookup, timeout, autoSelectFamily: true, rejectUnauthorized: true },
  });
};

/** Reads a body to its end, or until it is too long or fails, and keeps its size. */
const drain = async (
  body: AsyncIterable<Uint8Array>,
  errorOf: (thrown: unknown) => AttemptError,
): Promise<{ readonly responseBytes: number; readonly cutOff: AttemptError | null }> => {
  let responseBytes = 0;
  try {
    for await (const chunk of body) {
      responseBytes += chunk.length;
      if (responseBytes > maxResponseBytes) return { responseBytes: maxResponseBytes, cutOff: 'too-large' };
    }
    return { responseBytes, cutOff: null };
  } catch (thrown) {
    return { responseBytes, cutOff: errorOf(thrown) };
  }
};

const retryAfterOf = (status: number, header: string | string[] | undefined, now: number): number | null => {
  const isAsked = (status === 429 || status === 503) && typeof header === 'string';
  return (isAsked ? parseRetryAfter(header, now) : undefined) ?? null;
};
