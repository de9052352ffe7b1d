import {
  type Decision,
  decideOnCommand,
  decideOnCredential,
  decideOnFolder,
  decideOnOrg,
  decideOnRun,
  decideOnTemplate,
  orgRoleOf,
} from '@/lib/access/decide';
import type {
  AccessLevel,
  AccessRole,
  Actor,
  CommandAction,
  CommandStanding,
  FolderAction,
  OrgAction,
  OrgRole,
  RunAction,
  TemplateAction,
  Visibility,
} from '@/lib/access/vocabulary';
import { accessibleCommands, commandAccess, folderAccess } from '@/server/access/scope';
import { type Sql, sql } from '@/server/db';
import { commandDeleted, forbidden, notFound, notSignedIn } from '@/server/errors';
import { type CommandForm, FORM_COLUMNS, type FormRow, formOf } from '@/server/inputs/command-form';

/** An organisation the actor may enter; `role` is null for an outsider who holds a grant in it. */
export interface OrgSubject {
  orgId: string;
  role: OrgRole | null;
}

export interface CommandSubject {
  orgId: string;
  commandId: number;
  templateId: number;
  name: string;
  standing: CommandStanding;
}

/** A command with what it is run with, all of one moment. */
export interface RunnableSubject extends CommandSubject {
  form: CommandForm;
}

export interface RunSubject {
  orgId: string;
  runId: number;
  /** Whether it had ended when it was loaded. */
  isOver: boolean;
  command: CommandSubject;
}

export interface StartableRunSubject extends RunSubject {
  command: RunnableSubject;
}

export interface RunGroupSubject {
  orgId: string;
  runGroupId: number;
  commandId: number;
  /** Who runs go into it for. */
  userId: string;
}

export interface FolderSubject {
  orgId: string;
  folderId: number;
  name: string;
}

export interface CredentialSubject {
  orgId: string;
  credentialId: number;
}

export interface TemplateSubject {
  orgId: string;
  templateId: number;
}

function enforce(decision: Decision): void {
  switch (decision) {
    case 'allowed':
      return;
    case 'signIn':
      throw notSignedIn();
    case 'hidden':
      throw notFound();
    case 'forbidden':
      throw forbidden();
  }
}

const personId = (actor: Actor): string | null => (actor.kind === 'person' ? actor.userId : null);

/** Whether an outsider holds a grant on a command of the organisation. */
async function holdsGrant(actor: Actor, orgId: string): Promise<boolean> {
  const rows = await sql.query<{ found: boolean }>(
    `select exists (
       select 1 from command c ${commandAccess('$1')}
       where c.org_id = $2 and c.deleted_at is null and access.role is not null
         and c.command_id in (select command_id from command_user_grant where org_id = $2 and user_id = $1)
     ) as found`,
    [personId(actor), orgId],
  );
  return rows[0]?.found ?? false;
}

/** Throws what the decision says when the actor may not do this to the organisation. */
export async function loadOrg(actor: Actor, orgId: string, action: OrgAction): Promise<OrgSubject> {
  const role = orgRoleOf(actor, orgId);
  const needsGrant = role === null && actor.kind === 'person' && action === 'org.enter';
  enforce(decideOnOrg(actor, action, orgId, needsGrant && (await holdsGrant(actor, orgId))));
  return { orgId, role };
}

interface CommandRow {
  org_id: string;
  command_id: number;
  template_id: number;
  name: string;
  visibility: Visibility;
  role: AccessRole | null;
  level: AccessLevel | null;
}

const COMMAND_COLUMNS = `
  c.org_id, c.command_id, c.template_id, c.name, c.visibility, access.role, access.level`;

function commandSubject(row: CommandRow): CommandSubject {
  const access = row.role !== null && row.level !== null ? { role: row.role, level: row.level } : null;
  return {
    orgId: row.org_id,
    commandId: row.command_id,
    templateId: row.template_id,
    name: row.name,
    standing: { orgId: row.org_id, visibility: row.visibility, access },
  };
}

