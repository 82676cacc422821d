import { conservation } from './conservation.ts';
import { determinism } from './determinism.ts';
import { ending } from './ending.ts';
import { forced } from './forced.ts';
import { hostile } from './hostile.ts';
import { json } from './json.ts';
import type { Law } from './law.ts';
import { legality } from './legality.ts';
import { options } from './options.ts';
import { orders } from './orders.ts';
import { purity } from './purity.ts';
import { seats } from './seats.ts';
import { secrecy } from './secrecy.ts';
import { secrecyOfEvents } from './secrecy-of-events.ts';
import { sizes } from './sizes.ts';

/** All the laws of engines (design.md, section 2). */
export const allLaws: readonly Law[] = [
  ...determinism,
  ...purity,
  ...legality,
  ...ending,
  ...conservation,
  ...json,
  ...secrecy,
  ...secrecyOfEvents,
  ...forced,
  ...seats,
  ...orders,
  ...options,
  ...hostile,
  ...sizes,
];
