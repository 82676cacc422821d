import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Attempt, type AttemptError, isDelivered } from '../../functions/dispatcher/attempt.ts';
import { type PostDeps, type PostRequest, post } from '../../functions/dispatcher/post.ts';
import type { Resolve } from '../../functions/dispatcher/resolve.ts';
import type { TargetPolicy } from '../../functions/dispatcher/target.ts';
import {
  type Behaviour,
  behaviours,
  type Receiver,
  type ReceiverOptions,
  startReceiver,
  tlsFile,
} from '../support/receiver.ts';
import { hostileAddresses, hostileUrls } from './hostile-targets.ts';

const strict: TargetPolicy = { allowLoopback: false, ports: [], ownHosts: ['api.giliran.example.net'] };
const now = Date.UTC(2026, 10, 30, 12);

const resolvesTo =
  (...addresses: readonly string[]): Resolve =>
  async () =>
    addresses;

const noResolver: Resolve = () => Promise.reject(new Error('this name must not be looked up'));

const receiverFor = async (options?: ReceiverOptions): Promise<Receiver> => {
  const receiver = await startReceiver(options);
  onTestFinished(receiver.close);
  return receiver;
};

/** Sends to loopback, as the local runner does; `ports` lets a name lead there. */
const send = (
  request: Partial<PostRequest>,
  { policy, timeouts, ...deps }: DepsPatch = {},
): Promise<Attempt> =>
  post(
    { url: 'https://hooks.example.com/', headers: {}, body: '{}', ...request },
    {
      policy: { allowLoopback: true, ports: [], ownHosts: [], ...policy },
      resolve: noResolver,
      timeouts: { dnsMs: 5_000, connectMs: 5_000, totalMs: 15_000, ...timeouts },
      now: () => now,
      ...deps,
    },
  );

interface DepsPatch {
  readonly policy?: Partial<TargetPolicy>;
  readonly timeouts?: Partial<PostDeps['timeouts']>;
  readonly resolve?: Resolve;
}

const sendTo = async (behaviour: Behaviour, deps?: DepsPatch): Promise<Attempt> => {
  const receiver = await receiverFor();
  receiver.behave(behaviour);
  return send({ url: receiver.url }, deps);
};

/** Far less than the receivers wait that are too slow, and far more than the others need. */
const impatient: DepsPatch = { timeouts: { totalMs: 500 } };

/** Makes this process trust the test's certificate until the test is over. */
const trust = (cert: 'cert.pem' | 'expired.pem'): void => {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, tlsFile(cert)]);
  onTestFinished(() => setDefaultCACertificates(before));
};

const hooks = ({ port }: Receiver) => ({
  url: `https://hooks.example.com:${port}/hook?a=b`,
  policy: { ports: [port] },
});

describe('an attempt', () => {
  it('S32: sends exactly the bytes given, with the headers given and our own name', async () => {
    const receiver = await receiverFor();
    const body = '{"name":"Zoé 😀 \\ud800","spaces":  1}';
    const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' };
    const attempt = await send({ url: `${receiver.url}?x=1`, headers, body });
    expect(attempt).toEqual({
      status: 204,
      error: null,
      retryAfterMs: null,
      responseBytes: 0,
      durationMs: expect.any(Number),
    });
    expect(receiver.received).toHaveLength(1);
    const [received] = receiver.received;
    expect(received?.body).toEqual(Buffer.from(body));
    expect(received).toMatchObject({ method: 'POST', path: '/hook?x=1' });
    expect(received?.headers).toMatchObject({
      ...headers,
      'user-agent': 'Giliran-Webhooks/1',
      'content-length': String(Buffer.byteLength(body)),
      host: `127.0.0.1:${receiver.port}`,
    });
    expect(received?.headers).not.toHaveProperty('accept-encoding');
  });

  it.each([200, 201, 202, 204, 299])('counts %d as delivered', async (status) => {
    const attempt = await sendTo(behaviours.answering(status));
    expect(attempt).toMatchObject({ status, error: null });
    expect(isDelivered(attempt)).toBe(true);
  });

  it.each<[string, Behaviour, number | null, AttemptError]>([
    ['answers 500', behaviours.answering(500), 500, 'http'],
    ['answers 404', behaviours.answering(404), 404, 'http'],
    ['answers 410', behaviours.gone, 410, 'gone'],
    ['is silent', behaviours.silent, null, 'timeout'],
    ['is too slow', behaviours.slow(3_000), null, 'timeout'],
    ['cuts the connection', behaviours.reset, null, 'reset'],
    ['hangs up', behaviours.hangUp, null, 'reset'],
    ['speaks another protocol', behaviours.garbage, null, 'protocol'],
    ['sends headers without end', behaviours.endlessHeaders, null, 'too-large'],
    ['fails with a body without end', behaviours.endless(500), 500, 'http'],
  ])('to a receiver that %s fails as it should', async (_name, behaviour, status, error) => {
    const attempt = await sendTo(behaviour, impatient);
    expect(attempt).toMatchObject({ status, error });
    expect(isDelivered(attempt)).toBe(false);
    expect(attempt.durationMs).toBeLessThan(2_500);
  });

  it.each<[string, Behaviour, AttemptError | null, number]>([
    ['has no end', behaviours.endless(200), 'too-large', 64 * 1024],
    ['trickles for ever', behaviours.trickle(200), 'timeout', 64],
    ['is cut in the middle', behaviours.resetInBody, 'reset', 4],
    ['would grow a thousandfold if it were decompressed', behaviours.bomb, null, 64 * 1024],
  ])(
    'a 2xx whose body %s is delivered, and the body is cut off',
    async (_name, behaviour, error, maxBytes) => {
      const attempt = await sendTo(behaviour, impatient);
      expect(attempt).toMatchObject({ status: 200, error });
      expect(isDelivered(attempt)).toBe(true);
      expect(attempt.responseBytes).toBeGreaterThan(0);
      expect(attempt.responseBytes).toBeLessThanOrEqual(maxBytes);
      expect(attempt.durationMs).toBeLessThan(2_500);
    },
  );

  it('waits for a receiver that is slow but in time', async () => {
    const attempt = await sendTo(behaviours.slow(100));
    expect(attempt).toMatchObject({ status: 204, error: null });
    expect(attempt.durationMs).toBeGreaterThanOrEqual(90);
  });

  it('to a port where nobody listens is refused', async () => {
    const receiver = await startReceiver();
    await receiver.close();
    expect(await send({ url: receiver.url })).toMatchObject({ status: null, error: 'refused' });
  });

  it('has a connection of its own', async () => {
    const receiver = await receiverFor();
    await send({ url: receiver.url });
    await send({ url: receiver.url });
    expect(receiver.connections()).toBe(2);
    expect(receiver.received[0]?.headers.connection).toBe('close');
  });

  it('throws a fault of ours: a header that HTTP forbids', async () => {
    const receiver = await receiverFor();
    await expect(send({ url: receiver.url, headers: { 'x-bad': 'a\r\nb' } })).rejects.toThrow();
    expect(receiver.received).toEqual([]);
  });
});

