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
