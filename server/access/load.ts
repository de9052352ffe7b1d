import statement, { empty, type Sql as Statement } from 'sql-template-tag';
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
  Actor,
  CommandAction,
  CommandStanding,
  FolderAction,
  OrgAction,
  OrgRole,
  RunAction,
  TemplateAction,
} from '@/lib/access/vocabulary';
import { accessColumn } from '@/server/access/columns';
import { accessibleCommands, commandAccess, folderAccess } from '@/server/access/scope';
import { type Sql, sql } from '@/server/db';
import { commandDeleted, forbidden, notFound, notSignedIn } from '@/server/errors';
import { type CommandForm, FORM, FORM_COLUMNS, type FormRow, formOf } from '@/server/inputs/command-form';
import { column, query, type RowOf } from '@/server/statements';

/** An organization the actor may enter; `role` is null for an outsider who holds a grant in it. */
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

/** Whether an outsider holds a grant on a command of the organization. */
async function holdsGrant(actor: Actor, orgId: string): Promise<boolean> {
  const userId = personId(actor);
  const [row] = await query(
    { found: column.boolean },
    statement`select exists (
       select from command c ${commandAccess(statement`${userId}`)}
       where c.org_id = ${orgId} and c.deleted_at is null and access.role is not null and c.command_id in (
         select command_id from command_user_grant where org_id = ${orgId} and user_id = ${userId})
     ) as found`,
  );
  return row?.found ?? false;
}

/** Throws what the decision says when the actor may not do this to the organization. */
export async function loadOrg(actor: Actor, orgId: string, action: OrgAction): Promise<OrgSubject> {
  const role = orgRoleOf(actor, orgId);
  const needsGrant = role === null && actor.kind === 'person' && action === 'org.enter';
  enforce(decideOnOrg(actor, action, orgId, needsGrant && (await holdsGrant(actor, orgId))));
  return { orgId, role };
}

const COMMAND = {
  org_id: column.text,
  command_id: column.int,
  template_id: column.int,
  name: column.text,
  visibility: accessColumn.visibility,
  role: accessColumn.role.nullable(),
  level: accessColumn.level.nullable(),
};
type CommandRow = RowOf<typeof COMMAND>;

const COMMAND_COLUMNS = statement`
  c.org_id, c.command_id, c.template_id, c.name, c.visibility, access.role, access.level`;

const FOUND_COMMAND = { ...COMMAND, is_deleted: column.boolean };

const RUN = {
  ...COMMAND,
  run_id: column.int,
  started_by_user_id: column.text,
  is_over: column.boolean,
};
type RunRow = RowOf<typeof RUN>;

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

/** What is loaded with a command or run: nothing more, or the form of the command `c`. */
interface Extent<More> {
  columns: Statement;
  join: Statement;
  commands(statement: Statement, db?: Sql): Promise<(RowOf<typeof FOUND_COMMAND> & More)[]>;
  runs(statement: Statement): Promise<(RunRow & More)[]>;
}

const ALONE: Extent<object> = {
  columns: empty,
  join: empty,
  commands: (found, db) => query(FOUND_COMMAND, found, db),
  runs: (found) => query(RUN, found),
};

const WITH_FORM: Extent<FormRow> = {
  columns: statement`, ${FORM_COLUMNS}`,
  join: statement`join template t on t.org_id = c.org_id and t.template_id = c.template_id`,
  commands: (found, db) => query({ ...FOUND_COMMAND, ...FORM }, found, db),
  runs: (found) => query({ ...RUN, ...FORM }, found),
};

/**
 * @param orgId the organization in the path; null where the path has none.
 * @param db a transaction to ask in, where it has waited for something since the request was let in.
 */
export async function loadCommand(
  actor: Actor,
  orgId: string | null,
  commandId: number,
  action: CommandAction,
  db: Sql = sql,
): Promise<CommandSubject> {
  return commandSubject(await commandRow(actor, orgId, commandId, action, ALONE, db));
}

/** The same with the command's form. */
export async function loadRunnable(
  actor: Actor,
  orgId: string | null,
  commandId: number,
  action: CommandAction,
): Promise<RunnableSubject> {
  const row = await commandRow(actor, orgId, commandId, action, WITH_FORM);
  return { ...commandSubject(row), form: formOf(row) };
}

