import type { listDiagnosticConnections as listDiagnosticConnectionsOperation } from '@/lib/contract/diagnostics/connections';
import type { Context } from '@/server/operations/context';
import { environmentOf, savedDatabases } from './saved-databases';

export async function listDiagnosticConnections({
  subject,
}: Context<typeof listDiagnosticConnectionsOperation>) {
  return (await savedDatabases(subject.orgId)).map((stored) => ({
    credentialId: stored.credential_id,
    name: stored.name,
    environment: environmentOf(stored),
  }));
}
