import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { seal } from '@/server/base/secrets/seal';
import { sealPurpose } from '@/server/connections/open-credential';
import { changedConnection, readSaved } from '@/server/sources/connections/changed-connection';
import { partSecrets } from '@/server/sources/connections/save-credential';
import { refuseBuiltin } from '@/server/sources/connections/update-credential';

/**
 * Changes the base URL of an API within the caller's transaction. A credential that is named after its host gets the
 * new host's name. Throws 400 if secrets were entered for another place; see `changedConnection`.
 */
export async function updateBaseUrl(
  tx: Sql,
  orgId: string,
  credentialId: number,
  apiBaseUrl: string,
  audit: AuditSource,
): Promise<void> {
  const saved = await readSaved(orgId, credentialId, tx, 'for update');
  refuseBuiltin(saved);
  const connection = changedConnection(saved, { apiBaseUrl });
  const { settings, secrets } = partSecrets(saved.sourceKind, connection);
  const name = / Creds$/.test(saved.name) ? `${new URL(apiBaseUrl).host} Creds` : saved.name;
  await execute(
    statement`update credential
      set settings = ${JSON.stringify(settings)},
        sealed_secrets = ${seal(JSON.stringify(secrets), sealPurpose(orgId, credentialId))}, name = ${name},
        version = version + 1
     where org_id = ${orgId} and credential_id = ${credentialId}`,
    tx,
  );
  await recordAudit(tx, audit, {
    orgId,
    action: 'credential.update',
    subjectType: 'credential',
    subjectId: String(credentialId),
    before: { name: saved.name, api_base_url: saved.connection.apiBaseUrl ?? '' },
    after: { name, api_base_url: apiBaseUrl },
  });
}
