import statement, { type Sql as Statement } from 'sql-template-tag';
import { decideOnRun } from '@/lib/access/decide';
import { throughText } from '@/lib/access/through';
import type { Actor, RunAction } from '@/lib/access/vocabulary';
import { type FormRow, formOf } from '@/server/access/command-form';
import { enforce } from '@/server/access/enforce';
import {
  COMMAND,
  COMMAND_COLUMNS,
  type CommandSubject,
  commandSubject,
  FORM_TO_REMEMBER,
  formToRemember,
  type More,
  NOTHING_MORE,
  type RunnableSubject,
  recallRunnable,
  rememberRunnable,
} from '@/server/access/load/load-command';
import { ChangedSince, recalledAsOf } from '@/server/access/memory/remembered-actors';
import { commandAccess } from '@/server/access/scope';
import { forActors, type Viewer, viewerOf } from '@/server/access/viewer';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notFound, notSignedIn } from '@/server/base/errors';

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
  /** The person who started the group. */
  userId: string;
}

const RUN = {
  ...COMMAND,
  run_id: column.int,
  started_by_user_id: column.text,
  started_through: column.text.nullable(),
  is_over: column.boolean,
};
type RunRow = RowOf<typeof RUN>;

/** The columns of `RUN`, from run `r`, command `c`, and the viewer's `access` to it. */
const RUN_COLUMNS: Statement = statement`r.run_id, r.started_by_user_id, r.started_through,
  r.status not in ('starting', 'running') as is_over, ${COMMAND_COLUMNS}`;

interface Wanted {
  orgId: string;
  /** The command that the request names together with the run; null if it names none. */
  commandId: number | null;
  runId: number;
}

/** Reads a run with what it is loaded with. */
type Read<Row> = (actor: Actor, wanted: Wanted) => Promise<(RunRow & Row)[]>;

const foundWith = (more: (viewer: Viewer) => More) =>
  forActors<Wanted>((viewer, mark) => {
    const { columns, join } = more(viewer);
    return statement`select ${RUN_COLUMNS} ${columns}
     from run r
     join command c on c.org_id = r.org_id and c.command_id = r.command_id
     ${commandAccess(viewer)} ${join}
     where r.run_id = ${mark(({ runId }) => runId)}::bigint and r.org_id = ${mark(({ orgId }) => orgId)}
       and (${mark(({ commandId }) => commandId)}::int is null or r.command_id = ${mark(({ commandId }) => commandId)})
       and c.deleted_at is null`;
  });

const foundAlone = foundWith(() => NOTHING_MORE);
const readAlone: Read<object> = (actor, wanted) => query(RUN, foundAlone(actor, wanted));

const RUN_WITH_FORM = { ...RUN, ...FORM_TO_REMEMBER };
const foundWithForm = foundWith(formToRemember);
const readWithForm: Read<FormRow & { as_of: string }> = (actor, wanted) =>
  query(RUN_WITH_FORM, foundWithForm(actor, wanted));

/** @param commandId the command that the request names together with the run; a run of another command is not found */
export async function loadRun(
  actor: Actor,
  orgId: string,
  commandId: number | null,
  runId: number,
  action: RunAction,
): Promise<RunSubject> {
  return runSubject(await runRow(actor, { orgId, commandId, runId }, action, readAlone));
}

/**
 * The same with the form of its command. For a remembered actor, the command is remembered, too, and the run is taken for
 * one that they have created in the same way: the statement that starts it has to check that. Throws `ChangedSince` if the
 * command isn't remembered.
 */
export async function loadStartableRun(
  actor: Actor,
  orgId: string,
  commandId: number | null,
  runId: number,
  action: RunAction,
): Promise<StartableRunSubject> {
  if (recalledAsOf(actor) !== null && actor.kind === 'person') {
    const recalled = commandId === null ? null : recallRunnable(actor, orgId, commandId);
    if (recalled === null) throw new ChangedSince();
    const own = { startedByUserId: actor.userId, startedThrough: throughText(actor.through) };
    enforce(decideOnRun(actor, action, { command: recalled.standing, ...own }), actor);
    return { orgId, runId, isOver: false, command: recalled };
  }
  const row = await runRow(actor, { orgId, commandId, runId }, action, readWithForm);
  const { command: bare, ...run } = runSubject(row);
  const command = { ...bare, form: formOf(row) };
  rememberRunnable(actor, command, row.as_of);
  return { ...run, command };
}

