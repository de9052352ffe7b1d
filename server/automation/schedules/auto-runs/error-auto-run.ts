import statement from 'sql-template-tag';
import type * as contract from '@/lib/contract/schedules/auto-runs';
import { recordAudit } from '@/server/access/audit';
import { loadRunnable } from '@/server/access/load/load-command';
import { checkAutoRun } from '@/server/automation/schedules/auto-runs/check-auto-run';
import { noteChange, refuseOtherJob } from '@/server/automation/schedules/auto-runs/row-auto-runs';
import {
  type JobErrorDecoration,
  showAutoRuns,
} from '@/server/automation/schedules/auto-runs/show-auto-runs';
import {
  openAutoRunValues,
  readAutoRuns,
  writeAutoRunValues,
} from '@/server/automation/schedules/auto-runs/stored-auto-runs';
import { lockJob } from '@/server/automation/schedules/job-rows';
import { givenValues, mergedValues } from '@/server/automation/schedules/job-values';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, forbidden, notFound } from '@/server/base/errors';
import { readErrorJump } from '@/server/commands/decorations/read-decorations';
import type { Context } from '@/server/operations/context';

/** Runs the command of the error decoration when a run of the job fails from now on, with these values. */
export async function setJobErrorDecoration({
  actor,
  subject: command,
  params: { cronJobId },
  body,
  audit,
}: Context<typeof contract.setJobErrorDecoration>): Promise<JobErrorDecoration> {
  refuseOtherJob(body.cronJobId, cronJobId);
  const { orgId, commandId } = command;
  if (body.outputCommandId !== undefined && body.outputCommandId !== commandId) {
    throw forbidden('The errorDecorationOutputKitId is of another command.');
  }
  return transaction(async (tx) => {
    const job = await lockJob(tx, command, cronJobId);
    const jump = await readErrorJump(actor, command, tx);
    if (jump?.targetCommandId == null) {
      throw new AppError('conflict', 'This command has no button on errors that you can use. Add one first.');
    }
    const target = await loadRunnable(actor, orgId, jump.targetCommandId, 'command.run');
    const { inputs } = target.form;
    const stored = (await readAutoRuns(orgId, [cronJobId], tx)).find(({ kind }) => kind === 'error') ?? null;
    const isSame = stored?.target_command_id === target.commandId;
    const given = givenValues(inputs, { inputs: body.inputs }) ?? new Map();
    const before =
      stored !== null && isSame
        ? await openAutoRunValues(orgId, stored.scheduled_auto_run_id, tx, given)
        : new Map();
    const confirmedWord = body.confirmation?.trim() || (isSame ? (stored?.confirmed_word ?? null) : null);
    const values = mergedValues(inputs, given, before);
    await checkAutoRun(job, actor, { target, values, filled: new Set(), confirmedWord });
    const [row] = await query(
      { scheduled_auto_run_id: column.int },
      statement`insert into scheduled_auto_run (org_id, scheduled_job_id, kind, name, target_command_id, confirmed_word)
        values (${orgId}, ${cronJobId}, 'error', ${target.name}, ${target.commandId}, ${confirmedWord})
        on conflict (scheduled_job_id) where kind = 'error' do update
          set name = excluded.name, target_command_id = excluded.target_command_id,
            confirmed_word = excluded.confirmed_word
        returning scheduled_auto_run_id`,
      tx,
    );
    if (row === undefined) throw new Error('An auto-run was not stored');
    await writeAutoRunValues(tx, orgId, row.scheduled_auto_run_id, inputs, given);
    await noteChange(tx, actor, job);
    await recordAudit(tx, audit, {
      orgId,
      action: stored === null ? 'cron_job.auto_run' : 'cron_job.auto_run_change',
      subjectType: 'scheduled_job',
      subjectId: String(cronJobId),
      after: { on: 'error', input_kit_id: target.commandId },
    });
    const shown = (await showAutoRuns(actor, command, [cronJobId], tx)).get(cronJobId);
    if (shown?.errorDecoration == null) throw notFound();
    return shown.errorDecoration;
  });
}

export async function unsetJobErrorDecoration({
  actor,
  subject: command,
  params: { cronJobId },
  audit,
}: Context<typeof contract.unsetJobErrorDecoration>): Promise<undefined> {
  const { orgId } = command;
  await transaction(async (tx) => {
    const job = await lockJob(tx, command, cronJobId);
    const removed = await query(
      { target_command_id: column.int },
      statement`delete from scheduled_auto_run
        where org_id = ${orgId} and scheduled_job_id = ${cronJobId} and kind = 'error'
        returning target_command_id`,
      tx,
    );
    const [found] = removed;
    if (found === undefined) throw notFound();
    await noteChange(tx, actor, job);
    await recordAudit(tx, audit, {
      orgId,
      action: 'cron_job.auto_run_end',
      subjectType: 'scheduled_job',
      subjectId: String(cronJobId),
      before: { on: 'error', input_kit_id: found.target_command_id },
    });
  });
  return undefined;
}
