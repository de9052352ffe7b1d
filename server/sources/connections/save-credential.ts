import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { seal } from '@/server/base/secrets/seal';
import { sealPurpose } from '@/server/connections/open-credential';
import { refuseForeignVault } from '@/server/connections/vault-secrets';
import { connectorFor } from '@/server/connectors/registry';
import type { SourceKind } from '@/server/connectors/things';

/** A connection that passed its schema; its secrets are still plain text. */
export interface NewCredential {
  orgId: string;
  sourceKind: SourceKind;
  name: string;
  forSync: boolean;
  forRuns: boolean;
  forResults: boolean;
  resourceId: string | null;
  connection: Record<string, JsonValue>;
  isBuiltin: boolean;
  createdByUserId: string | null;
}

/**
 * Checks a connection against its connector's schema and fills in defaults. Throws 400 with an issue for each field,
 * `{part}.{field}`.
 */
export function checkConnection(
  sourceKind: SourceKind,
  part: string,
  given: Record<string, JsonValue>,
): Record<string, JsonValue> {
  const checked = connectorFor(sourceKind).connection.safeParse(given);
  // Through JSON, because fields that aren't set must be absent rather than undefined.
  if (checked.success) {
    const connection = JSON.parse(JSON.stringify(checked.data));
    refuseForeignVault(sourceKind, part, connection);
    return connection;
  }
  const issues = checked.error.issues.map((issue) => ({
    path: [part, ...issue.path].join('.'),
    message: issue.message,
  }));
  throw new AppError(
    'invalid',
    `The connection is not complete: ${issues[0]?.path} – ${issues[0]?.message}`,
    { issues },
  );
}

/** Throws 400 if a person says something of a connection that needs more. `given` are the keys that they send. */
export function refuseUnfilled(
  sourceKind: SourceKind,
  connection: Record<string, JsonValue>,
  given: ReadonlySet<string>,
): void {
  const connector = connectorFor(sourceKind);
  const found = connector.unfilled?.(connector.connection.parse(connection), given) ?? null;
  if (found === null) return;
  throw new AppError('invalid', `${found.message}.`, {
    issues: [{ path: `${connector.credType}.${found.key}`, message: found.message }],
  });
}

/** Splits a connection into the settings that may be shown and the secrets to seal. */
export function partSecrets(sourceKind: SourceKind, connection: Record<string, JsonValue>) {
  const secretKeys = new Set<string>(connectorFor(sourceKind).secretKeys);
  const entries = Object.entries(connection);
  return {
    settings: Object.fromEntries(entries.filter(([key]) => !secretKeys.has(key))),
    secrets: Object.fromEntries(entries.filter(([key]) => secretKeys.has(key))),
  };
}

/** Saves a connection with its secrets sealed, and an audit row without them. */
export async function saveCredential(credential: NewCredential, audit: AuditSource): Promise<number> {
  return transaction((tx) => insertCredential(tx, credential, audit));
}

/** The same within the caller's transaction. */
export async function insertCredential(
  tx: Sql,
  credential: NewCredential,
  audit: AuditSource,
): Promise<number> {
  const { orgId, sourceKind, name, connection } = credential;
  const { settings, secrets } = partSecrets(sourceKind, connection);
  const [made] = await query(
    { credential_id: column.int },
    statement`insert into credential (org_id, source_kind, name, for_sync, for_runs, for_results,
       resource_id, settings, is_builtin, created_by_user_id)
     values (${orgId}, ${sourceKind}, ${name}, ${credential.forSync}, ${credential.forRuns},
       ${credential.forResults}, ${credential.resourceId}, ${JSON.stringify(settings)}, ${credential.isBuiltin},
       ${credential.createdByUserId})
     returning credential_id`,
    tx,
  );
  if (made === undefined) throw new Error('A credential was not inserted');
  const credentialId = made.credential_id;
  // The seal is bound to the id, which isn't known before.
  await execute(
    statement`update credential
      set sealed_secrets = ${seal(JSON.stringify(secrets), sealPurpose(orgId, credentialId))}
      where credential_id = ${credentialId}`,
    tx,
  );
  await recordAudit(tx, audit, {
    orgId,
    action: 'credential.create',
    subjectType: 'credential',
    subjectId: String(credentialId),
    after: { name, source_kind: sourceKind, settings },
  });
  return credentialId;
}
