import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** 2000::/3, all that IANA has given out as global unicast; `::/96` and the like are "unicast" by mere lack of another name. */
const allocatedV6: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * True if an address is one of the public internet's own: no private, shared, link-local, loopback, documentation, benchmark,
 * multicast or reserved range, and none that embeds another address (v4-mapped, v4-compatible, NAT64, 6to4, Teredo).
 * False for anything that isn't a canonical IP address.
 */
export const isGlobalUnicast = (address: string): boolean => {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(allocatedV6));
};

/** True for 127.0.0.0/8 and ::1. */
export const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.parse(address).range() === 'loopback';
