import ipaddr from 'ipaddr.js';

/**
 * The network that limits know a caller by. A single line or rented server has at least a /64 of IPv6, with more
 * addresses than any limit could count, so an address there stands for its network.
 *
 * @param bits how much of an IPv6 address counts, in steps of 16
 */
export function networkOf(address: string | null, bits: 48 | 64 = 64): string {
  if (address === null || !ipaddr.isValid(address)) return address ?? 'unknown';
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = new ipaddr.IPv6(parsed.parts.map((part, at) => (at * 16 < bits ? part : 0)));
  return `${network.toString()}/${bits}`;
}

/**
 * How limits name a caller.
 *
 * @param signedIn the id of the person or their organization; null for a caller who is signed out
 */
export const callerName = (signedIn: string | null, address: string | null): string =>
  signedIn ?? `address ${networkOf(address)}`;
