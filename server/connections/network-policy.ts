import { hostsOf, withHost } from '@/server/base/database/database-hosts';
import { isDemoMode } from '@/server/base/demo-mode';
import { env } from '@/server/base/env';
import type { NetworkPolicy } from '@/server/connectors/connector-context';

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

function hostAndPort(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (usualPorts[protocol] ?? '5432')}`;
}

/** Each host of the database, of which any may be the one that takes changes. */
const allHosts = (url: string): string[] => hostsOf(url).map((host) => hostAndPort(withHost(url, host)));

/**
 * Where connections may go: loopback only in demo mode on loopback, so that people can try the product
 * with a local database; private ranges everywhere except in hosted environments; never our own database and ports.
 * Connections that the product created itself can reach its two sample sources at their current address.
 */
export function networkPolicy(): NetworkPolicy {
  const {
    appEnv,
    port,
    networkAllow,
    databaseUrl,
    databaseDirectUrl,
    databaseReplicaUrl,
    demoAllowRemote,
    sampleDatabaseUrl,
    sampleApiUrl,
  } = env();
  const sampleApi = sampleApiUrl === undefined ? [] : [hostAndPort(sampleApiUrl)];
  return {
    allowLoopback: isDemoMode() && !demoAllowRemote,
    allowPrivate: isDemoMode() || appEnv === 'private_ad',
    allowed: networkAllow,
    listedIn: 'NETWORK_ALLOW',
    forbidden: [
      ...allHosts(databaseUrl),
      ...allHosts(databaseDirectUrl),
      ...(databaseReplicaUrl === null ? [] : allHosts(databaseReplicaUrl)),
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      ...sampleApi,
    ],
    samples: [...(sampleDatabaseUrl === undefined ? [] : [hostAndPort(sampleDatabaseUrl)]), ...sampleApi],
  };
}

/**
 * Where calls may go that aren't those of a connection: the public internet, and what the operator listed for this purpose.
 * What connections may reach doesn't count: other people choose these addresses, and some of them are strangers.
 */
export function networkFor(purpose: 'alerts' | 'programs'): NetworkPolicy {
  const { alertAllow, programAllow } = env();
  return {
    ...networkPolicy(),
    allowLoopback: false,
    allowPrivate: false,
    ...(purpose === 'alerts'
      ? { allowed: alertAllow, listedIn: 'ALERT_ALLOW' }
      : { allowed: programAllow, listedIn: 'PROGRAM_ALLOW' }),
  };
}
