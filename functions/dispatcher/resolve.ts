import { promises as dns, getServers } from 'node:dns';
import { isIP } from 'node:net';
import { err, ok, type Result } from '../../domain/engine/result.ts';
import { isGlobalUnicast, isLoopback } from './addresses.ts';
import { isLoopbackHost, type TargetPolicy, withoutBrackets } from './target.ts';

/** All addresses of a name, none where it has none or its servers fail; settles soon after the signal aborts. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Asks DNS for the A and AAAA records of a name. It neither reads the hosts file nor tries search domains, and it occupies no thread
 * of the pool, so that a name server that never answers can't delay other deliveries.
 */
export const dnsResolve =
  (servers: readonly string[] = getServers()): Resolve =>
  async (hostname, signal) => {
    const resolver = new dns.Resolver({ timeout: 1_000, tries: 3 });
    resolver.setServers(servers);
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };

/**
 * The dynamic half of the target guard (design §6): every address of a target that `checkTarget` let pass, refused unless all of them
 * are global unicast (or, for the local runner, loopback). The caller connects to these addresses and to no other, so that a
 * name which changes its mind between check and connect finds no gap.
 */
export const resolveTarget = async (
  target: URL,
  policy: TargetPolicy,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<Result<readonly string[], 'dns' | 'blocked-target'>> => {
  const addresses = isLoopbackHost(target.hostname)
    ? loopbackAddresses(target.hostname)
    : await resolve(target.hostname, signal);
  if (addresses.length === 0) return err('dns');
  const allowed = (address: string) =>
    isGlobalUnicast(address) || (policy.allowLoopback && isLoopback(address));
  return addresses.every(allowed) ? ok(addresses) : err('blocked-target');
};

/** RFC 6761 §6.3: a name under localhost is answered without DNS. */
const loopbackAddresses = (hostname: string): readonly string[] => {
  const literal = withoutBrackets(hostname);
  return isIP(literal) === 0 ? ['127.0.0.1', '::1'] : [literal];
};