const runSubject = (row: RunRow): RunSubject => ({
  orgId: row.org_id,
  runId: row.run_id,
  isOver: row.is_over,
  command: commandSubject(row),
});

async function runRow<Row>(
  actor: Actor,
  wanted: Wanted,
  action: RunAction,
  read: Read<Row>,
): Promise<RunRow & Row> {
  if (actor.kind === 'signedOut') throw notSignedIn();
  const [row] = await read(actor, wanted);
  if (row === undefined) throw notFound();
  const command = commandSubject(row).standing;
  const standing = { command, startedByUserId: row.started_by_user_id, startedThrough: row.started_through };
  enforce(decideOnRun(actor, action, standing), actor);
  return row;
}

/**
 * Checks that a person may see every one of these runs, and returns them by id. Throws 404 if one of them doesn't exist
 * or isn't visible: nothing is told about the others.
 */
export async function loadSeenRuns(
  actor: Actor,
  orgId: string,
  runIds: readonly number[],
): Promise<Map<number, RunSubject>> {
  const { seen } = await loadRunsFor(actor, orgId, runIds, 'run.see');
  return seen;
}

/**
 * The same, with the ids of those on which the person may also act.
 */
export async function loadRunsFor(
  actor: Actor,
  orgId: string,
  runIds: readonly number[],
  action: RunAction,
): Promise<{ seen: Map<number, RunSubject>; allowed: Set<number> }> {
  const seen = new Map<number, RunSubject>();
  const allowed = new Set<number>();
  for (const { run, standing } of await readRuns(actor, orgId, runIds)) {
    enforce(decideOnRun(actor, 'run.see', standing), actor);
    if (decideOnRun(actor, action, standing) === 'allowed') allowed.add(run.runId);
    seen.set(run.runId, run);
  }
  if (runIds.some((runId) => !seen.has(runId))) throw notFound();
  return { seen, allowed };
}

/** Those of these runs that a person may see; the others are left out, whether they exist or not. */
export async function seenAmong(
  actor: Actor,
  orgId: string,
  runIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (runIds.length === 0) return new Set();
  const runs = await readRuns(actor, orgId, runIds);
  const seen = runs.filter(({ standing }) => decideOnRun(actor, 'run.see', standing) === 'allowed');
  return new Set(seen.map(({ run }) => run.runId));
}

/** Runs of commands that aren't deleted, with what decides about them. */
async function readRuns(actor: Actor, orgId: string, runIds: readonly number[]) {
  if (actor.kind === 'signedOut') throw notSignedIn();
  const rows = await query(
    RUN,
    statement`select ${RUN_COLUMNS}
     from run r
     join command c on c.org_id = r.org_id and c.command_id = r.command_id
     ${commandAccess(viewerOf(actor))}
     where r.run_id = any(${runIds}::bigint[]) and r.org_id = ${orgId} and c.deleted_at is null`,
  );
  return rows.map((row) => {
    const run = runSubject(row);
    const { started_by_user_id: startedByUserId, started_through: startedThrough } = row;
    return { run, standing: { command: run.command.standing, startedByUserId, startedThrough } };
  });
}

/** Loads a run group. Everyone who can see runs of its command can see the group. */
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
     ${commandAccess(viewerOf(actor))}
     where g.run_group_id = ${runGroupId}::bigint and g.org_id = ${orgId} and c.deleted_at is null`,
  );
  if (row === undefined) throw notFound();
  const { standing, commandId } = commandSubject(row);
  // A viewer who is limited by a token gets only the runs of the group that they may see.
  const startedThrough = throughText(actor.through);
  const asRun = { command: standing, startedByUserId: row.user_id, startedThrough };
  enforce(decideOnRun(actor, 'run.see', asRun), actor);
  return { orgId, runGroupId, commandId, userId: row.user_id };
}
