import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

const HEADER = 'x-forwarded-for';

/**
 * The caller's address, as far as it can be known: the other end of the connection or, if that is a trusted proxy, the
 * client that it names, and so on. Entries that callers write into the header come before those of the proxies, and are
 * never reached.
 *
 * @param forwardedFor the `X-Forwarded-For` header as received
 * @param trusted addresses and ranges of the proxies in front of us
 */
export function clientAddress(
  connected: string,
  forwardedFor: string | undefined,
  trusted: readonly string[],
): string {
  const hops = forwardedFor?.split(',').map((hop) => hop.trim()) ?? [];
  let address = plain(connected);
  while (isAmong(address, trusted)) {
    const before = hops.pop();
    if (before === undefined || !ipaddr.isValid(before)) break;
    address = plain(before);
  }
  return address;
}

/**
 * Writes the caller's address into each request before anything reads it: the framework trusts the header as received.
 *
 * @param onForwarded called once, when a peer on the local network forwards a request although no proxy is trusted
 */
export function noteClientAddresses(trusted: readonly string[], onForwarded: () => void): void {
  let hasWarned = trusted.length > 0;
  // A cache per connection: browsers and proxies send many requests over one.
  const last = new WeakMap<Socket, { forwardedFor: string; address: string }>();
  subscribe('http.server.request.start', (message) => {
    const { headers, socket } = (message as { request: IncomingMessage }).request;
    const connected = socket.remoteAddress;
    if (connected === undefined) {
      delete headers[HEADER];
      return;
    }
    const forwardedFor = [headers[HEADER] ?? []].flat().join(',');
    if (!hasWarned && forwardedFor !== '' && isNeighbor(connected)) {
      hasWarned = true;
      onForwarded();
    }
    const known = last.get(socket);
    const address =
      known?.forwardedFor === forwardedFor ? known.address : clientAddress(connected, forwardedFor, trusted);
    last.set(socket, { forwardedFor, address });
    headers[HEADER] = address;
  });
}

/** Whether an address is on this machine or its local network, as a proxy's usually is. */
function isNeighbor(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(ipaddr.process(address).range());
}

/** The IPv4 address, even if it is mapped to IPv6. */
const plain = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;

function isAmong(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return ranges.some((range) => {
    const [base, bits] = ipaddr.isValidCIDR(range)
      ? ipaddr.parseCIDR(range)
      : ([ipaddr.process(range), ipaddr.process(range).kind() === 'ipv4' ? 32 : 128] as const);
    return base.kind() === parsed.kind() && parsed.match([base, bits]);
  });
}
