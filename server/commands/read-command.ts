import statement, { raw } from 'sql-template-tag';
import { orgRoleOf } from '@/lib/access/decide';
import type { Actor, Person } from '@/lib/access/vocabulary';
import {
  type commandDetail,
  type readCommand as readCommandOperation,
  type readCommandName as readNameOperation,
  warningTag,
} from '@/lib/contract/commands';
import type { Ours } from '@/lib/contract/wire';
import type { JsonValue } from '@/lib/json';
import { type CommandSubject, loadCommand } from '@/server/access/load';
import { shownSource } from '@/server/commands/summary';
import { connectorFor } from '@/server/connectors/registry';
import { notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { INPUTS_JSON, inputsOf } from '@/server/inputs/command-form';
import { column, query } from '@/server/statements';

type CommandDetail = Ours<typeof commandDetail>;

const DETAIL = {
  name: column.text,
  description: column.text.nullable(),
  folder_id: column.int.nullable(),
  folder_name: column.text.nullable(),
  origin_command_id: column.int.nullable(),
  is_hidden: column.boolean,
  execute_in_transaction: column.boolean,
  version: column.int,
  template_id: column.int,
  cloud_id: column.text,
  cloud_name: column.text,
  template_description: column.text.nullable(),
  source_kind: column.text,
  source_name: column.text,
  credential_id: column.int,
  is_synced: column.boolean,
  /** Of an API's operation the kind of description it came with: `openapi`, `postman` or `manual`. */
  static_source_kind: column.text.nullable(),
  warning_tag: warningTag.nullable(),
  run_button_text: column.text.nullable(),
  running_message: column.text.nullable(),
  run_on_startup: column.boolean,
  run_on_startup_values: column.json<JsonValue>(),
  header_names: column.texts,
  template_version: column.int,
  inputs: column.json<Parameters<typeof inputsOf>[0]>(),
};

/** A command with all that its form needs. */
export function readCommand({
  actor,
  subject,
}: Context<typeof readCommandOperation>): Promise<CommandDetail> {
  return readDetail(actor, subject);
}

async function readDetail(actor: Actor, subject: CommandSubject): Promise<CommandDetail> {
  const [row] = await query(
    DETAIL,
    statement`select c.name, c.description, c.folder_id, f.name as folder_name, c.origin_command_id, c.is_hidden,
       c.execute_in_transaction, c.version, t.template_id, t.cloud_id, t.cloud_name,
       t.description as template_description, t.source_kind, k.name as source_name, t.credential_id,
       k.for_sync and k.deleted_at is null as is_synced,
       case s.kind when 'sample' then 'openapi' else s.kind end as static_source_kind,
       t.warning_tag, t.run_button_text, t.running_message, t.run_on_startup, t.run_on_startup_values,
       t.header_names, t.version as template_version,
       ${raw(INPUTS_JSON)} as inputs
     from command c
     join template t on t.org_id = c.org_id and t.template_id = c.template_id
     join credential k on k.org_id = t.org_id and k.credential_id = t.credential_id
     left join folder f on f.org_id = c.org_id and f.folder_id = c.folder_id
     left join static_command_source s on s.org_id = t.org_id
       and s.static_command_source_id = t.static_command_source_id
     where c.org_id = ${subject.orgId} and c.command_id = ${subject.commandId}`,
  );
  if (row === undefined) throw notFound();
  const { access, visibility } = subject.standing;
  // Who only looks at a public command sees its form; what is hidden from the form is not theirs to know.
  const inputs = inputsOf(row.inputs).filter(({ hidden }) => access !== null || !hidden);
  const source = shownSource({ ...row, role: access?.role ?? null });
  const credentialId = access === null ? null : row.credential_id;
  // Folders are the organization's own (decideOnFolder).
  const showsFolder = access !== null && orgRoleOf(actor, subject.orgId) !== null;
  return {
    commandId: subject.commandId,
    orgId: subject.orgId,
    name: row.name,
    description: row.description,
    visibility,
    folderId: showsFolder ? row.folder_id : null,
    folderName: showsFolder ? row.folder_name : null,
    originCommandId: row.origin_command_id,
    isCopycat: false,
    isHidden: row.is_hidden,
    isDeleted: false,
    isCommand: true,
    ...source,
    version: row.version,
    hasAccess: access !== null,
    role: access?.role ?? null,
    accessLevel: access?.level ?? null,
    executeInTransaction: row.execute_in_transaction,
    template: {
      templateId: row.template_id,
      ...source,
      cloudId: access === null ? '' : row.cloud_id,
      name: source.cloudName,
      description: row.template_description,
      typeSystem: connectorFor(row.source_kind).typeSystem,
      parameterSource: row.static_source_kind ?? row.source_kind,
      executionEnvironment: 'nol',
      runCredentialId: credentialId,
      syncCredentialId: row.is_synced ? credentialId : null,
      warningTag: row.warning_tag,
      runButtonText: row.run_button_text,
      runningMessage: row.running_message,
      isRunOnStartup: row.run_on_startup,
      startupValues: access?.role === 'admin' ? row.run_on_startup_values : null,
      headers: headersOf(access === null ? [] : row.header_names),
      version: row.template_version,
      inputs,
    },
  };
}

function headersOf(names: readonly string[]): CommandDetail['template']['headers'] {
  return Object.fromEntries(names.map((name) => [name, { isSet: true as const }]));
}

/** The same for somebody who has just changed it, with their rights as they are after the change. */
export async function readCommandAs(actor: Person, orgId: string, commandId: number): Promise<CommandDetail> {
  return readDetail(actor, await loadCommand(actor, orgId, commandId, 'command.see'));
}

/** The little that a signed-out visitor of a public command is told. */
export async function readCommandName({ subject }: Context<typeof readNameOperation>) {
  return { commandId: subject.commandId, name: subject.name, visibility: subject.standing.visibility };
}
