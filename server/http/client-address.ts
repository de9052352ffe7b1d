import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

const HEADER = 'x-forwarded-for';

/**
 * Who called, as far as it can be known: the other end of the connection, or, where that is a trusted proxy, whom it
 * says that it forwards, and so on. What callers write into the header themselves stands before what the proxies
 * added, and is never reached.
 *
 * @param forwardedFor `X-Forwarded-For` as it came
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
 * Writes the caller's address into each request before anybody reads it: the framework believes the header as it came.
 *
 * @param onForwarded called once, when a neighbor forwards a request and no proxy is trusted: it is one
 */
export function noteClientAddresses(trusted: readonly string[], onForwarded: () => void): void {
  let hasWarned = trusted.length > 0;
  // What a connection said last, and what came of it: a browser or a proxy sends many requests over one.
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

/** Whether an address is of this machine or its own network, as a proxy's usually is. */
function isNeighbor(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ['loopback', 'private', 'uniqueLocal', 'linkLocal'].includes(ipaddr.process(address).range());
}

/** IPv4 as such, also where the connection is one of IPv6. */
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
