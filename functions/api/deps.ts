import type { Context } from 'hono';
import type { Instant } from '../../domain/match/instant.ts';
import type { TargetPolicy } from '../dispatcher/target.ts';
import type { Clock } from '../shared/clock.ts';
import type { Log } from '../shared/log.ts';
import type { DeliveryRef } from '../shared/store/notices.ts';
import type { Store } from '../shared/store/store.ts';
import type { RateLimit, RateLimiter } from './rate-limit.ts';

/** The files that the API serves as they are: the contract, and the script of the docs page. */
export type AssetName = 'openapi.json' | 'rapidoc-min.js';

/** What the API needs from outside; the composition of each place (Lambda, one machine, tests) provides it. */
export interface ApiDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Log;
  /** Where clients reach the API, without a slash at the end. */
  readonly publicUrl: string;
  /** For derived ids and cursors. */
  readonly serverKey: string;
  /** 32 bytes for a new match, in hexadecimal. */
  readonly freshSeed: () => string;
  readonly rateLimit: RateLimit;
  readonly rateLimiter: RateLimiter;
  /** When the gateway received the request. */
  readonly receivedAt: (c: Context) => Instant;
  /** The caller's address, for limits where there is no token. */
  readonly clientAddress: (c: Context) => string;
  /** What webhooks may point to. */
  readonly targetPolicy: TargetPolicy;
  /** Hands a delivery that is due to the dispatcher. */
  readonly enqueue: (delivery: DeliveryRef) => Promise<void>;
  /** Reads a file that comes with the API. */
  readonly readAsset: (name: AssetName) => Promise<string>;
}