/** What is loaded beside a subject: nothing, or the form of the command `c`. */
interface Beside<Row> {
  columns: string;
  join: string;
  row?: Row;
}
const NOTHING: Beside<object> = { columns: '', join: '' };
const FORM: Beside<FormRow> = {
  columns: `, ${FORM_COLUMNS}`,
  join: 'join template t on t.org_id = c.org_id and t.template_id = c.template_id',
};

/**
 * @param orgId the organisation in the path; null where the path has none.
 * @param db a transaction to ask in, where it has waited for something since the request was let in.
 */
export async function loadCommand(
  actor: Actor,
  orgId: string | null,
  commandId: number,
  action: CommandAction,
  db: Sql = sql,
): Promise<CommandSubject> {
  return commandSubject(await commandRow(actor, orgId, commandId, action, NOTHING, db));
}

/** The same with the command's form. */
export async function loadRunnable(
  actor: Actor,
  orgId: string | null,
  commandId: number,
  action: CommandAction,
): Promise<RunnableSubject> {
  const row = await commandRow(actor, orgId, commandId, action, FORM);
  return { ...commandSubject(row), form: formOf(row) };
}

async function commandRow<Row>(
  actor: Actor,
  orgId: string | null,
  commandId: number,
  action: CommandAction,
  { columns, join }: Beside<Row>,
  db: Sql = sql,
): Promise<CommandRow & Row> {
  if (actor.kind === 'signedOut' && action !== 'command.see') throw notSignedIn();
  const [row] = await db.query<CommandRow & Row & { is_deleted: boolean }>(
    `select ${COMMAND_COLUMNS}, c.deleted_at is not null as is_deleted ${columns}
     from command c ${commandAccess('$1')} ${join}
     where c.command_id = $2 and ($3::text is null or c.org_id = $3)`,
    [personId(actor), commandId, orgId],
  );
  // Who had it is told that it is gone; to everybody else it is as if it had never been.
  if (row?.is_deleted && row.role !== null) throw commandDeleted();
  if (row === undefined || row.is_deleted) throw actor.kind === 'signedOut' ? notSignedIn() : notFound();
  enforce(decideOnCommand(actor, action, commandSubject(row).standing));
  return row;
}

/**
 * @param commandId the command that the request names beside the run; a run of another one is not found.
 */
export async function loadRun(
  actor: Actor,
  orgId: string,
  commandId: number | null,
  runId: number,
  action: RunAction,
): Promise<RunSubject> {
  return runSubject(await runRow(actor, orgId, commandId, runId, action, NOTHING));
}

/** The same with the form of its command. */
export async function loadStartableRun(
  actor: Actor,
  orgId: string,
  commandId: number | null,
  runId: number,
  action: RunAction,
): Promise<StartableRunSubject> {
  const row = await runRow(actor, orgId, commandId, runId, action, FORM);
  const { command, ...run } = runSubject(row);
  return { ...run, command: { ...command, form: formOf(row) } };
}

interface RunRow extends CommandRow {
  run_id: number;
  started_by_user_id: string;
  is_over: boolean;
}

const runSubject = (row: RunRow): RunSubject => ({
  orgId: row.org_id,
  runId: row.run_id,
  isOver: row.is_over,
  command: commandSubject(row),
});

async function runRow<Row>(
  actor: Actor,
  orgId: string,
  commandId: number | null,
  runId: number,
  action: RunAction,
  { columns, join }: Beside<Row>,
): Promise<RunRow & Row> {
  if (actor.kind === 'signedOut') throw notSignedIn();
  const [row] = await sql.query<RunRow & Row>(
    `select r.run_id, r.started_by_user_id, r.status not in ('starting', 'running') as is_over, ${COMMAND_COLUMNS} ${columns}
     from run r join command c on c.org_id = r.org_id and c.command_id = r.command_id ${commandAccess('$1')} ${join}
     where r.run_id = $2 and r.org_id = $3 and ($4::int is null or r.command_id = $4) and c.deleted_at is null`,
    [actor.userId, runId, orgId, commandId],
  );
  if (row === undefined) throw notFound();
  const command = commandSubject(row).standing;
  enforce(decideOnRun(actor, action, { command, startedByActor: row.started_by_user_id === actor.userId }));
  return row;
}

