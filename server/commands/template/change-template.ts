import statement, { raw } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import type { Input, InputType } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { changedKeys, changedValues } from '@/lib/settings/change-settings';
import { type TemplateSettingValues, templateSettings } from '@/lib/settings/command-settings';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { settingPairs } from '@/server/access/setting-columns';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, changedMeanwhile } from '@/server/base/errors';
import { auditedTemplateSettings } from '@/server/commands/settings/audited-settings';
import { lockCommands } from '@/server/commands/settings/lock-commands';
import { writeTemplateSettings } from '@/server/commands/settings/write-settings';
import { refuseNewStartup } from '@/server/commands/startup/new-startup';
import { type ChangedHeaders, changedHeaders } from '@/server/commands/template/template-headers';

interface Template {
  orgId: string;
  templateId: number;
}

/** The changes that a request asks for. Omitted settings stay as they are. */
type TemplateChanges = Partial<TemplateSettingValues> & {
  headers?: Parameters<typeof changedHeaders>[3] | undefined;
  version?: number | undefined;
};

/** A checked change of a template. The template and its commands are locked until the transaction ends. */
export interface PlannedChange extends Template {
  before: TemplateSettingValues;
  after: TemplateSettingValues;
  headerNames: readonly string[];
  headers: ChangedHeaders;
}

/**
 * Works out what a request changes in a template. Returns null if nothing changes. Throws 409 if the template changed
 * since the client read it, and as `refuseNewStartup` does.
 */
export async function planTemplateChange(
  tx: Sql,
  actor: Person,
  { orgId, templateId }: Template,
  { headers, version, ...changes }: TemplateChanges,
): Promise<PlannedChange | null> {
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
  if (row === undefined || (version !== undefined && version !== row.version)) throw changedMeanwhile();
  const { header_names: headerNames, sealed_headers, settings: before } = row;
  const after = changedValues(templateSettings, before, changes);
  if (changedKeys(templateSettings, before, after).length === 0 && headers === undefined) return null;
  refuseNewStartup(actor, orgId, before, after);
  if (changes.startupValues !== undefined) {
    refuseSecrets(await inputsOf(tx, { orgId, templateId }), changes.startupValues);
  }
  const changed =
    headers === undefined
      ? { header_names: headerNames, sealed_headers, replaced: [] }
      : await changedHeaders(tx, { orgId, templateId }, row, headers);
  await lockCommands(tx, orgId, templateId);
  return { orgId, templateId, before, after, headerNames, headers: changed };
}

type TemplateInput = Pick<Input, 'key' | 'type'>;

const inputsOf = (tx: Sql, { orgId, templateId }: Template): Promise<TemplateInput[]> =>
  query(
    { key: column.text, type: column.json<InputType>() },
    statement`select key, type from template_input where org_id = ${orgId} and template_id = ${templateId}`,
    tx,
  );

/** Throws 400 for startup values of inputs that hold secrets: those belong in defaults, which are sealed. */
function refuseSecrets(inputs: readonly TemplateInput[], values: JsonValue): void {
  const secret = inputs.find(
    ({ key, type }) =>
      holdsSecret(type) && typeof values === 'object' && values !== null && Object.hasOwn(values, key),
  );
  if (secret === undefined) return;
  const message = `${secret.key} holds a secret. Set it as the default of the input, where it is stored encrypted.`;
  throw new AppError('invalid', message, {
    issues: [{ path: `runOnStartupValues.${secret.key}`, message }],
  });
}

/** Writes a change to a template and to the audit log. */
export async function writeTemplateChange(
  tx: Sql,
  planned: PlannedChange,
  audit: AuditSource,
): Promise<void> {
  const { orgId, templateId, before, after, headers } = planned;
  await writeTemplateSettings(tx, orgId, templateId, after);
  await execute(
    statement`update template set header_names = ${headers.header_names}, sealed_headers = ${headers.sealed_headers}
      where org_id = ${orgId} and template_id = ${templateId}`,
    tx,
  );
  const inputs = await inputsOf(tx, planned);
  await recordAudit(tx, audit, {
    orgId,
    action: 'template.update',
    subjectType: 'template',
    subjectId: String(templateId),
    before: { ...auditedTemplateSettings(inputs, before), headers: [...planned.headerNames] },
    after: {
      ...auditedTemplateSettings(inputs, after),
      headers: headers.header_names,
      replaced_headers: headers.replaced,
    },
  });
}
