import statement, { raw } from 'sql-template-tag';
import { orgRoleOf } from '@/lib/access/decide';
import type { Actor, Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import type { commandDetail, readCommand as readCommandOperation } from '@/lib/contract/command/command';
import type { readCommandName as readNameOperation } from '@/lib/contract/library/commands';
import { withChoices } from '@/lib/inputs/choices/choices';
import type { Input } from '@/lib/inputs/input';
import {
  type OwnSettingValues,
  ownSettings,
  type TemplateSettingValues,
  templateSettings,
} from '@/lib/settings/command-settings';
import type { Decoded } from '@/lib/wire/wire';
import { INPUTS_JSON } from '@/server/access/command-form';
import { type CommandSubject, loadCommand } from '@/server/access/load/load-command';
import { settingPairs } from '@/server/access/setting-columns';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { shownSource } from '@/server/commands/command/summary';
import { readDecorations } from '@/server/commands/decorations/read-decorations';
import { readFormDropdowns } from '@/server/commands/dropdowns/form-dropdowns';
import { sourceChangeOf } from '@/server/commands/template/source-changes';
import { dryRunRefusal } from '@/server/connectors/dry-run-refusal';
import { inputRightsOf } from '@/server/connectors/input-rights';
import { ownPartOf } from '@/server/connectors/own-part-of';
import { findConnector } from '@/server/connectors/registry';
import type { Context } from '@/server/operations/context';

type CommandDetail = Decoded<typeof commandDetail>;

/** `o` is the command, and `c` the one whose configuration it has: the same unless it is a copycat. */
const DETAIL = {
  own: column.json<OwnSettingValues>(),
  folder_id: column.int.nullable(),
  folder_name: column.text.nullable(),
  origin_command_id: column.int.nullable(),
  creator_name: column.text,
  version: column.int,
  template_id: column.int,
  cloud_id: column.text,
  cloud_name: column.text,
  template_description: column.text.nullable(),
  source_kind: column.text,
  source_name: column.text,
  executable: column.json<JsonValue>(),
  credential_id: column.int,
  is_synced: column.boolean,
  source_changed_at: column.time.nullable(),
  source_change_is_certain: column.boolean.nullable(),
  /** For an API operation, the kind of its description: `openapi`, `postman`, or `manual`. */
  static_source_kind: column.text.nullable(),
  shared: column.json<TemplateSettingValues>(),
  header_names: column.texts,
  template_version: column.int,
  inputs: column.json<Input[] | null>(),
};

/** A command with everything its form needs. */
export function readCommand({
  actor,
  subject,
}: Context<typeof readCommandOperation>): Promise<CommandDetail> {
  return readDetail(actor, subject);
}

async function readDetail(actor: Actor, subject: CommandSubject): Promise<CommandDetail> {
  const [row] = await query(
    DETAIL,
    statement`select json_build_object(${raw(settingPairs(ownSettings, 'c'))}) as own, o.folder_id, f.name as folder_name,
       o.origin_command_id, creator.name as creator_name, o.version, t.template_id, t.cloud_id, t.cloud_name,
       t.description as template_description, t.source_kind, t.executable, k.name as source_name, t.credential_id,
       k.for_sync and k.deleted_at is null as is_synced,
       t.source_changed_at, t.source_change_is_certain,
       case s.kind when 'sample' then 'openapi' else s.kind end as static_source_kind,
       json_build_object(${raw(settingPairs(templateSettings, 't'))}) as shared, t.header_names,
       t.version as template_version,
       ${INPUTS_JSON} as inputs
     from command o
     join command c on c.org_id = o.org_id and c.command_id = ${subject.configuredId}
     join "user" creator on creator.user_id = c.created_by_user_id
     join template t on t.org_id = c.org_id and t.template_id = c.template_id
     join credential k on k.org_id = t.org_id and k.credential_id = t.credential_id
     left join folder f on f.org_id = o.org_id and f.folder_id = o.folder_id
     left join static_command_source s on s.org_id = t.org_id
       and s.static_command_source_id = t.static_command_source_id
     where o.org_id = ${subject.orgId} and o.command_id = ${subject.commandId}`,
  );
  if (row === undefined) throw notFound();
  const decorations = await readDecorations(actor, subject);
  const { access, visibility, isCopycat = false } = subject.standing;
  // What is hidden from the form is the engineers' to know; the server fills it in when a run starts.
  const inputs = (row.inputs ?? [])
    .filter(({ hidden }) => access?.role === 'admin' || !hidden)
    .map(withChoices);
  const hasDropdowns = inputs.some(({ dropdownId }) => dropdownId !== null);
  const source = shownSource({ ...row, role: access?.role ?? null });
  const credentialId = access === null ? null : row.credential_id;
  const rights = inputRightsOf(row.source_kind, row.static_source_kind, row.executable);
  // Folders are visible within their organization only (decideOnFolder).
  const showsFolder = access !== null && orgRoleOf(actor, subject.orgId) !== null;
  return {
    commandId: subject.commandId,
    orgId: subject.orgId,
    ...row.own,
    name: subject.name,
    isHidden: isCopycat ? false : row.own.isHidden,
    visibility,
    maskRevealers: access?.role === 'admin' ? row.own.maskRevealers : [],
    // What a person may undo with is in the run's answer.
    undoPartner: access?.role === 'admin' ? row.own.undoPartner : null,
    folderId: showsFolder ? row.folder_id : null,
    folderName: showsFolder ? row.folder_name : null,
    originCommandId: row.origin_command_id,
    isCopycat,
    isDeleted: false,
    isCommand: true,
    creatorName: access === null ? null : row.creator_name,
    isCollapsed: false,
    canDryRun: access !== null && canDryRun(row),
    ...source,
    version: row.version,
    dbInfo: access === null ? null : dbInfoOf(row),
    dropdowns: hasDropdowns ? await readFormDropdowns(subject.orgId, subject.configuredId) : {},
    hasAccess: access !== null,
    role: access?.role ?? null,
    accessLevel: access?.level ?? null,
    template: {
      templateId: row.template_id,
      ...source,
      cloudId: access === null ? '' : row.cloud_id,
      name: source.cloudName,
      description: row.template_description,
      typeSystem: rights.typeSystem,
      parameterSource: rights.parameterSource,
      inputEdits: rights.edits,
      executionEnvironment: 'nol',
      runCredentialId: credentialId,
      syncCredentialId: row.is_synced ? credentialId : null,
      sourceChange: access?.role === 'admin' ? sourceChangeOf(row) : null,
      ...row.shared,
      startupValues: access?.role === 'admin' ? row.shared.startupValues : null,
      headers: headersOf(access === null ? [] : row.header_names),
      version: row.template_version,
      inputs,
      ...decorations,
    },
  };
}

function canDryRun({
  source_kind: sourceKind,
  executable,
  own,
  header_names,
}: RowOf<typeof DETAIL>): boolean {
  const { executeInTransaction } = own;
  const ownPart = ownPartOf(sourceKind, { executeInTransaction, headerNames: header_names });
  return dryRunRefusal({ sourceKind, executable, own: ownPart }) === null;
}

function dbInfoOf({ source_kind, executable, credential_id }: RowOf<typeof DETAIL>): CommandDetail['dbInfo'] {
  const routine = findConnector(source_kind)?.routineOf?.(executable) ?? null;
  if (routine === null) return null;
  const { schema, name, kind: routineType } = routine;
  return { credentialId: credential_id, schema, name, routineType };
}

function headersOf(names: readonly string[]): CommandDetail['template']['headers'] {
  return Object.fromEntries(names.map((name) => [name, { isSet: true as const }]));
}

/** Returns the command to a person who has just changed it, with their rights after the change. */
export async function readCommandAs(actor: Person, orgId: string, commandId: number): Promise<CommandDetail> {
  return readDetail(actor, await loadCommand(actor, orgId, commandId, 'command.see'));
}

/** Returns what a signed-out visitor may see of a public command. */
export async function readCommandName({ subject }: Context<typeof readNameOperation>) {
  return { commandId: subject.commandId, name: subject.name, visibility: subject.standing.visibility };
}