describe('Retry-After', () => {
  it.each<[number, string, number | null]>([
    [429, '120', 120_000],
    [503, '0', 0],
    [429, 'Mon, 30 Nov 2026 12:01:00 GMT', 60_000],
    [429, 'Mon, 30 Nov 2026 11:00:00 GMT', 0],
    [429, '9'.repeat(400), Number.MAX_SAFE_INTEGER],
    [429, '-5', null],
    [429, '1.5', null],
    [429, '1e9', null],
    [429, 'soon', null],
    [429, 'Mon, 99 Nov 2026 12:01:00 GMT', null],
    [429, '2026-11-30T12:01:00Z', null],
    [500, '120', null],
    [200, '120', null],
  ])('of a %d that says %j is read as %j', async (status, retryAfter, retryAfterMs) => {
    const attempt = await sendTo(behaviours.answering(status, { 'retry-after': retryAfter }));
    expect(attempt).toMatchObject({ status, retryAfterMs });
  });
});

describe('a redirect', () => {
  it.each([300, 301, 302, 303, 304, 307, 308])('%d is a failure and never followed', async (status) => {
    const elsewhere = await receiverFor();
    const attempt = await sendTo(behaviours.redirect(elsewhere.url, status));
    expect(attempt).toMatchObject({ status, error: 'redirect' });
    expect(elsewhere.connections()).toBe(0);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://127.0.0.1:22/',
    'file:///etc/passwd',
    '//[::1]/',
    'https://hooks.example.com/',
    '',
  ])('S35: to %j is a failure', async (location) => {
    expect(await sendTo(behaviours.redirect(location))).toMatchObject({ status: 302, error: 'redirect' });
  });
});

