import { randomBytes } from 'node:crypto';
import { err, ok, type Result } from '../../domain/engine/result.ts';
import type { DurationMs, Instant } from '../../domain/match/instant.ts';
import type { EndpointSecret } from '../shared/store/notices.ts';

const hourMs = 3_600_000;
/** How long a replaced secret goes on signing beside its successor (design §6). */
export const secretOverlapMs: DurationMs = 24 * hourMs;

const secretBytes = 32;

/** A fresh secret in the notation of Standard Webhooks: `whsec_` and the base64 of 32 random bytes. */
export const createSecret = (now: Instant): EndpointSecret => ({
  secret: `whsec_${randomBytes(secretBytes).toString('base64')}`,
  createdAt: now,
  expiresAt: null,
});

/** The secrets that sign at this moment: the current one, and the one before it during the overlap. */
export const liveSecrets = (secrets: readonly EndpointSecret[], now: Instant): readonly string[] =>
  secrets.filter(({ expiresAt }) => expiresAt === null || now < expiresAt).map(({ secret }) => secret);

/**
 * A new current secret; the old one stays valid for 24 hours. While a rotation is under way another one is refused, unless it
 * `replacePrevious`: then the older of the two ends at once.
 */
export const rotateSecrets = (
  secrets: readonly EndpointSecret[],
  now: Instant,
  replacePrevious: boolean,
): Result<readonly EndpointSecret[], 'rotation-under-way'> => {
  const isUnderWay = liveSecrets(secrets, now).length > 1;
  if (isUnderWay && !replacePrevious) return err('rotation-under-way');
  const previous = secrets.slice(0, 1).map((secret) => ({ ...secret, expiresAt: now + secretOverlapMs }));
  return ok([createSecret(now), ...previous]);
};
