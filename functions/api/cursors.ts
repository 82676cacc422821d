import { createHmac, timingSafeEqual } from 'node:crypto';
import { ok, type Result } from '../../domain/engine/result.ts';
import { problem } from './operation.ts';
import type { Problem } from './problems.ts';

const mac = (serverKey: string, binding: readonly unknown[], position: string): string =>
  createHmac('sha256', serverKey)
    .update(JSON.stringify(['cursor', ...binding, position]))
    .digest('base64url')
    .slice(0, 22);

/** An opaque cursor: a position, sealed for one list (`binding`: operation, principal, filters). */
export const sealCursor = (serverKey: string, binding: readonly unknown[], position: string): string =>
  `${Buffer.from(position).toString('base64url')}.${mac(serverKey, binding, position)}`;

/** The position in a cursor; undefined where none was sent, a problem where it was made for another list. */
export const openCursor = (
  serverKey: string,
  binding: readonly unknown[],
  cursor: string | undefined,
): Result<string | undefined, Problem> => {
  if (cursor === undefined) return ok(undefined);
  const [encoded = '', seal = ''] = cursor.split('.');
  const position = Buffer.from(encoded, 'base64url').toString();
  const expected = Buffer.from(mac(serverKey, binding, position));
  const given = Buffer.from(seal);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs
    ? ok(position)
    : problem('malformed-request', 'The cursor belongs to another list, or to another caller.');
};
