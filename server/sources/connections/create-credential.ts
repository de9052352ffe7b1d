import type { createCredential as createCredentialOperation } from '@/lib/contract/sources/credentials';
import { AppError } from '@/server/base/errors';
import { can, sourceKindOf } from '@/server/connectors/registry';
import type { Context } from '@/server/operations/context';
import {
  checkConnection,
  refuseUnfilled,
  saveCredential,
} from '@/server/sources/connections/save-credential';
import { tryConnection, withoutDocumentedExtras } from '@/server/sources/connections/try-connection';

/**
 * Tests a connection by opening it, then saves it. If it can't be opened, throws 422 with the source's own message,
 * unless the caller insists: the source may be down for the moment.
 */
export async function createCredential({
  actor,
  subject,
  body,
  query,
  audit,
  signal,
}: Context<typeof createCredentialOperation>) {
  const { credType } = body;
  const given = body[credType];
  if (given === undefined) {
    throw new AppError('invalid', `There is no "${credType}" part to connect with.`, {
      issues: [{ path: credType, message: 'Must hold the connection' }],
    });
  }
  const sourceKind = sourceKindOf(credType, given);
  if (sourceKind === null) {
    throw new AppError(
      'impossible',
      `Connections to ${JSON.stringify(given.databaseSystem ?? credType)} are not available.`,
    );
  }
  const filledIn = Object.entries(withoutDocumentedExtras(given)).filter(([, value]) => value !== null);
  const connection = checkConnection(sourceKind, credType, Object.fromEntries(filledIn));
  refuseUnfilled(sourceKind, connection, new Set(filledIn.map(([key]) => key)));
  if (query.force !== true) await tryConnection(subject.orgId, sourceKind, connection, signal);
  const credentialId = await saveCredential(
    {
      orgId: subject.orgId,
      sourceKind,
      name: body.name,
      forSync: body.forSync ?? can(sourceKind, 'discovery'),
      forRuns: body.forRuns ?? true,
      forResults: body.forResults ?? can(sourceKind, 'stores'),
      resourceId: body.resourceId ?? null,
      connection,
      isBuiltin: false,
      createdByUserId: actor.userId,
    },
    audit,
  );
  return { credentialId };
}