/** The runs of a group are seen by whoever sees runs of its command. */
export async function loadRunGroup(
  actor: Actor,
  orgId: string,
  runGroupId: number,
): Promise<RunGroupSubject> {
  if (actor.kind === 'signedOut') throw notSignedIn();
  const [row] = await sql.query<CommandRow & { user_id: string }>(
    `select g.user_id, ${COMMAND_COLUMNS}
     from run_group g join command c on c.org_id = g.org_id and c.command_id = g.command_id ${commandAccess('$1')}
     where g.run_group_id = $2 and g.org_id = $3 and c.deleted_at is null`,
    [actor.userId, runGroupId, orgId],
  );
  if (row === undefined) throw notFound();
  const { standing, commandId } = commandSubject(row);
  enforce(decideOnRun(actor, 'run.see', { command: standing, startedByActor: row.user_id === actor.userId }));
  return { orgId, runGroupId, commandId, userId: row.user_id };
}

export async function loadFolder(
  actor: Actor,
  orgId: string,
  folderId: number,
  action: FolderAction,
  db: Sql = sql,
): Promise<FolderSubject> {
  if (actor.kind === 'signedOut') throw notSignedIn();
  const [row] = await db.query<{ name: string; role: AccessRole | null; holds_command: boolean }>(
    `select f.name, access.role, exists (
       select 1 from command c where c.org_id = $2 and c.folder_id = f.folder_id
         and c.command_id in (${accessibleCommands('$1', '$2')})) as holds_command
     from folder f ${folderAccess('$1')}
     where f.org_id = $2 and f.folder_id = $3`,
    [actor.userId, orgId, folderId],
  );
  if (row === undefined) throw notFound();
  enforce(decideOnFolder(actor, action, { orgId, role: row.role, holdsCommand: row.holds_command }));
  return { orgId, folderId, name: row.name };
}

/** A template is found by way of the commands that one sees. */
export async function loadTemplate(
  actor: Actor,
  orgId: string,
  templateId: number,
  action: TemplateAction,
): Promise<TemplateSubject> {
  if (actor.kind === 'signedOut') throw notSignedIn();
  const [row] = await sql.query<{ sees_any: boolean; runs_any: boolean; is_engineer_of_all: boolean }>(
    `select coalesce(bool_or(access.role is not null or c.visibility in ('public', 'store')), false) as sees_any,
       coalesce(bool_or(access.role is not null), false) as runs_any,
       coalesce(bool_and(access.role is not distinct from 'admin'), false) as is_engineer_of_all
     from command c ${commandAccess('$1')}
     where c.org_id = $2 and c.template_id = $3 and c.deleted_at is null`,
    [actor.userId, orgId, templateId],
  );
  const standing = {
    orgId,
    seesAny: row?.sees_any ?? false,
    runsAny: row?.runs_any ?? false,
    isEngineerOfAll: row?.is_engineer_of_all ?? false,
  };
  enforce(decideOnTemplate(actor, action, standing));
  return { orgId, templateId };
}

/** A connection is found by way of the commands that use it, those of deleted templates too. */
export async function loadCredential(
  actor: Actor,
  orgId: string,
  credentialId: number,
): Promise<CredentialSubject> {
  if (actor.kind === 'signedOut') throw notSignedIn();
  const [row] = await sql.query<{ sees_any: boolean; is_engineer_of_all: boolean }>(
    `select coalesce(bool_or(access.role is not null), false) as sees_any,
       coalesce(bool_and(access.role is not distinct from 'admin'), false) as is_engineer_of_all
     from credential k
     left join (template t join command c on c.org_id = t.org_id and c.template_id = t.template_id
         and c.deleted_at is null ${commandAccess('$1')})
       on t.org_id = k.org_id and t.credential_id = k.credential_id
     where k.org_id = $2 and k.credential_id = $3 and k.deleted_at is null
     group by k.credential_id`,
    [actor.userId, orgId, credentialId],
  );
  // An admin of another organisation meets the same as somebody who made the number up.
  if (row === undefined) throw notFound();
  const standing = { orgId, seesAny: row.sees_any, isEngineerOfAll: row.is_engineer_of_all };
  enforce(decideOnCredential(actor, standing));
  return { orgId, credentialId };
}
