import { Webhook } from 'standardwebhooks';
import type { Instant } from '../../domain/match/instant.ts';

/**
 * The three headers of Standard Webhooks for one attempt: the notice's id, the second of this attempt, and a signature over
 * `id.timestamp.body` for each live secret, the current one first.
 */
export const signatureHeaders = (
  id: string,
  body: string,
  secrets: readonly string[],
  now: Instant,
): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(now / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, new Date(now), body)).join(' '),
});
