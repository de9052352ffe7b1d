import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { RowDecoration } from '@/lib/contract/command/decoration-shapes';
import type * as contract from '@/lib/contract/schedules/auto-runs';
import { recordAudit } from '@/server/access/audit';
import { loadRunnable, type RunnableSubject } from '@/server/access/load/load-command';
import { alsoSetBy } from '@/server/automation/also-set-by';
import { checkAutoRun } from '@/server/automation/schedules/auto-runs/check-auto-run';
import { type JobDecoration, showAutoRuns } from '@/server/automation/schedules/auto-runs/show-auto-runs';
import {
  openAutoRunValues,
  readAutoRuns,
  writeAutoRunValues,
} from '@/server/automation/schedules/auto-runs/stored-auto-runs';
import { type JobRow, lockJob } from '@/server/automation/schedules/job-rows';
import { givenValues, mergedValues } from '@/server/automation/schedules/job-values';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, forbidden, notFound } from '@/server/base/errors';
import { readRowButton } from '@/server/commands/decorations/read-decorations';
import type { Context } from '@/server/operations/context';

/** Refuses a body that names another job than the path. */
export function refuseOtherJob(given: number | undefined, jobId: number): void {
  if (given !== undefined && given !== jobId) throw forbidden('The cronJobId is of another job.');
}

/** The keys of the inputs that a row fills. */
const filledBy = ({ maps }: RowDecoration): ReadonlySet<string> =>
  new Set(maps.filter(({ isFilled }) => isFilled).map(({ inputKey }) => inputKey));

/** The decoration and the command that it opens, which the person may run. Throws 400 if there is none. */
async function openedBy(
  actor: Person,
  command: RunnableSubject,
  decorationId: number,
  tx: Sql,
): Promise<{ decoration: RowDecoration; target: RunnableSubject }> {
  const decoration = await readRowButton(actor, command, decorationId, tx);
  if (decoration?.targetCommandId == null) {
    throw new AppError(
      'invalid',
      "This is not a row button of the command, or you can't use it. Refresh the list.",
      {
        issues: [{ path: 'decorationId', message: 'Must be a row button of this command' }],
      },
    );
  }
  const target = await loadRunnable(actor, command.orgId, decoration.targetCommandId, 'command.run');
  return { decoration, target };
}

/** Runs the command of a decoration for each row of a job's results from now on. */
export async function linkJobDecoration({
  actor,
  subject: command,
  params: { cronJobId },
  body,
  audit,
}: Context<typeof contract.linkJobDecoration>): Promise<JobDecoration> {
  refuseOtherJob(body.cronJobId, cronJobId);
  const { orgId } = command;
  return transaction(async (tx) => {
    const job = await lockJob(tx, command, cronJobId);
    const { decoration, target } = await openedBy(actor, command, body.decorationId, tx);
    const values = givenValues(target.form.inputs, { inputs: body.inputs }) ?? new Map();
    const confirmedWord = body.confirmation?.trim() || null;
    await checkAutoRun(job, actor, { target, values, filled: filledBy(decoration), confirmedWord });
    const [row] = await query(
      { scheduled_auto_run_id: column.int },
      statement`insert into scheduled_auto_run (org_id, scheduled_job_id, kind, decoration_id, name, target_command_id,
          confirmed_word)
        values (${orgId}, ${cronJobId}, 'row', ${decoration.decorationId}, ${decoration.name}, ${target.commandId},
          ${confirmedWord})
        on conflict (scheduled_job_id, decoration_id) do nothing
        returning scheduled_auto_run_id`,
      tx,
    );
    if (row === undefined) throw new AppError('conflict', 'The job already uses this row button.');
    await writeAutoRunValues(tx, orgId, row.scheduled_auto_run_id, target.form.inputs, values);
    await noteChange(tx, actor, job);
    await recordAudit(tx, audit, {
      orgId,
      action: 'cron_job.auto_run',
      subjectType: 'scheduled_job',
      subjectId: String(cronJobId),
      after: { decoration_id: decoration.decorationId, input_kit_id: target.commandId },
    });
    return readOne(actor, command, cronJobId, decoration.decorationId, tx);
  });
}

