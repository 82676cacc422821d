import type { Context } from 'hono';
import { err, ok, type Result } from '../../../domain/engine/result.ts';
import type { ApiDeps } from '../deps.ts';
import type { Problem } from '../problems.ts';
import type { Principal } from './auth.ts';

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
