import type { createCredential as createCredentialOperation } from '@/lib/contract/credentials';
import type { JsonValue } from '@/lib/json';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import { connectorFor, sourceKindOf } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/types';
import { networkPolicy } from '@/server/credentials/network-policy';
import { checkConnection, saveCredential } from '@/server/credentials/save-credential';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';

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
  const { credType, db } = body;
  const given = credType === 'db' ? db : undefined;
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
      forSync: body.forSync ?? true,
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

/** The documents name these in a database's part; they say nothing of how to connect. */
function withoutDocumentedExtras(given: Record<string, JsonValue>): Record<string, JsonValue> {
  const { name: _name, databaseSystem: _system, azKeyVaultRef: _vault, credsId: _id, ...connection } = given;
  return connection;
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
    });
  } catch (error) {
    if (error instanceof ConnectorError) throw new AppError('impossible', error.message, { cause: error });
    throw error;
  }
}
