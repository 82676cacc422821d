import { createHash, createHmac } from 'node:crypto';
import { invariant } from '../engine/result.ts';
import type { Instant } from './instant.ts';

/**
 * RFC 8785 (JSON Canonicalization Scheme) for what our logs hold: keys in UTF-16 order, no white space, keys with undefined left
 * out as JSON.stringify does. ECMAScript's own number and string forms are the scheme's.
 */
export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value !== 'object') {
    const text = JSON.stringify(value);
    invariant(text !== undefined, 'only JSON has a canonical form');
    return text;
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
};

/** The public commitment to a match's server seed: SHA-256 over its bytes, in hexadecimal (design §7). */
export const seedCommitment = (serverSeed: string): string =>
  createHash('sha256').update(Buffer.from(serverSeed, 'hex')).digest('hex');

/** HMAC-SHA-256(server seed, canonical list of the nonces by seat, null for none), in hexadecimal (design §7). */
export const playSeed = (serverSeed: string, nonces: readonly (string | null)[]): string =>
  createHmac('sha256', Buffer.from(serverSeed, 'hex')).update(canonicalJson(nonces)).digest('hex');

/** The salt of one commit's digest: HMAC-SHA-256(server seed, "salt:<version>"), in hexadecimal (design §3). */
export const saltOf = (serverSeed: string, version: number): string =>
  createHmac('sha256', Buffer.from(serverSeed, 'hex')).update(`salt:${version}`).digest('hex');

/**
 * The digest that chains a commit to the one before it: SHA-256 over the previous digest (the seed commitment for the first commit),
 * the salt and the canonical JSON of {at, steps, version}, in base64url (design §3).
 */
export const digestOf = (
  previous: string,
  salt: string,
  commit: { readonly version: number; readonly at: Instant; readonly steps: readonly unknown[] },
): string =>
  createHash('sha256')
    .update(`${previous}\n${salt}\n`)
    .update(canonicalJson({ version: commit.version, at: commit.at, steps: commit.steps }))
    .digest('base64url');
