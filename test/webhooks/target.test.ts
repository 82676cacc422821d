import { describe, expect, it } from 'vitest';
import { isGlobalUnicast } from '../../functions/dispatcher/addresses.ts';
import { resolveTarget } from '../../functions/dispatcher/resolve.ts';
import { checkTarget, type TargetPolicy } from '../../functions/dispatcher/target.ts';
import { hostileAddresses, hostileUrls } from './hostile-targets.ts';

const strict: TargetPolicy = { allowLoopback: false, ports: [], ownHosts: ['api.giliran.example.net'] };
const local: TargetPolicy = { allowLoopback: true, ports: [], ownHosts: ['127.0.0.1:3000'] };

const reasonFor = (url: string, policy: TargetPolicy) => {
  const checked = checkTarget(url, policy);
  return checked.ok ? undefined : checked.error.reason;
};

const never = new AbortController().signal;
const resolved = (addresses: readonly string[], policy = strict, url = 'https://hooks.example.com/') =>
  resolveTarget(new URL(url), policy, async () => addresses, never);

describe('a target, when an endpoint is created', () => {
  it('the hostile table holds at least 80 entries', () => {
    expect(hostileUrls.length + hostileAddresses.length).toBeGreaterThanOrEqual(80);
    expect(new Set(hostileUrls.map(([url]) => url)).size).toBe(hostileUrls.length);
  });

  it.each(hostileUrls)('refuses %j: %s', (url, reason) => {
    expect(reasonFor(url, strict)).toBe(reason);
  });

  it('says in a sentence why it is refused', () => {
    expect(checkTarget('http://hooks.example.com/', strict)).toEqual({
      ok: false,
      error: { reason: 'not-https', message: 'The URL must begin with https://.' },
    });
  });

  it.each([
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    ['https://hooks.example.com:443/a?b=c', 'https://hooks.example.com/a?b=c'],
    ['https://a_b.example.com/', 'https://a_b.example.com/'],
    ['https://Bücher.example.com/é', 'https://xn--bcher-kva.example.com/%C3%A9'],
    ['https://hooks.xn--p1ai/', 'https://hooks.xn--p1ai/'],
    ['https://127.0.0.1.nip.io/', 'https://127.0.0.1.nip.io/'],
    ['https://discord.com/api/webhooks/1/x', 'https://discord.com/api/webhooks/1/x'],
  ])('accepts %s and gives its plain form', (url, href) => {
    const checked = checkTarget(url, strict);
    expect(checked.ok && checked.value.href).toBe(href);
  });

  it('accepts another port only if the policy names it', () => {
    expect(reasonFor('https://hooks.example.com:8443/', { ...strict, ports: [8443] })).toBeUndefined();
    expect(reasonFor('https://hooks.example.com:8444/', { ...strict, ports: [8443] })).toBe('port');
  });

  it.each([
    'http://127.0.0.1:4000/',
    'http://127.1:4000/',
    'http://localhost:4000/',
    'http://a.localhost/',
    'http://[::1]:4000/',
    'https://localhost:4000/',
  ])('the local runner, and it alone, accepts %s', (url) => {
    expect(reasonFor(url, local)).toBeUndefined();
    expect(reasonFor(url, strict)).toBeDefined();
  });

  it.each([
    ['http://192.168.1.1/', 'not-https'],
    ['https://192.168.1.1/', 'ip-literal'],
    ['https://[::ffff:127.0.0.1]/', 'ip-literal'],
    ['http://hooks.example.com/', 'not-https'],
    ['ftp://127.0.0.1/', 'not-https'],
    ['http://user@127.0.0.1/', 'user-info'],
    ['http://127.0.0.1:3000/v1/matches', 'own-host'],
    ['http://localhost:3000/', 'own-host'],
    ['http://a.localhost:3000/', 'own-host'],
    ['http://[::1]:3000/', 'own-host'],
    ['http://127.1:3000/', 'own-host'],
  ])('the local runner still refuses %s: %s', (url, reason) => {
    expect(reasonFor(url, local)).toBe(reason);
  });
});

describe('the addresses of a target, at each delivery', () => {
  it.each(hostileAddresses)('refuses %s (%s)', async (_range, address) => {
    expect(isGlobalUnicast(address)).toBe(false);
    expect(await resolved([address])).toEqual({ ok: false, error: 'blocked-target' });
  });

  it.each(hostileAddresses)('refuses %s (%s) among public addresses', async (_range, address) => {
    expect(await resolved(['93.184.216.34', address, '2606:4700:4700::1111'])).toEqual({
      ok: false,
      error: 'blocked-target',
    });
  });

  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])(
    'accepts %s',
    async (address) => {
      expect(await resolved([address])).toEqual({ ok: true, value: [address] });
    },
  );

  it('a name without addresses is a failure of DNS', async () => {
    expect(await resolved([])).toEqual({ ok: false, error: 'dns' });
  });

  it('the local runner accepts loopback addresses, and no other private ones', async () => {
    expect((await resolved(['127.0.0.1', '::1'], local)).ok).toBe(true);
    expect(await resolved(['127.0.0.1', '10.0.0.5'], local)).toEqual({ ok: false, error: 'blocked-target' });
  });

  it.each([
    ['http://localhost/', ['127.0.0.1', '::1']],
    ['http://a.localhost/', ['127.0.0.1', '::1']],
    ['http://127.1/', ['127.0.0.1']],
    ['http://[::1]/', ['::1']],
  ])('RFC 6761 §6.3: %s is answered without DNS', async (url, addresses) => {
    expect(await resolved(['8.8.8.8'], local, url)).toEqual({ ok: true, value: addresses });
  });
});
