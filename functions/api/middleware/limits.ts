import type { Context } from 'hono';
import { err, ok, type Result } from '../../../domain/engine/result.ts';
import type { ApiDeps } from '../deps.ts';
import type { Problem } from '../problems.ts';
import type { Principal } from './auth.ts';

/** How many requests a caller may make: a bucket of `burst` that fills by `perSecond`. */
export interface RateLimit {
  readonly burst: number;
  readonly perSecond: number;
}

/** Admits requests by caller, or says for how many seconds to wait. */
export interface RateLimiter {
  readonly take: (caller: string) => { readonly isAdmitted: boolean; readonly retryAfterSeconds: number };
}

const callersMax = 10_000;

/**
 * Token buckets in this process's memory: a guard against runaway clients, each instance for itself. The gateway's own throttle stands
 * before it.
 */
export const createRateLimiter = (limit: RateLimit, wall: () => number): RateLimiter => {
  const buckets = new Map<string, { level: number; at: number }>();
  const take = (caller: string) => {
    const now = wall();
    const bucket = buckets.get(caller) ?? { level: limit.burst, at: now };
    const level = Math.min(limit.burst, bucket.level + ((now - bucket.at) / 1000) * limit.perSecond);
    const isAdmitted = level >= 1;
    buckets.delete(caller);
    buckets.set(caller, { level: isAdmitted ? level - 1 : level, at: now });
    const oldest = buckets.size > callersMax ? buckets.keys().next().value : undefined;
    if (oldest !== undefined) buckets.delete(oldest);
    return { isAdmitted, retryAfterSeconds: Math.max(1, Math.ceil((1 - level) / limit.perSecond)) };
  };
  return { take };
};

/** Counts the request against its caller: the player, or the address where there is no token. */
export const admit = (
  c: Context,
  principal: Principal | undefined,
  deps: ApiDeps,
): Result<undefined, Problem> => {
  const { isAdmitted, retryAfterSeconds } = deps.rateLimiter.take(principal?.player ?? deps.clientAddress(c));
  if (isAdmitted) return ok(undefined);
  return err({
    code: 'too-many-requests',
    detail: `The limit "default" is reached: ${deps.rateLimit.burst} requests at once, ${deps.rateLimit.perSecond} a second.`,
    headers: {
      'Retry-After': `${retryAfterSeconds}`,
      'RateLimit-Policy': `"default";q=${deps.rateLimit.burst};w=${Math.ceil(deps.rateLimit.burst / deps.rateLimit.perSecond)}`,
      RateLimit: `"default";r=0;t=${retryAfterSeconds}`,
    },
  });
};
