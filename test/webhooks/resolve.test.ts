import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dnsResolve, resolveTarget } from '../../functions/dispatcher/resolve.ts';

const typeA = 1;
const typeAaaa = 28;

/** Where the type of a DNS query's only question begins: after the header and the labels of its name. */
const typeOffset = (query: Buffer): number => {
  let offset = 12;
  while (query[offset] !== 0) offset += 1 + query.readUInt8(offset);
  return offset + 1;
};

/** An answer (RFC 1035 §4) to a query with these addresses; a failure of the server's without any. */
const answerTo = (query: Buffer, addresses: readonly string[] | 'fails'): Buffer => {
  const end = typeOffset(query) + 4;
  const type = query.readUInt16BE(end - 4);
  const wanted =
    addresses === 'fails' ? [] : addresses.filter((a) => (isIPv4(a) ? typeA : typeAaaa) === type);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(addresses === 'fails' ? 0x8182 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(wanted.length, 6);
  const records = wanted.map((address) => {
    const data = Buffer.from(ipaddr.parse(address).toByteArray());
    const record = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, query.subarray(12, end), ...records]);
};

/** A name server on loopback that gives every name these addresses, or never says anything. */
const nameServer = async (addresses: readonly string[] | 'fails' | 'silent'): Promise<readonly string[]> => {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  socket.on('message', (query, from) => {
    if (addresses !== 'silent') socket.send(answerTo(query, addresses), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return [`127.0.0.1:${socket.address().port}`];
};

const lookUp = async (servers: readonly string[], timeoutMs = 2_000) =>
  dnsResolve(servers)('hooks.example.com', AbortSignal.timeout(timeoutMs));

describe('looking a name up', () => {
  it('finds its A and AAAA records, all of them', async () => {
    const servers = await nameServer(['93.184.216.34', '2606:4700::1111', '8.8.8.8']);
    expect(await lookUp(servers)).toEqual(['93.184.216.34', '8.8.8.8', '2606:4700::1111']);
  });

  it('finds a private AAAA beside a public A, and the guard refuses them together', async () => {
    const servers = await nameServer(['93.184.216.34', 'fd00::1']);
    const policy = { allowLoopback: false, ports: [], ownHosts: [] };
    const target = new URL('https://hooks.example.com/');
    const guarded = await resolveTarget(target, policy, dnsResolve(servers), AbortSignal.timeout(2_000));
    expect(guarded).toEqual({ ok: false, error: 'blocked-target' });
  });

  it.each(['fails', []] as const)('finds nothing where the server answers %j', async (answer) => {
    expect(await lookUp(await nameServer(answer))).toEqual([]);
  });

  it('stops when it is told to, whatever the server does', async () => {
    const servers = await nameServer('silent');
    const startedAt = performance.now();
    expect(await lookUp(servers, 100)).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(2_500);
  });
});
