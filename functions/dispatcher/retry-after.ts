const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * What a `Retry-After` header asks for (RFC 9110 §10.2.3), in milliseconds from `now`, never negative: delay-seconds or an
 * IMF-fixdate. Anything else, the two obsolete forms of HTTP-date too, is undefined: the schedule stands.
 */
export const parseRetryAfter = (value: string, now: number): number | undefined => {
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1_000, Number.MAX_SAFE_INTEGER);
  const at = imfFixdate.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
};