describe('the target guard at delivery', () => {
  it.each(hostileUrls)('sends nothing to %j and looks no name up', async (url) => {
    const attempt = await send({ url }, { policy: strict });
    expect(attempt).toMatchObject({ status: null, error: 'blocked-target', responseBytes: 0 });
  });

  it.each(hostileAddresses)('sends nothing to a name that leads to %s (%s)', async (_range, address) => {
    const attempt = await send({}, { policy: strict, resolve: resolvesTo('93.184.216.34', address) });
    expect(attempt).toMatchObject({ status: null, error: 'blocked-target' });
  });

  it('S35: a public name for loopback never reaches a server there', async () => {
    const receiver = await receiverFor({ cert: 'cert.pem' });
    trust('cert.pem');
    const { url, policy } = hooks(receiver);
    const deps = { policy: { ...policy, allowLoopback: false }, resolve: resolvesTo('127.0.0.1') };
    expect(await send({ url }, deps)).toMatchObject({ error: 'blocked-target' });
    expect(receiver.connections()).toBe(0);
  });

  it('S35: a name that flips to a private address after its first delivery is blocked at the second', async () => {
    const receiver = await receiverFor({ cert: 'cert.pem' });
    trust('cert.pem');
    const { url, policy } = hooks(receiver);
    expect(await send({ url }, { policy, resolve: resolvesTo('127.0.0.1') })).toMatchObject({ status: 204 });
    const flipped = await send({ url }, { policy, resolve: resolvesTo('10.0.0.5') });
    expect(flipped).toMatchObject({ status: null, error: 'blocked-target' });
    expect(receiver.connections()).toBe(1);
  });

  it('a name that flips between check and connect is looked up once, and the checked address is the one called', async () => {
    const receiver = await receiverFor({ cert: 'cert.pem' });
    trust('cert.pem');
    const { url, policy } = hooks(receiver);
    const answers = [['127.0.0.2'], ['127.0.0.1']];
    const lookups: string[] = [];
    const resolve: Resolve = async (hostname) => {
      lookups.push(hostname);
      return answers.shift() ?? [];
    };
    // Nobody listens on 127.0.0.2; the receiver on 127.0.0.1 is what a second look would have found.
    expect(await send({ url }, { policy, resolve })).toMatchObject({ status: null, error: 'refused' });
    expect(lookups).toEqual(['hooks.example.com']);
    expect(receiver.connections()).toBe(0);
  });

  it('tries the next of the checked addresses where the first one is dead', async () => {
    const receiver = await receiverFor({ cert: 'cert.pem' });
    trust('cert.pem');
    const { url, policy } = hooks(receiver);
    const attempt = await send({ url }, { policy, resolve: resolvesTo('127.0.0.2', '127.0.0.1') });
    expect(attempt).toMatchObject({ status: 204, error: null });
    expect(receiver.received).toHaveLength(1);
  });

  it('knocks at no more than four addresses of a name', async () => {
    const receiver = await receiverFor({ cert: 'cert.pem' });
    const { url, policy } = hooks(receiver);
    const dead = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
    const attempt = await send({ url }, { policy, resolve: resolvesTo(...dead, '127.0.0.1') });
    expect(attempt).toMatchObject({ status: null, error: 'refused' });
    expect(receiver.connections()).toBe(0);
  });

  it('a name without addresses is a failure of DNS', async () => {
    expect(await send({}, { resolve: resolvesTo() })).toMatchObject({ status: null, error: 'dns' });
  });

  it('gives up on a name server that does not answer', async () => {
    const untilAborted: Resolve = (_hostname, signal) =>
      new Promise((settle) => signal.addEventListener('abort', () => settle([])));
    const attempt = await send({}, { resolve: untilAborted, timeouts: { dnsMs: 100, totalMs: 5_000 } });
    expect(attempt).toMatchObject({ status: null, error: 'dns' });
    expect(attempt.durationMs).toBeLessThan(2_500);
  });
});

describe('TLS', () => {
  it('is verified against the name, which Host and SNI keep', async () => {
    const receiver = await receiverFor({ cert: 'cert.pem' });
    trust('cert.pem');
    const { url, policy } = hooks(receiver);
    expect(await send({ url }, { policy, resolve: resolvesTo('127.0.0.1') })).toMatchObject({ status: 204 });
    expect(receiver.received).toMatchObject([
      {
        path: '/hook?a=b',
        serverName: 'hooks.example.com',
        headers: { host: `hooks.example.com:${receiver.port}` },
      },
    ]);
  });

  it('with a certificate that nobody vouches for fails', async () => {
    const receiver = await receiverFor({ cert: 'cert.pem' });
    const { url, policy } = hooks(receiver);
    const attempt = await send({ url }, { policy, resolve: resolvesTo('127.0.0.1') });
    expect(attempt).toMatchObject({ status: null, error: 'tls' });
    expect(receiver.received).toEqual([]);
  });

  it('with an expired certificate fails', async () => {
    const receiver = await receiverFor({ cert: 'expired.pem' });
    trust('expired.pem');
    const { url, policy } = hooks(receiver);
    const attempt = await send({ url }, { policy, resolve: resolvesTo('127.0.0.1') });
    expect(attempt).toMatchObject({ status: null, error: 'tls' });
    expect(receiver.received).toEqual([]);
  });

  it('with a certificate for another name fails', async () => {
    const receiver = await receiverFor({ cert: 'cert.pem' });
    trust('cert.pem');
    const { policy } = hooks(receiver);
    const url = `https://other.example.com:${receiver.port}/`;
    const attempt = await send({ url }, { policy, resolve: resolvesTo('127.0.0.1') });
    expect(attempt).toMatchObject({ status: null, error: 'tls' });
    expect(receiver.received).toEqual([]);
  });

  it('with a server that speaks none fails', async () => {
    const receiver = await receiverFor();
    const { url, policy } = hooks(receiver);
    const attempt = await send({ url }, { policy, resolve: resolvesTo('127.0.0.1') });
    expect(attempt).toMatchObject({ status: null, error: 'tls' });
  });

  it('with a server that never shakes hands times out as a connection does', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void mute.close());
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const attempt = await send(
      { url: `https://hooks.example.com:${port}/` },
      {
        policy: { ports: [port] },
        resolve: resolvesTo('127.0.0.1'),
        timeouts: { connectMs: 100, totalMs: 5_000 },
      },
    );
    expect(attempt).toMatchObject({ status: null, error: 'timeout' });
    expect(attempt.durationMs).toBeLessThan(2_500);
  });
});
