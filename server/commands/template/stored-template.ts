import statement from 'sql-template-tag';
import type { Visibility } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import type { TemplateInput } from '@/lib/inputs/input';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { InputEdit, Likeness, SourceKind } from '@/server/connectors/things';

/** The columns of a template's command that a sync needs. */
export interface StoredCommand {
  commandId: number;
  name: string;
  visibility: Visibility;
  createdByUserId: string;
  version: number;
  isDeleted: boolean;
}

/** The source's description of a thing at its last sync. */
export interface StoredTemplate {
  templateId: number;
  sourceKind: SourceKind;
  /** What engineers changed of its inputs, which a sync keeps: see `withInputEdits`. */
  inputEdits: InputEdit[];
  cloudId: string;
  cloudName: string;
  friendlyName: string | null;
  description: string | null;
  executable: JsonValue;
  likeness: Likeness;
  /** The uploaded description that has it. */
  staticCommandSourceId: number | null;
  version: number;
  /** What the source told of it since the last sync; null if nothing. */
  sourceChange: { at: string; isCertain: boolean } | null;
  /** Whether the last look at the source found that a sync would break something of it. */
  isExpectedToBreak: boolean;
  /** Whether no command of it can be found: it was deleted, or all of its commands were. */
  isDeleted: boolean;
  inputs: TemplateInput[];
  /** The values for runs that start with the page, by input key. */
  startupValues: Record<string, JsonValue> | null;
  commands: StoredCommand[];
}

/** Copycats have no form of their own to sync. As JSON, because it includes the inputs and commands. */
const TEMPLATE_JSON = statement`json_build_object(
  'templateId', t.template_id, 'sourceKind', t.source_kind, 'inputEdits', t.input_edits, 'cloudId', t.cloud_id, 'cloudName', t.cloud_name,
  'friendlyName', t.friendly_name, 'startupValues', t.run_on_startup_values, 'description', t.description,
  'executable', t.executable, 'likeness', t.likeness, 'staticCommandSourceId', t.static_command_source_id,
  'version', t.version, 'sourceChange', case when t.source_changed_at is not null then json_build_object(
    'at', to_char(t.source_changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'isCertain', t.source_change_is_certain) end,
  'isExpectedToBreak', exists (
    select from expected_break b where b.org_id = t.org_id and b.template_id = t.template_id),
  'isDeleted', t.deleted_at is not null or not exists (
    select from command c
    where c.org_id = t.org_id and c.template_id = t.template_id and c.deleted_at is null and c.follows_command_id is null),
  'inputs', (
    select coalesce(json_agg(jsonb_build_object(
      'key', i.key, 'type', i.type, 'defaultValue', i.default_value, 'defaultExpression', i.default_expression,
      'defaultAmbiguousInput', i.default_ambiguous_input, 'description', i.description,
      'groupHeader', i.group_header, 'conditions', i.conditions
    ) || case when i.is_prefilled then '{"isPrefilled": true}' else '{}' end::jsonb order by i.position, i.template_input_id), '[]')
    from template_input i where i.template_id = t.template_id),
  'commands', (
    select coalesce(json_agg(json_build_object(
      'commandId', c.command_id, 'name', c.name, 'visibility', c.visibility,
      'createdByUserId', c.created_by_user_id, 'version', c.version, 'isDeleted', c.deleted_at is not null
    ) order by c.command_id), '[]')
    from command c where c.org_id = t.org_id and c.template_id = t.template_id and c.follows_command_id is null))`;

/** All templates of a connection, including deleted ones. */
export async function readTemplates(db: Sql, orgId: string, credentialId: number): Promise<StoredTemplate[]> {
  const rows = await query(
    { stored: column.json<StoredTemplate>() },
    statement`select ${TEMPLATE_JSON} as stored from template t where t.org_id = ${orgId}
      and t.credential_id = ${credentialId}`,
    db,
  );
  return rows.map(({ stored }) => stored);
}

/** One template with its commands, as it is now. */
export async function readTemplate(
  db: Sql,
  orgId: string,
  templateId: number,
): Promise<StoredTemplate | undefined> {
  const [row] = await query(
    { stored: column.json<StoredTemplate>() },
    statement`select ${TEMPLATE_JSON} as stored from template t where t.org_id = ${orgId}
      and t.template_id = ${templateId}`,
    db,
  );
  return row?.stored;
}

/** Reads one template with its commands, and locks them until the transaction ends. */
export async function lockTemplate(
  tx: Sql,
  orgId: string,
  templateId: number,
): Promise<StoredTemplate | undefined> {
  // The template first, in its own part of the statement: everyone takes these locks in this order.
  await query(
    {},
    statement`with locked as materialized (
        select org_id, template_id from template where org_id = ${orgId} and template_id = ${templateId} for update)
      select from locked join command c on c.org_id = locked.org_id and c.template_id = locked.template_id
      order by c.command_id for update of c`,
    tx,
  );
  return readTemplate(tx, orgId, templateId);
}
