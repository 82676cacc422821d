import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Instant } from '../../domain/match/instant.ts';

/** What an id names: matches, players, tokens, webhook endpoints, notices, deliveries, messages. */
export const idPrefixes = ['mat', 'plr', 'tok', 'whe', 'evt', 'dlv', 'msg'] as const;
export type IdPrefix = (typeof idPrefixes)[number];

/** Crockford's base 32 in lower case: sorts as the bytes do. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const idBytes = 16;
const timeBytes = 6;

/** The form of an id's part after the prefix, as a regular expression's source. */
export const idBodyPattern = '[0-7][0-9a-hjkmnp-tv-z]{25}';

const idPatterns = Object.fromEntries(
  idPrefixes.map((prefix) => [prefix, new RegExp(`^${prefix}_${idBodyPattern}$`)]),
) as Record<IdPrefix, RegExp>;

/** Checks an id from outside before it touches a key. Opaque otherwise (design §4). */
export const isId = (prefix: IdPrefix, text: string): boolean => idPatterns[prefix].test(text);

const encode = (bytes: Buffer): string => {
  let bits = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let digit = 0; digit < 26; digit++) {
    text = alphabet.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return text;
};

const timed = (at: Instant, rest: Buffer): Buffer => {
  const bytes = Buffer.alloc(idBytes);
  bytes.writeUIntBE(at, 0, timeBytes);
  rest.copy(bytes, timeBytes, 0, idBytes - timeBytes);
  return bytes;
};

/** A fresh id: a UUIDv7 (RFC 9562 §5.7), so that ids sort by the time they were made. */
export const freshId = (prefix: IdPrefix, at: Instant): string => {
  const bytes = timed(at, randomBytes(idBytes - timeBytes));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return `${prefix}_${encode(bytes)}`;
};

/** An id derived from an Idempotency-Key: HMAC(server key; principal, method, path, key), cut to 128 bits (design §3). */
export const idForKey = (
  prefix: IdPrefix,
  serverKey: string,
  request: {
    readonly principal: string;
    readonly method: string;
    readonly path: string;
    readonly key: string;
  },
): string => {
  const text = JSON.stringify([request.principal, request.method, request.path, request.key]);
  return `${prefix}_${encode(createHmac('sha256', serverKey).update(text).digest().subarray(0, idBytes))}`;
};

/** An id that is a hash of what it stands for, with the time in front so that it sorts: the same parts make the same id. */
export const hashId = (prefix: IdPrefix, at: Instant, ...parts: readonly (string | number)[]): string =>
  `${prefix}_${encode(timed(at, createHash('sha256').update(JSON.stringify(parts)).digest()))}`;

/** The id that a writer makes for itself, to tell its own write (a commit, an endpoint's turn) from another's. */
export const freshAttempt = (): string => randomBytes(12).toString('base64url');

/** The SHA-256 of a text in base64url: token hashes and fingerprints of requests. */
export const sha256 = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('base64url');

/** A new access token, shown once: 256 bits of chance. */
export const freshToken = (): string => `gil_${randomBytes(32).toString('base64url')}`;

/** A code that lets whoever knows it join an unlisted match: 50 bits of chance. */
export const freshJoinCode = (): string => encode(randomBytes(idBytes)).slice(-10);

/** The server seed of a new match, in hexadecimal: 256 bits of chance (design §2). */
export const freshSeed = (): string => randomBytes(32).toString('hex');
