import statement from 'sql-template-tag';
import type { updateStaticCommandSource as updateOperation } from '@/lib/contract/sources/imports';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { connectorAddedBy } from '@/server/connectors/registry';
import type { Context } from '@/server/operations/context';
import { checkConnection } from '@/server/sources/connections/save-credential';
import { updateBaseUrl } from '@/server/sources/connections/update-base-url';

/** Sets the base URL of a description's API. Another host requires the secrets again. */
export async function updateStaticCommandSource(context: Context<typeof updateOperation>) {
  const { subject, params, body, audit } = context;
  const checked = checkConnection(connectorAddedBy('openapi').kind, 'openapiBaseUrl', {
    apiBaseUrl: body.openapiBaseUrl,
  });
  const apiBaseUrl = String(checked.apiBaseUrl);
  return transaction(async (tx) => {
    const [source] = await query(
      { credential_id: column.int },
      statement`select credential_id from static_command_source where org_id = ${subject.orgId}
        and static_command_source_id = ${params.sourceId}`,
      tx,
    );
    if (source === undefined) throw notFound();
    await updateBaseUrl(tx, subject.orgId, source.credential_id, apiBaseUrl, audit);
    await recordAudit(tx, audit, {
      orgId: subject.orgId,
      action: 'static_command_source.update',
      subjectType: 'static_command_source',
      subjectId: String(params.sourceId),
      after: { openapi_base_url: apiBaseUrl },
    });
    return {
      staticCommandSourceId: params.sourceId,
      credentialId: source.credential_id,
      openapiBaseUrl: apiBaseUrl,
    };
  });
}
