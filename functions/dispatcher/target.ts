import { isIP } from 'node:net';
import { err, ok, type Result } from '../../domain/engine/result.ts';
import { isLoopback } from './addresses.ts';

/** What a deployment lets webhooks be sent to. */
export interface TargetPolicy {
  /** Also http and https to this machine, on any port. For the local runner alone. */
  readonly allowLoopback: boolean;
  /** The https ports besides 443. */
  readonly ports: readonly number[];
  /** Where our own API answers, each as `host` or `host:port`: it never calls itself. */
  readonly ownHosts: readonly string[];
}

/** The policy of a deployment on AWS, which is reached at `publicUrl`: https to public names on port 443, and never itself. */
export const deployedPolicy = (publicUrl: string): TargetPolicy => ({
  allowLoopback: false,
  ports: [],
  ownHosts: [new URL(publicUrl).host],
});

const maxUrlLength = 2048;

const messages = {
  malformed: 'This is not an absolute URL.',
  'too-long': `The URL is longer than ${maxUrlLength} characters.`,
  'user-info': 'The URL must not hold a user name or password.',
  fragment: 'The URL must not hold a fragment (#).',
  'own-host': 'The URL must not point at this API itself.',
  'not-https': 'The URL must begin with https://.',
  'ip-literal': 'The host must be a domain name, not an IP address.',
  'internal-name': 'The host must be a public domain name, without a trailing dot.',
  port: 'The port must be 443.',
} as const;
/** Why a URL can't be a webhook's target, whatever its name resolves to. */
export type TargetRefusalReason = keyof typeof messages;

/** A refused target: a stable word, and a sentence that its owner understands. */
export interface TargetRefusal {
  readonly reason: TargetRefusalReason;
  readonly message: string;
}

/** Two labels or more, letters, digits, hyphens and underscores; so no empty label, no wildcard, no trailing dot. */
const domainName = /^(?=.{1,253}$)(?:(?!-)[a-z0-9_-]{1,63}(?<!-)\.)+(?!-)[a-z0-9-]{2,63}(?<!-)$/;

/**
 * Top-level names that never lead to the public internet: special-use domains (RFC 6761, 6762 and its appendix G, 7686, 8375,
 * 9476), the private-use `internal` of ICANN, and what routers and container platforms hand out.
 */
const internalNames =
  /\.(?:alt|arpa|corp|docker|example|home|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|svc|test)$/;

/** True for `localhost`, names under it, and the literals of loopback addresses, as a parsed URL's `hostname` writes them. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || isLoopback(withoutBrackets(hostname));

/** The host of a URL without the brackets of an IPv6 literal. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const refuse = (reason: TargetRefusalReason) => err<TargetRefusal>({ reason, message: messages[reason] });

/**
 * The static half of the target guard (design §6): all that can be said without a look at DNS. It judges the parsed URL, in which
 * every notation of an address and every disguise of a name has become the plain one. Use and store the `href` of the answer.
 */
export const checkTarget = (text: string, policy: TargetPolicy): Result<URL, TargetRefusal> => {
  if (text.length > maxUrlLength) return refuse('too-long');
  const url = URL.parse(text);
  if (url === null) return refuse('malformed');
  const reason = reasonAgainst(url, policy);
  return reason === undefined ? ok(url) : refuse(reason);
};

/** Loopback has many names; the port says which server of this machine is meant. */
const isSameHost = (url: URL, own: string): boolean => {
  const { host, hostname, port } = new URL(`http://${own}`);
  return url.host === host || (isLoopbackHost(hostname) && isLoopbackHost(url.hostname) && url.port === port);
};

const reasonAgainst = (url: URL, policy: TargetPolicy): TargetRefusalReason | undefined => {
  if (url.href.length > maxUrlLength) return 'too-long';
  if (url.username !== '' || url.password !== '') return 'user-info';
  if (url.href.includes('#')) return 'fragment';
  if (policy.ownHosts.some((own) => isSameHost(url, own))) return 'own-host';
  if (policy.allowLoopback && isLoopbackHost(url.hostname) && /^https?:$/.test(url.protocol))
    return undefined;
  if (url.protocol !== 'https:') return 'not-https';
  if (isIP(withoutBrackets(url.hostname)) !== 0) return 'ip-literal';
  if (!domainName.test(url.hostname) || internalNames.test(url.hostname)) return 'internal-name';
  if (url.port !== '' && !policy.ports.includes(Number(url.port))) return 'port';
  return undefined;
};
