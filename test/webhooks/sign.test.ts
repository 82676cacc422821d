import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  createSecret,
  liveSecrets,
  rotateSecrets,
  secretOverlapMs,
} from '../../functions/dispatcher/secrets.ts';
import { signatureHeaders } from '../../functions/dispatcher/sign.ts';
import type { EndpointSecret } from '../../functions/shared/store/notices.ts';

const now = Date.UTC(2026, 10, 30, 12);
const body = '{"name":"Zoé 😀"}';

/** The test vector that docs/webhooks.md publishes; openssl and Python give the same signature. */
const vector = {
  id: 'evt_01jd0000000000000000000000',
  at: 1_796_040_000_000,
  secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  body: '{"type":"webhook.ping","data":{"name":"Zoé 😀"}}',
  signature: 'v1,6Ne8Ru+IgCGoRpl6AIA3czZDcLAjfEwulfYtCpbrz00=',
};

const secret = (text: string, expiresAt: number | null = null): EndpointSecret => ({
  secret: text,
  createdAt: 0,
  expiresAt,
});

/** What the reference library says at `at`: the parsed body, or that it refuses. */
const verify = (key: string, headers: Readonly<Record<string, string>>, at = now, text = body): unknown => {
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  try {
    return new Webhook(key).verify(text, { ...headers });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 'refused';
    throw error;
  }
};

afterEach(() => {
  vi.useRealTimers();
});

describe('a secret', () => {
  it('is whsec_ and the base64 of 32 random bytes', () => {
    const { secret: text, ...rest } = createSecret(now);
    expect(text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(text.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(rest).toEqual({ createdAt: now, expiresAt: null });
    expect(createSecret(now).secret).not.toBe(text);
  });
});

describe('the headers of an attempt', () => {
  it('match the published test vector, é and 😀 included', () => {
    expect(signatureHeaders(vector.id, vector.body, [vector.secret], vector.at)).toEqual({
      'webhook-id': vector.id,
      'webhook-timestamp': '1796040000',
      'webhook-signature': vector.signature,
    });
  });

  it('are verified by the reference library, and by no other secret', () => {
    const { secret: key } = createSecret(now);
    const headers = signatureHeaders('evt_1', body, [key], now + 999);
    expect(headers['webhook-timestamp']).toBe(String(now / 1_000));
    expect(verify(key, headers)).toEqual(JSON.parse(body));
    expect(verify(createSecret(now).secret, headers)).toBe('refused');
  });

  it('break with one byte of the body, the id or the timestamp', () => {
    const { secret: key } = createSecret(now);
    const headers = signatureHeaders('evt_1', body, [key], now);
    expect(verify(key, headers, now, `${body} `)).toBe('refused');
    expect(verify(key, { ...headers, 'webhook-id': 'evt_2' })).toBe('refused');
    expect(verify(key, { ...headers, 'webhook-timestamp': String(now / 1_000 + 1) })).toBe('refused');
  });

  it('S33: each attempt has its own time and signature, and one that is 301 s old is refused', () => {
    const { secret: key } = createSecret(now);
    const first = signatureHeaders('evt_1', body, [key], now);
    const retry = signatureHeaders('evt_1', body, [key], now + 301_000);
    expect(retry['webhook-id']).toBe(first['webhook-id']);
    expect(retry['webhook-signature']).not.toBe(first['webhook-signature']);
    expect(verify(key, first, now + 301_000)).toBe('refused');
    expect(verify(key, retry, now + 301_000)).toEqual(JSON.parse(body));
  });
});

describe('a rotation', () => {
  it('S34: both secrets verify for 24 hours, then only the new one', () => {
    const before = [createSecret(now)];
    const rotated = rotateSecrets(before, now, false);
    const [current, previous] = rotated.ok ? rotated.value : [];
    expect(previous).toEqual({ ...before[0], expiresAt: now + secretOverlapMs });
    expect(current).toMatchObject({ createdAt: now, expiresAt: null });
    expect(secretOverlapMs).toBe(24 * 3_600_000);

    const secrets = rotated.ok ? rotated.value : [];
    const verifiedAt = (at: number) => {
      const headers = signatureHeaders('evt_1', body, liveSecrets(secrets, at), at);
      return secrets.map(({ secret: key }) => verify(key, headers, at) !== 'refused');
    };
    expect(verifiedAt(now)).toEqual([true, true]);
    expect(verifiedAt(now + secretOverlapMs - 1)).toEqual([true, true]);
    expect(verifiedAt(now + secretOverlapMs)).toEqual([true, false]);
  });

  it('is refused while another one is under way', () => {
    const secrets = [secret('whsec_new'), secret('whsec_old', now + 1)];
    expect(rotateSecrets(secrets, now, false)).toEqual({ ok: false, error: 'rotation-under-way' });
    expect(rotateSecrets(secrets, now + 1, false).ok).toBe(true);
  });

  it('that replaces the previous secret ends the older of the two at once', () => {
    const rotated = rotateSecrets([secret('whsec_new'), secret('whsec_old', now + 1)], now, true);
    const texts = rotated.ok ? rotated.value.map(({ secret: text }) => text) : [];
    expect(texts).toEqual([expect.stringMatching(/^whsec_/), 'whsec_new']);
  });
});
