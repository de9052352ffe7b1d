import type { createCredential as createCredentialOperation } from '@/lib/contract/credentials';
import type { JsonValue } from '@/lib/json';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { connectorFor, sourceKindOf } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/types';
import { networkPolicy } from '@/server/credentials/network-policy';
import { checkConnection, saveCredential } from '@/server/credentials/save-credential';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { noDocuments } from '@/server/imports/documents';

/**
 * Checks a connection by opening it, then saves it. One that cannot be opened is refused with the source's
 * own words (422), unless the caller insists: the source may be down for the moment.
 */
export async function createCredential({
  actor,
  subject,
  body,
  query,
  audit,
}: Context<typeof createCredentialOperation>) {
  const { credType } = body;
  const given = credType === 'db' || credType === 'api' ? body[credType] : undefined;
  if (given === undefined) {
    throw new AppError('invalid', `There is no "${credType}" part to connect with.`, {
      issues: [{ path: credType, message: 'Must hold the connection' }],
    });
  }
  const sourceKind = sourceKindOf(credType, given);
  if (sourceKind === null) {
    throw new AppError(
      'impossible',
      `Connections to ${JSON.stringify(given.databaseSystem)} are not available.`,
    );
  }
  const connection = checkConnection(sourceKind, credType, withoutDocumentedExtras(given));
  if (query.force !== true) await open(sourceKind, connection);
  const credentialId = await saveCredential(
    {
      orgId: subject.orgId,
      sourceKind,
      name: body.name,
      // What an API offers is uploaded, not asked of it.
      forSync: body.forSync ?? credType !== 'api',
      forRuns: body.forRuns ?? true,
      forResults: body.forResults ?? false,
      resourceId: body.resourceId ?? null,
      connection,
      isBuiltin: false,
      createdByUserId: actor.userId,
    },
    audit,
  );
  return { credentialId };
}

/** The documents name these in the nested parts; they say nothing of how to connect. */
const documentedExtras = new Set([
  'name',
  'orgId',
  'databaseSystem',
  'azKeyVaultRef',
  'credsId',
  'usernameSource',
  'passwordSource',
]);

function withoutDocumentedExtras(given: Record<string, JsonValue>): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(given).filter(([key]) => !documentedExtras.has(key)));
}

async function open(sourceKind: SourceKind, connection: Record<string, JsonValue>): Promise<void> {
  const connector = connectorFor(sourceKind);
  try {
    await connector.check(connector.connection.parse(connection), {
      credsId: 0,
      credsVersion: 0,
      isBuiltin: false,
      network: networkPolicy(),
      maximumSessions: 1,
      documents: noDocuments,
    });
  } catch (error) {
    if (error instanceof ConnectorError) throw new AppError('impossible', error.message, { cause: error });
    throw error;
  }
}
