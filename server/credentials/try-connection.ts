import type { JsonValue } from '@/lib/json';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/types';
import { noDocuments } from '@/server/credentials/documents';
import { networkPolicy } from '@/server/credentials/network-policy';
import { sourceMemory } from '@/server/credentials/source-memory';
import { AppError } from '@/server/errors';

/** Fields that the documents name in the nested parts, but that don't say how to connect. */
const documentedExtras = new Set([
  'name',
  'orgId',
  'databaseSystem',
  'azKeyVaultRef',
  'credsId',
  'usernameSource',
  'passwordSource',
]);

export function withoutDocumentedExtras(given: Record<string, JsonValue>): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(given).filter(([key]) => !documentedExtras.has(key)));
}

/**
 * Opens a connection that is not saved. Throws 422 with the source's own message if it can't be opened.
 *
 * @param isBuiltin whether the product itself seeded it, unchanged since
 */
export async function tryConnection(
  sourceKind: SourceKind,
  connection: Record<string, JsonValue>,
  isBuiltin = false,
): Promise<{ serverVersion: string }> {
  const connector = connectorFor(sourceKind);
  try {
    return await connector.check(connector.connection.parse(connection), {
      credsId: 0,
      credsVersion: 0,
      isBuiltin,
      network: networkPolicy(),
      memory: sourceMemory(),
      maximumSessions: 1,
      documents: noDocuments,
    });
  } catch (error) {
    if (error instanceof ConnectorError) throw new AppError('impossible', error.message, { cause: error });
    throw error;
  }
}
