import statement from 'sql-template-tag';
import { query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import { type OpenSource, unsafeOpenCredential } from '@/server/connections/open-credential';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';

/** A source whose failures become errors that name the cause and what to do. */
export interface UsableSource {
  use<T>(work: (source: OpenSource) => Promise<T>): Promise<T>;
}

/** Opens a connection of the organization. Throws 404 for one of another organization. */
export async function openSource(orgId: string, credentialId: number): Promise<UsableSource> {
  const rows = await query(
    {},
    statement`select from credential where org_id = ${orgId} and credential_id = ${credentialId}
      and deleted_at is null`,
  );
  if (rows.length === 0) throw notFound();
  const source = await unsafeOpenCredential(orgId, credentialId);
  return {
    async use(work) {
      try {
        return await work(source);
      } catch (error) {
        if (error instanceof ConnectorError)
          throw new AppError('impossible', error.message, { cause: error });
        throw error;
      }
    },
  };
}
