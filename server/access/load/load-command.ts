import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import { decideOnCommand } from '@/lib/access/decide';
import type { Actor, CommandAction, CommandStanding } from '@/lib/access/vocabulary';
import { accessColumn } from '@/server/access/columns';
import { type CommandForm, FORM, FORM_COLUMNS, type FormRow, formOf } from '@/server/access/command-form';
import { refuseEndedCopycat } from '@/server/access/ended-copycat';
import { enforce } from '@/server/access/enforce';
import { lastChanges } from '@/server/access/memory/last-changes';
import { ChangedSince, recalledAsOf } from '@/server/access/memory/remembered-actors';
import { commandMemory } from '@/server/access/memory/remembered-commands';
import { commandAccess } from '@/server/access/scope';
import { forActors, type Viewer } from '@/server/access/viewer';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { commandDeleted, notFound, notSignedIn } from '@/server/base/errors';

export interface CommandSubject {
  orgId: string;
  commandId: number;
  templateId: number;
  name: string;
  /** The command whose configuration it has: its own id, or of a copycat that of the original. */
  configuredId: number;
  standing: CommandStanding;
}

/** A command with everything that a run needs, read at one moment. */
export interface RunnableSubject extends CommandSubject {
  form: CommandForm;
}

/** The columns loaded for the command `c`, with the viewer's `access` to it. */
export const COMMAND = {
  org_id: column.text,
  command_id: column.int,
  template_id: column.int,
  name: column.text,
  visibility: accessColumn.visibility,
  follows_command_id: column.int.nullable(),
  role: accessColumn.role.nullable(),
  level: accessColumn.level.nullable(),
};
export type CommandRow = RowOf<typeof COMMAND>;

export const COMMAND_COLUMNS = statement`
  c.org_id, c.command_id, c.template_id, c.name, c.visibility, c.follows_command_id, access.role, access.level`;

const FOUND_COMMAND = { ...COMMAND, is_deleted: column.boolean };

export function commandSubject(row: CommandRow): CommandSubject {
  const access = row.role !== null && row.level !== null ? { role: row.role, level: row.level } : null;
  return {
    orgId: row.org_id,
    commandId: row.command_id,
    templateId: row.template_id,
    name: row.name,
    configuredId: row.follows_command_id ?? row.command_id,
    standing: {
      orgId: row.org_id,
      visibility: row.visibility,
      access,
      ...(row.follows_command_id === null ? {} : { isCopycat: true }),
    },
  };
}

/** What is loaded together with the command `c`: nothing, or its form. */
export interface More {
  columns: Statement;
  join: Statement;
}

export const NOTHING_MORE: More = { columns: empty, join: empty };

const ITS_FORM: More = {
  columns: statement`, form.*`,
  // A copycat has the form of the command that it follows.
  join: statement`
    cross join lateral (select coalesce(c.follows_command_id, c.command_id)) configured (command_id)
    cross join lateral (
      select ${FORM_COLUMNS} from command c
      join template t on t.org_id = c.org_id and t.template_id = c.template_id
      where c.command_id = configured.command_id) form`,
};

interface Wanted {
  orgId: string | null;
  commandId: number;
}

/** Reads a command with what it is loaded with. */
type Read<Row> = (actor: Actor, wanted: Wanted, db: Sql) => Promise<(RowOf<typeof FOUND_COMMAND> & Row)[]>;

const foundWith = (more: (viewer: Viewer) => More) =>
  forActors<Wanted>((viewer, mark) => {
    const { columns, join } = more(viewer);
    return statement`select ${COMMAND_COLUMNS}, c.deleted_at is not null as is_deleted ${columns}
     from command c ${commandAccess(viewer)} ${join}
     where c.command_id = ${mark(({ commandId }) => commandId)}
       and (${mark(({ orgId }) => orgId)}::text is null or c.org_id = ${mark(({ orgId }) => orgId)})`;
  });

const foundAlone = foundWith(() => NOTHING_MORE);
const readAlone: Read<object> = (actor, wanted, db) => query(FOUND_COMMAND, foundAlone(actor, wanted), db);

/** The row shape of `formToRemember`. */
export const FORM_TO_REMEMBER = { ...FORM, as_of: column.text };

/** The form of the command `c`, with what `rememberRunnable` asks for. */
export const formToRemember = (viewer: Viewer): More => ({
  ...ITS_FORM,
  columns: statement`${ITS_FORM.columns}, ${lastChanges(statement`c.org_id`, viewer.person)} as as_of`,
});

const FOUND_WITH_FORM = { ...FOUND_COMMAND, ...FORM_TO_REMEMBER };
const foundWithForm = foundWith(formToRemember);
const readWithForm: Read<FormRow & { as_of: string }> = (actor, wanted, db) =>
  query(FOUND_WITH_FORM, foundWithForm(actor, wanted), db);

const memory = commandMemory<RunnableSubject>();
export const { recall: recallRunnable, remember: rememberRunnable } = memory;

/**
 * For a remembered actor it may be remembered, too.
 *
 * @param orgId the organization in the path; null if the path names no organization
 * @param db a transaction to query in, for callers that waited for a lock after the request was authorized
 */
export async function loadCommand(
  actor: Actor,
  orgId: string | null,
  commandId: number,
  action: CommandAction,
  db: Sql = sql,
): Promise<CommandSubject> {
  const recalled = orgId === null || db !== sql ? null : memory.recall(actor, orgId, commandId);
  if (recalled !== null) {
    enforce(decideOnCommand(actor, action, recalled.standing), actor);
    return recalled;
  }
  return commandSubject(await commandRow(actor, { orgId, commandId }, action, readAlone, db));
}

/** The same with the command's form. For a remembered actor it is remembered, too; throws `ChangedSince` if it isn't. */
export async function loadRunnable(
  actor: Actor,
  orgId: string | null,
  commandId: number,
  action: CommandAction,
): Promise<RunnableSubject> {
  if (recalledAsOf(actor) !== null) {
    const recalled = orgId === null ? null : memory.recall(actor, orgId, commandId);
    if (recalled === null) throw new ChangedSince();
    enforce(decideOnCommand(actor, action, recalled.standing), actor);
    return recalled;
  }
  const row = await commandRow(actor, { orgId, commandId }, action, readWithForm);
  const command = { ...commandSubject(row), form: formOf(row) };
  memory.remember(actor, command, row.as_of);
  return command;
}

async function commandRow<Row>(
  actor: Actor,
  wanted: Wanted,
  action: CommandAction,
  read: Read<Row>,
  db: Sql = sql,
): Promise<CommandRow & Row> {
  if (actor.kind === 'signedOut' && action !== 'command.see') throw notSignedIn();
  const [row] = await read(actor, wanted, db);
  // People who had access learn that it was deleted; for everyone else, it never existed.
  if (row?.is_deleted && row.role !== null) throw commandDeleted();
  if (row !== undefined && row.role === null && row.follows_command_id !== null) {
    await refuseEndedCopycat(actor, row.org_id, wanted.commandId, db);
  }
  if (row === undefined || row.is_deleted) throw actor.kind === 'signedOut' ? notSignedIn() : notFound();
  enforce(decideOnCommand(actor, action, commandSubject(row).standing), actor);
  return row;
}