/** Changes the job's own values, and follows a decoration that opens another command now. */
export async function updateJobDecoration({
  actor,
  subject: command,
  params: { cronJobId, decorationId },
  body,
  audit,
}: Context<typeof contract.updateJobDecoration>): Promise<JobDecoration> {
  const { orgId } = command;
  return transaction(async (tx) => {
    const job = await lockJob(tx, command, cronJobId);
    const stored = await storedLink(tx, orgId, cronJobId, decorationId);
    const { decoration, target } = await openedBy(actor, command, decorationId, tx);
    const { inputs } = target.form;
    const given = givenValues(inputs, { inputs: body.inputs }) ?? new Map();
    const isSame = target.commandId === stored.target_command_id;
    const before = isSame
      ? await openAutoRunValues(orgId, stored.scheduled_auto_run_id, tx, given)
      : new Map();
    const confirmedWord = body.confirmation?.trim() || (isSame ? stored.confirmed_word : null);
    const values = mergedValues(inputs, given, before);
    await checkAutoRun(job, actor, { target, values, filled: filledBy(decoration), confirmedWord });
    await execute(
      statement`update scheduled_auto_run set name = ${decoration.name}, target_command_id = ${target.commandId},
          confirmed_word = ${confirmedWord}
        where org_id = ${orgId} and scheduled_auto_run_id = ${stored.scheduled_auto_run_id}`,
      tx,
    );
    await writeAutoRunValues(tx, orgId, stored.scheduled_auto_run_id, inputs, given);
    await noteChange(tx, actor, job);
    await recordAudit(tx, audit, {
      orgId,
      action: 'cron_job.auto_run_change',
      subjectType: 'scheduled_job',
      subjectId: String(cronJobId),
      before: { decoration_id: decorationId, input_kit_id: stored.target_command_id },
      after: { decoration_id: decorationId, input_kit_id: target.commandId, changed_values: true },
    });
    return readOne(actor, command, cronJobId, decorationId, tx);
  });
}

/** Works for a deleted decoration, too. */
export async function unlinkJobDecoration({
  actor,
  subject: command,
  params: { cronJobId, decorationId },
  audit,
}: Context<typeof contract.unlinkJobDecoration>): Promise<undefined> {
  const { orgId } = command;
  await transaction(async (tx) => {
    const job = await lockJob(tx, command, cronJobId);
    const stored = await storedLink(tx, orgId, cronJobId, decorationId);
    await execute(
      statement`delete from scheduled_auto_run
        where org_id = ${orgId} and scheduled_auto_run_id = ${stored.scheduled_auto_run_id}`,
      tx,
    );
    await noteChange(tx, actor, job);
    await recordAudit(tx, audit, {
      orgId,
      action: 'cron_job.auto_run_end',
      subjectType: 'scheduled_job',
      subjectId: String(cronJobId),
      before: { decoration_id: decorationId, input_kit_id: stored.target_command_id },
    });
  });
  return undefined;
}

/** Notes who changed the job last, and when. */
export const noteChange = (tx: Sql, { userId }: Person, job: JobRow): Promise<void> =>
  execute(
    statement`update scheduled_job set modified_at = now(), modified_by_user_id = ${userId},
        also_set_by = ${alsoSetBy(job, userId)}
      where org_id = ${job.org_id} and scheduled_job_id = ${job.scheduled_job_id}`,
    tx,
  );

async function storedLink(tx: Sql, orgId: string, jobId: number, decorationId: number) {
  const stored = await readAutoRuns(orgId, [jobId], tx);
  const found = stored.find((each) => each.decoration_id === decorationId);
  if (found === undefined) throw notFound();
  return found;
}

async function readOne(
  actor: Person,
  command: RunnableSubject,
  jobId: number,
  decorationId: number,
  tx: Sql,
): Promise<JobDecoration> {
  const shown = (await showAutoRuns(actor, command, [jobId], tx)).get(jobId);
  const found = shown?.decorations.find((each) => each.decorationId === decorationId);
  if (found === undefined) throw notFound();
  return found;
}
