import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { ConnectorContext, NetworkPolicy } from '@/server/connectors/connector-context';
import { classifyAddress, isInBlock, isSameAddress } from './address-class';
import { ConnectorError } from './connector-error';

/** A resolved and allowed address; connect to it, not to the name it came from. */
export interface PinnedAddress {
  address: string;
  family: 4 | 6;
}

/** Returns every address of a host, as `dns.lookup` with `all` does. */
export type Lookup = (host: string) => Promise<{ address: string; family: number }[]>;

const lookupTimeoutMs = 10_000;

const OWN_ADDRESS = "This address belongs to Pushboard itself and can't be connected.";

/** Names of metadata services, refused without resolving them. */
const metadataHosts = [
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
];

/**
 * Resolves a host once and returns the addresses to try, in order. Throws `forbidden_address` if any of them may not be
 * reached, and `unreachable` if the name is unknown. Spellings such as `0x7f.1` or `2130706433` are checked by the
 * address that the system's resolver makes of them.
 */
export async function resolveAllowed(
  target: { host: string; port: number },
  guard: Pick<ConnectorContext, 'network' | 'isBuiltin'>,
  lookup: Lookup = lookupAll,
): Promise<PinnedAddress[]> {
  const host = normalHost(target.host);
  if (host === '' || /[/\\\s@%]|\p{Cc}/u.test(host)) {
    throw new ConnectorError(
      'invalid_connection',
      `"${target.host}" is not a host name or address. Check the host.`,
      null,
      { setting: 'host' },
    );
  }
  if (metadataHosts.includes(host))
    throw forbidden(target.host, 'it belongs to the cloud this server runs in');
  const addresses = await addressesOf(host, target.host, lookup);
  // The exemption covers one host and port, as they are configured now: anything else that a built-in credential may
  // contain is checked like everything else.
  const isSample = guard.isBuiltin && guard.network.samples.includes(`${host}:${target.port}`);
  for (const { address } of addresses) {
    const reason = reasonToRefuse(host, address, guard.network, isSample);
    if (reason !== null) throw forbidden(target.host, reason);
  }
  if (!isSample && (await isForbidden(host, target.port, addresses, guard.network, lookup))) {
    throw new ConnectorError('forbidden_address', OWN_ADDRESS);
  }
  return addresses;
}

/**
 * The guard for calls to an address that the operator named for them: it may be in the operator's own network. Metadata
 * services and Pushboard's own addresses stay closed.
 */
export function guardFor<Guard extends Pick<ConnectorContext, 'network'>>(url: string, guard: Guard): Guard {
  const { network } = guard;
  return { ...guard, network: { ...network, allowed: [...network.allowed, new URL(url).hostname] } };
}

function reasonToRefuse(
  host: string,
  address: string,
  network: NetworkPolicy,
  isSample: boolean,
): string | null {
  const kind = classifyAddress(address);
  if (kind === 'never') return 'its address is reserved, link-local, or a metadata service';
  if (isSample || kind === 'public' || network.allowed.some((entry) => isListed(host, address, entry)))
    return null;
  if (kind === 'loopback') {
    if (network.allowLoopback) return null;
    return `its address is on this machine itself; ask the people who run Pushboard to list it in ${network.listedIn}`;
  }
  if (network.allowPrivate) return null;
  return `its address is in a private network; ask the people who run Pushboard to list it in ${network.listedIn}`;
}

function isListed(host: string, address: string, entry: string): boolean {
  if (ipaddr.isValidCIDR(entry)) return isInBlock(address, entry);
  const listed = normalHost(entry);
  return isIP(listed) === 0 ? listed === host : isSameAddress(listed, address);
}

async function isForbidden(
  host: string,
  port: number,
  addresses: PinnedAddress[],
  network: NetworkPolicy,
  lookup: Lookup,
): Promise<boolean> {
  for (const entry of network.forbidden) {
    const divider = entry.lastIndexOf(':');
    if (Number(entry.slice(divider + 1)) !== port) continue;
    const forbiddenHost = normalHost(entry.slice(0, divider));
    if (forbiddenHost === host) return true;
    const appAddresses = await addressesOf(forbiddenHost, forbiddenHost, lookup).catch((cause: unknown) => {
      // If the application's own host can't be resolved, this could be it.
      const message = `"${host}:${port}" could not be checked against this application's own addresses. Try again.`;
      throw new ConnectorError('unreachable', message, null, { cause });
    });
    if (appAddresses.some((own) => addresses.some((target) => isSameMachine(own.address, target.address))))
      return true;
  }
  return false;
}

/** All loopback addresses, and those of this machine's interfaces, can lead to the same listener. */
function isSameMachine(own: string, target: string): boolean {
  return isSameAddress(own, target) || (isOfThisMachine(own) && isOfThisMachine(target));
}

function isOfThisMachine(address: string): boolean {
  if (classifyAddress(address) === 'loopback') return true;
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((own) => isSameAddress(own.address, address)),
  );
}

async function addressesOf(host: string, shown: string, lookup: Lookup): Promise<PinnedAddress[]> {
  const found = await withTimeout(lookup(host), shown).catch((cause: unknown) => {
    if (cause instanceof ConnectorError) throw cause;
    throw unknownHost(shown, cause);
  });
  if (found.length === 0) throw unknownHost(shown, undefined);
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

async function lookupAll(host: string): Promise<{ address: string; family: number }[]> {
  return systemLookup(host, { all: true, order: 'ipv4first' });
}

async function withTimeout<T>(work: Promise<T>, host: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    const error = new ConnectorError(
      'timed_out',
      `The name "${host}" was not found within 10 seconds. Try again.`,
      null,
      { setting: 'host' },
    );
    timer = setTimeout(reject, lookupTimeoutMs, error);
  });
  return Promise.race([work, expired]).finally(() => clearTimeout(timer));
}

/** In lower case, without a final dot or the brackets around an IPv6 address. */
function normalHost(host: string): string {
  const plain = host.trim().toLowerCase().replace(/\.$/, '');
  return plain.startsWith('[') && plain.endsWith(']') ? plain.slice(1, -1) : plain;
}

function unknownHost(host: string, cause: unknown): ConnectorError {
  const message = `The host "${host}" was not found. Check its spelling, and that this server's DNS can resolve it.`;
  return new ConnectorError('unreachable', message, null, { cause, setting: 'host' });
}

function forbidden(host: string, reason: string): ConnectorError {
  return new ConnectorError('forbidden_address', `"${host}" may not be reached: ${reason}.`, null, {
    setting: 'host',
  });
}
