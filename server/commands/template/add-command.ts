import statement, { type Sql as Statement } from 'sql-template-tag';
import { type AuditSource, auditInsert } from '@/server/access/audit';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { outputRows } from '@/server/commands/outputs/learn-outputs';
import { outputsOfColumns } from '@/server/commands/outputs/output-shape';
import { declaredInputs } from '@/server/commands/template/declared-inputs';
import type { TemplateDescription } from '@/server/connectors/things';

export interface Addition {
  orgId: string;
  userId: string;
  credentialId: number;
  folderId?: number | null;
  described: TemplateDescription;
  /** The name of the command; the source's if left out. */
  name?: string;
  audit: AuditSource;
}

/** The command that was made from a description. */
export interface AddedCommand {
  commandId: number;
  name: string;
}

/**
 * Creates a template from what a source described, and a command of it, with the inputs and the columns that the source
 * declares. A new command is `org`, in no folder unless one is named, and belongs to its creator. The caller checks
 * whether the person may add to the folder. Throws 409 if a command for the same thing exists.
 */
export async function addCommand(addition: Addition): Promise<AddedCommand> {
  const { cloudName, friendlyName } = addition.described;
  try {
    const [added] = await query({ command_id: column.int }, insertionOf(addition));
    if (added === undefined) throw new AppError('not_found', 'The connection has been deleted.');
    return { commandId: added.command_id, name: addition.name ?? friendlyName };
  } catch (error) {
    if (hasCode(error, '23505')) {
      throw new AppError('conflict', `${cloudName} is already a command.`, { cause: error });
    }
    if (hasCode(error, '23503')) {
      throw new AppError('conflict', 'The folder has been deleted. Choose another one.', {
        cause: error,
      });
    }
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/**
 * One statement with the audit row, and so one transaction, because a source may have thousands of things to add. JSON's
 * null becomes SQL's. Forms open with the default of an input as `startsFilledIn` says.
 */
const insertionOf = ({
  orgId,
  userId,
  credentialId,
  folderId = null,
  described,
  name = described.friendlyName,
  audit,
}: Addition): Statement => statement`
with added_template as (
  insert into template (
    org_id, credential_id, source_kind, cloud_id, cloud_name, friendly_name, description, executable, likeness,
    static_command_source_id, warning_tag
  )
  select org_id, credential_id, source_kind, ${described.cloudId}::text, ${described.cloudName}::text,
    ${described.friendlyName}::text, ${described.description}::text,
    ${JSON.stringify(described.executable)}::jsonb, ${described.likeness}::text[],
    ${described.staticCommandSourceId ?? null}::int, ${described.warningTag}::text::warning_tag
  from credential where org_id = ${orgId}::text and credential_id = ${credentialId}::int and deleted_at is null
  returning template_id
), declared as (${declaredInputs(described.inputs)}), added_template_input as (
  insert into template_input (
    org_id, template_id, key, position, type, default_value, default_expression, default_ambiguous_input,
    description, group_header, conditions, is_prefilled
  )
  select ${orgId}::text, template_id, key, position, type, default_value, default_expression,
    default_ambiguous_input, description, group_header, conditions, coalesce(is_prefilled, false)
  from added_template, declared order by position
  returning template_input_id, position, default_value, default_ambiguous_input, description, group_header, conditions,
    is_prefilled
), added_command as (
  insert into command (org_id, template_id, name, description, created_by_user_id, folder_id)
  select ${orgId}::text, template_id, ${name}::text, ${described.description}::text,
    ${userId}::text, ${folderId}::int from added_template
  returning command_id
), added_input as (
  insert into command_input (
    org_id, command_id, template_input_id, position, use_default_value, default_value, default_ambiguous_input, note,
    group_header, conditions
  )
  select ${orgId}::text, command_id, template_input_id, position,
    default_value is not null and (is_prefilled or default_ambiguous_input = 'required'), default_value, default_ambiguous_input,
    description, group_header, conditions
  from added_command, added_template_input order by position
), declared_output as (${outputRows(outputsOfColumns(described.columns ?? []))}), added_output as (
  insert into output_column (org_id, command_id, kind, result_set, position, path, type)
  select ${orgId}::text, command_id, kind, "resultSet", declared_output.position, path, type
  from added_command, declared_output order by declared_output.position
), audited as (
  ${auditInsert(audit, {
    orgId,
    action: 'command.create',
    subjectType: 'command',
    subjectId: statement`command_id`,
    after: { name, cloud_id: described.cloudId, ...(folderId === null ? {} : { folder_id: folderId }) },
  })} from added_command
)
select command_id from added_command`;