async function commandRow<More>(
  actor: Actor,
  orgId: string | null,
  commandId: number,
  action: CommandAction,
  { columns, join, commands }: Extent<More>,
  db: Sql = sql,
): Promise<CommandRow & More> {
  if (actor.kind === 'signedOut' && action !== 'command.see') throw notSignedIn();
  const [row] = await commands(
    statement`select ${COMMAND_COLUMNS}, c.deleted_at is not null as is_deleted ${columns}
     from command c ${commandAccess(statement`${personId(actor)}`)} ${join}
     where c.command_id = ${commandId} and (${orgId}::text is null or c.org_id = ${orgId})`,
    db,
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
  return runSubject(await runRow(actor, orgId, commandId, runId, action, ALONE));
}

/** The same with the form of its command. */
export async function loadStartableRun(
  actor: Actor,
  orgId: string,
  commandId: number | null,
  runId: number,
  action: RunAction,
): Promise<StartableRunSubject> {
  const row = await runRow(actor, orgId, commandId, runId, action, WITH_FORM);
  const { command, ...run } = runSubject(row);
  return { ...run, command: { ...command, form: formOf(row) } };
}

const runSubject = (row: RunRow): RunSubject => ({
  orgId: row.org_id,
  runId: row.run_id,
  isOver: row.is_over,
  command: commandSubject(row),
});

async function runRow<More>(
  actor: Actor,
  orgId: string,
  commandId: number | null,
  runId: number,
  action: RunAction,
  { columns, join, runs }: Extent<More>,
): Promise<RunRow & More> {
  if (actor.kind === 'signedOut') throw notSignedIn();
  const [row] = await runs(
    statement`select r.run_id, r.started_by_user_id, r.status not in ('starting', 'running') as is_over,
       ${COMMAND_COLUMNS} ${columns}
     from run r
     join command c on c.org_id = r.org_id and c.command_id = r.command_id
     ${commandAccess(statement`${actor.userId}`)} ${join}
     where r.run_id = ${runId} and r.org_id = ${orgId} and (${commandId}::int is null or r.command_id = ${commandId})
       and c.deleted_at is null`,
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
  const [row] = await query(
    { ...COMMAND, user_id: column.text },
    statement`select g.user_id, ${COMMAND_COLUMNS}
     from run_group g
     join command c on c.org_id = g.org_id and c.command_id = g.command_id
     ${commandAccess(statement`${actor.userId}`)}
     where g.run_group_id = ${runGroupId} and g.org_id = ${orgId} and c.deleted_at is null`,
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
  const person = statement`${actor.userId}`;
  const [row] = await query(
    { name: column.text, role: accessColumn.role.nullable(), holds_command: column.boolean },
    statement`select f.name, access.role, exists (
       select from command c where c.org_id = ${orgId} and c.folder_id = f.folder_id
         and c.command_id in (${accessibleCommands(person, statement`${orgId}`)})) as holds_command
     from folder f ${folderAccess(person)}
     where f.org_id = ${orgId} and f.folder_id = ${folderId}`,
    db,
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
  const [row] = await query(
    { sees_any: column.boolean, runs_any: column.boolean, is_engineer_of_all: column.boolean },
    statement`select coalesce(bool_or(access.role is not null or c.visibility in ('public', 'store')), false) as sees_any,
       coalesce(bool_or(access.role is not null), false) as runs_any,
       coalesce(bool_and(access.role is not distinct from 'admin'), false) as is_engineer_of_all
     from command c ${commandAccess(statement`${actor.userId}`)}
     where c.org_id = ${orgId} and c.template_id = ${templateId} and c.deleted_at is null`,
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
  const [row] = await query(
    { sees_any: column.boolean, is_engineer_of_all: column.boolean },
    statement`select coalesce(bool_or(access.role is not null), false) as sees_any,
       coalesce(bool_and(access.role is not distinct from 'admin'), false) as is_engineer_of_all
     from credential k
     left join (template t join command c on c.org_id = t.org_id and c.template_id = t.template_id
         and c.deleted_at is null ${commandAccess(statement`${actor.userId}`)})
       on t.org_id = k.org_id and t.credential_id = k.credential_id
     where k.org_id = ${orgId} and k.credential_id = ${credentialId} and k.deleted_at is null
     group by k.credential_id`,
  );
  // An admin of another organization meets the same as somebody who made the number up.
  if (row === undefined) throw notFound();
  const standing = { orgId, seesAny: row.sees_any, isEngineerOfAll: row.is_engineer_of_all };
  enforce(decideOnCredential(actor, standing));
  return { orgId, credentialId };
}
