import statement, { raw } from 'sql-template-tag';
import type { updateTemplate as updateTemplateOperation } from '@/lib/contract/configure';
import { byColumn, changedKeys, changedValues } from '@/lib/settings/change-settings';
import { type TemplateSettingValues, templateSettings } from '@/lib/settings/command-settings';
import { recordAudit } from '@/server/access/audit';
import { changedHeaders } from '@/server/configure/template-headers';
import { transaction } from '@/server/db';
import { changedMeanwhile } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { settingPairs } from '@/server/settings/columns';
import { writeTemplateSettings } from '@/server/settings/write-settings';
import { column, query } from '@/server/statements';

/** Changes what all commands of a template say around their Run button. Throws 409 where it was changed since. */
export async function updateTemplate({
  subject: { orgId, templateId },
  body,
  audit,
}: Context<typeof updateTemplateOperation>): Promise<undefined> {
  await transaction(async (tx) => {
    const [row] = await query(
      {
        settings: column.json<TemplateSettingValues>(),
        header_names: column.json<string[]>(),
        sealed_headers: column.bytes.nullable(),
        version: column.int,
      },
      statement`select json_build_object(${raw(settingPairs(templateSettings, 't'))}) as settings, t.header_names,
          t.sealed_headers, t.version
        from template t where t.org_id = ${orgId} and t.template_id = ${templateId} for update`,
      tx,
    );
    if (row === undefined || (body.version !== undefined && body.version !== row.version)) {
      throw changedMeanwhile();
    }
    const { header_names, sealed_headers, settings: before } = row;
    const headers =
      body.headers === undefined
        ? { header_names, sealed_headers, replaced: [] }
        : await changedHeaders(tx, { orgId, templateId }, row, body.headers);
    const after = changedValues(templateSettings, before, body);
    if (changedKeys(templateSettings, before, after).length === 0 && body.headers === undefined) return;
    await writeTemplateSettings(tx, orgId, templateId, after);
    await query(
      {},
      statement`update template set header_names = ${headers.header_names}, sealed_headers = ${headers.sealed_headers}
        where org_id = ${orgId} and template_id = ${templateId}`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId,
      action: 'template.update',
      subjectType: 'template',
      subjectId: String(templateId),
      before: { ...byColumn(templateSettings, before), headers: header_names },
      after: {
        ...byColumn(templateSettings, after),
        headers: headers.header_names,
        replaced_headers: headers.replaced,
      },
    });
  });
  return undefined;
}
