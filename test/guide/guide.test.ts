import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signatureHeaders } from '../../functions/dispatcher/sign.ts';
import { faultsOf, guideVector } from './run.ts';

test("the guide's TypeScript judges genuine, forged, stale and rotated notices rightly", () => {
  expect(faultsOf('ts')).toEqual([]);
});

test("the guide's vector is what our dispatcher signs", () => {
  const { secret = '', body = '', ...headers } = guideVector();
  const at = Number(headers['webhook-timestamp']) * 1_000;
  expect(headers).toEqual(signatureHeaders(headers['webhook-id'] ?? '', body, [secret], at));
  expect(new Webhook(secret).sign(headers['webhook-id'] ?? '', new Date(at), body)).toBe(
    headers['webhook-signature'],
  );
});
