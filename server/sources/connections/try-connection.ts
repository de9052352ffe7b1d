import type { JsonValue } from '@/lib/base/json';
import { AppError } from '@/server/base/errors';
import { checkSource } from '@/server/connections/check-source';
import { contextFor, filledIn } from '@/server/connections/open-credential';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';

/** Fields that the documents name in the nested parts, but that don't say how to connect. */
const documentedExtras = new Set(['name', 'orgId', 'databaseSystem', 'credsId', 'awsCredsId']);

export function withoutDocumentedExtras(given: Record<string, JsonValue>): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(given).filter(([key]) => !documentedExtras.has(key)));
}

/**
 * Opens a connection that is not saved. Throws 422 with the source's own message if it can't be opened, as an issue of the
 * setting that is most likely wrong, where one stands out.
 *
 * @param caller aborted when the person leaves, who alone waits for the answer
 * @param isBuiltin whether the product itself seeded it, unchanged since
 */
export async function tryConnection(
  orgId: string,
  sourceKind: SourceKind,
  connection: Record<string, JsonValue>,
  caller: AbortSignal,
  isBuiltin = false,
): Promise<{ serverVersion: string; warning: string | null }> {
  const connector = connectorFor(sourceKind);
  try {
    const { serverVersion, warning = null } = await checkSource(caller, async (signal) => ({
      connector,
      connection: connector.connection.parse(await filledIn(orgId, sourceKind, connection, signal)),
      context: contextFor(null, { credential_id: 0, version: 0, is_builtin: isBuiltin }),
    }));
    return { serverVersion, warning };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { message, setting } = error;
    throw new AppError('impossible', message, {
      cause: error,
      // A connection to an API has an address instead of a host, for example.
      issues:
        setting !== null && Object.hasOwn(connection, setting)
          ? [{ path: `${connector.credType}.${setting}`, message }]
          : [],
    });
  }
}
