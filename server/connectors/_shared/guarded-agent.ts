import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { ConnectorContext } from '@/server/connectors/connector-context';
import { resolveAllowed } from './network-guard';

type Guard = Pick<ConnectorContext, 'network' | 'isBuiltin'>;

/**
 * An agent that connects to the addresses that were resolved and allowed now, so that the name can't resolve elsewhere a
 * moment later. Throws if the host may not be reached.
 */
export async function guardedAgent(url: string, guard: Guard): Promise<HttpAgent | HttpsAgent> {
  const { hostname, port, protocol } = new URL(url);
  const isSecure = protocol === 'https:';
  const addresses = await resolveAllowed(
    { host: hostname, port: Number(port || (isSecure ? 443 : 80)) },
    guard,
  );
  const lookup: LookupFunction = (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else if (first !== undefined) callback(null, first.address, first.family);
  };
  return isSecure ? new HttpsAgent({ lookup }) : new HttpAgent({ lookup });
}

/** A lookup for agents that call several hosts: each name is resolved and allowed when it is connected to. */
export function guardedLookup(guard: Guard, port = 443): LookupFunction {
  return (host, { all }, callback) => {
    resolveAllowed({ host, port }, guard).then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
