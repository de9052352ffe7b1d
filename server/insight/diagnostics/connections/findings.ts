import type { ConnectionCheck } from '@/lib/contract/diagnostics/connections';
import { checkSource } from '@/server/connections/check-source';
import {
  contextFor,
  openCredential,
  openStored,
  type StoredCredential,
} from '@/server/connections/open-credential';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { resolveAllowed } from '@/server/connectors/_shared/network-guard';
import { connectorFor } from '@/server/connectors/registry';
import type { Discovered } from '@/server/connectors/things';
import { type Finding, failed, found } from '../finding';
import { openSocket } from '../open-socket';
import { shared } from '../shared-check';

/** `metadata` and `execute` read the catalog once together. */
const CATALOG_FRESH_MS = 10_000;

type Check = (orgId: string, stored: StoredCredential) => Promise<Finding>;

/** Each check of a connection to a database. They throw what the connector throws. */
export const connectionFindings: Readonly<Record<ConnectionCheck, Check>> = {
  async host(orgId, stored) {
    const { host, port } = placeOf(stored);
    await resolveAllowed({ host, port }, contextFor(orgId, stored));
    return found('The host is known, and Pushboard may reach it.', `${host}:${port}`);
  },

  async cnx_string(orgId, stored) {
    // Secrets that the server's keys don't open, and settings of an earlier version that no longer fit, throw.
    openStored(orgId, stored);
    return found('The saved settings are complete, and their secrets can be read.', 'valid');
  },

  async port(orgId, stored) {
    const { host, port } = placeOf(stored);
    const addresses = await resolveAllowed({ host, port }, contextFor(orgId, stored));
    let refusal: unknown;
    for (const { address } of addresses) {
      try {
        await openSocket({ host: address, port });
        return found('The port is open.', String(port));
      } catch (error) {
        refusal = error;
      }
    }
    return failed(
      `The port ${port} can't be opened. Check that the database runs there, and its firewall.`,
      refusal,
    );
  },

  async read(orgId, stored) {
    const { serverVersion, warning } = await checkSource(null, (signal) =>
      openCredential(orgId, stored, { signal }),
    );
    return found(warning ?? 'The database lets Pushboard in, and can be read.', serverVersion);
  },

  async metadata(orgId, stored) {
    const things = await catalogOf(orgId, stored);
    return found('The procedures and functions that this connection can see.', String(things.length));
  },

  async execute(orgId, stored) {
    const things = await catalogOf(orgId, stored);
    const count = things.filter(({ unavailableReason }) => unavailableReason === null).length;
    const message = `The procedures and functions that this connection can execute, of ${things.length} that it can see.`;
    return found(message, String(count));
  },
};

const catalogOf = (orgId: string, stored: StoredCredential): Promise<Discovered[]> =>
  shared(`catalog ${orgId} ${stored.credential_id} ${stored.version}`, CATALOG_FRESH_MS, async () => {
    const { connector, connection, context } = await openCredential(orgId, stored);
    return connector.discover(connection, context);
  });

/** The host and port of a connection. Throws if they aren't there. */
function placeOf({ source_kind: kind, settings }: StoredCredential): { host: string; port: number } {
  const { host, port } = settings;
  if (typeof host !== 'string' || host === '') {
    throw new ConnectorError(
      'invalid_connection',
      `The connection to ${connectorFor(kind).label} names no host.`,
    );
  }
  return { host, port: Number(port) };
}
