import statement from 'sql-template-tag';
import { NO_ENVIRONMENT } from '@/lib/contract/diagnostics/connections';
import { column, query } from '@/server/base/database/statements';
import { STORED_CREDENTIAL, type StoredCredential, storedShape } from '@/server/connections/open-credential';
import { allConnectors } from '@/server/connectors/registry';

const databaseKinds = (): string[] =>
  allConnectors().flatMap(({ kind, credType }) => (credType === 'db' ? kind : []));

/** The saved connections of an organization to databases, the oldest first, without those that were deleted. */
export const savedDatabases = (orgId: string): Promise<(StoredCredential & { name: string })[]> =>
  query(
    { ...storedShape, name: column.text },
    statement`select ${STORED_CREDENTIAL}, k.name from credential k where k.org_id = ${orgId} and k.deleted_at is null
      and k.source_kind = any(${databaseKinds()}::text[]) order by k.credential_id`,
  );

/** The environment that a connection belongs to. */
export function environmentOf({ settings: { env } }: StoredCredential): string {
  const name = typeof env === 'string' ? env.trim() : '';
  return name === '' ? NO_ENVIRONMENT : name;
}
