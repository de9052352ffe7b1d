import type { NetworkPolicy } from '@/server/connectors/types';
import { env } from '@/server/env';
import { isDemoMode } from '@/server/identity/demo';

const POSTGRES_PORT = '5432';

function hostAndPort(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || POSTGRES_PORT}`;
}

/**
 * Where connections may go (decisions §6): loopback only in demo mode on loopback, so that one can try the
 * product on a local database; private ranges everywhere but in hosted environments; never our own database
 * and ports.
 */
export function networkPolicy(): NetworkPolicy {
  const { appEnv, port, networkAllow, databaseUrl, databaseDirectUrl, demoAllowRemote } = env();
  return {
    allowLoopback: isDemoMode() && !demoAllowRemote,
    allowPrivate: isDemoMode() || appEnv === 'private_ad',
    allowed: networkAllow,
    forbidden: [
      hostAndPort(databaseUrl),
      hostAndPort(databaseDirectUrl),
      `localhost:${port}`,
      `127.0.0.1:${port}`,
    ],
  };
}
