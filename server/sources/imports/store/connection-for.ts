import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { connectionName, freeName } from '@/lib/sources/connection-names';
import type { AuditSource } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { connectorAddedBy } from '@/server/connectors/registry';
import { checkConnection, insertCredential } from '@/server/sources/connections/save-credential';
import type { ImportedHead } from '../operations/imported';

/** Which connection a new description gets. */
export interface WantedConnection {
  orgId: string;
  userId: string;
  /** The one that a person chose; null for none. */
  credentialId: number | null;
  /** Whether one that leads to the same server in the same way is used instead of a new one. */
  usesExisting: boolean;
  audit: AuditSource;
}

export interface GivenConnection {
  credentialId: number;
  /** The name of a connection that existed before; null for a new one. */
  existingName: string | null;
}

const KNOWN = { credential_id: column.int, name: column.text };

/** The connection for a description without one. Throws 422 if the chosen one leads elsewhere. */
export async function connectionFor(
  tx: Sql,
  wanted: WantedConnection,
  head: ImportedHead,
): Promise<GivenConnection> {
  const { orgId } = wanted;
  const { kind: sourceKind, credType } = connectorAddedBy('openapi');
  const connection = checkConnection(sourceKind, credType, { apiBaseUrl: head.baseUrl ?? '', ...head.auth });
  const name = connectionName(head.baseUrl === null ? head.title.slice(0, 90) : new URL(head.baseUrl).host);
  const sameServer = statement`select credential_id, name from credential where org_id = ${orgId}
    and source_kind = ${sourceKind} and deleted_at is null and not is_builtin and for_runs
    and ${head.baseUrl}::text is not null and settings->>'apiBaseUrl' = ${connection.apiBaseUrl}`;
  if (wanted.credentialId !== null) {
    const [chosen] = await query(
      KNOWN,
      statement`${sameServer} and credential_id = ${wanted.credentialId} for share`,
      tx,
    );
    if (chosen === undefined) {
      throw new AppError('impossible', 'The chosen connection leads to another server, or no longer exists.');
    }
    return { credentialId: chosen.credential_id, existingName: chosen.name };
  }
  if (wanted.usesExisting) {
    const [found] = await query(
      KNOWN,
      statement`${sameServer} and name = ${name} and settings @> ${JSON.stringify(wayOf(head, connection))}::jsonb
        order by credential_id limit 1 for share`,
      tx,
    );
    if (found !== undefined) return { credentialId: found.credential_id, existingName: found.name };
  }
  const alike = await query(
    { name: column.text },
    statement`select name from credential where org_id = ${orgId} and deleted_at is null
      and starts_with(name, ${name})`,
    tx,
  );
  const credentialId = await insertCredential(
    tx,
    {
      orgId,
      sourceKind,
      name: freeName(
        name,
        alike.map((each) => each.name),
      ),
      forSync: false,
      forRuns: true,
      forResults: false,
      resourceId: null,
      connection,
      isBuiltin: false,
      createdByUserId: wanted.userId,
    },
    wanted.audit,
  );
  return { credentialId, existingName: null };
}

/** What has to be equal for two connections to authenticate in the same way; anything goes if the description says nothing. */
function wayOf({ auth }: ImportedHead, connection: Record<string, JsonValue>): Record<string, JsonValue> {
  if (auth.authType === undefined || auth.authType === 'none') return {};
  const telling = ['authType', 'apiKeyName', 'apiKeyIn', 'tokenUrl'];
  return Object.fromEntries(Object.entries(connection).filter(([key]) => telling.includes(key)));
}
