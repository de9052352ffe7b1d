import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { RowDecoration } from '@/lib/contract/command/decoration-shapes';
import { runError } from '@/lib/runs/run-error';
import type { WaitsFor } from '@/lib/schedules/auto-run-waits';
import { valuesAt } from '@/lib/schedules/relative-dates';
import { loadCommand, type RunnableSubject } from '@/server/access/load/load-command';
import { ownerOf } from '@/server/automation/schedules/auto-runs/check-auto-run';
import { type RowsToRun, rowsOfResult } from '@/server/automation/schedules/auto-runs/rows-of-result';
import {
  DELETED_DECORATION,
  DELETED_JUMP,
  lostInputs,
  OTHER_TARGET,
} from '@/server/automation/schedules/auto-runs/show-auto-runs';
import { openAutoRunValues } from '@/server/automation/schedules/auto-runs/stored-auto-runs';
import { crossOff, type Due, putOff, takeDue } from '@/server/automation/schedules/auto-runs/take-due';
import { loadOwner } from '@/server/automation/schedules/job-owner';
import { byKey } from '@/server/automation/schedules/job-values';
import { starterOf } from '@/server/automation/schedules/take-firings';
import { sql, transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { log } from '@/server/base/log';
import { readErrorJump, readRowButton } from '@/server/commands/decorations/read-decorations';
import { approvalGate } from '@/server/runs/approvals/request-approval';
import { prepareEachRow } from '@/server/runs/bulk/check-rows';
import { insertBulkIn } from '@/server/runs/bulk/insert-bulk';
import { settleBulkRuns } from '@/server/runs/bulk/settle-bulk';
import { startRowsIn } from '@/server/runs/bulk/start-bulk-run';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';
import { insertHeldRun } from '@/server/runs/start/hold-run';
import { insertStartedRun } from '@/server/runs/start/insert-run';
import { prepareChosenRun } from '@/server/runs/start/prepare-chosen-run';

/** Each may hold the values of 10,000 rows in memory. */
const A_BATCH = 4;
/** Pushboard itself starts what a schedule leads to; the run says as whom. */
const BY_ITSELF = { actorUserId: null, requestId: null, address: null };
/** What resolves by itself: room for more rows, or a store of results that answers again. */
const PASSING: Readonly<Partial<Record<AppError['code'], WaitsFor>>> = {
  too_many_requests: 'room',
  unavailable: 'result',
};

/** Creates what ended scheduled runs lead to. Returns how many were due; call it again until there are none. */
export async function fanOutEnded(stop?: AbortSignal): Promise<number> {
  if (stop?.aborted === true) return 0;
  const due = await takeDue(A_BATCH);
  for (const each of due) {
    await fanOut(each).catch((error) => {
      // Another attempt follows when its lease has ended.
      log().error({ err: error, run: each.run_id }, 'An auto-run could not be created');
    });
  }
  return due.length;
}

/**
 * Creates what a scheduled run leads to, once: the runs and the end of the note that they are due commit together. What
 * can't run gets an entry in the history that says why. Throws if Pushboard itself fails.
 */
async function fanOut(due: Due): Promise<void> {
  if (!leadsOn(due)) return void (await transaction((tx) => crossOff(tx, due)));
  try {
    const ready = await prepare(due);
    await (due.kind === 'row' ? runRows(due, ready) : runOnce(due, ready));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const waitsFor = PASSING[error.code];
    if (waitsFor === undefined || due.is_late) await refuse(due, error.message);
    else await putOff(due, waitsFor);
  }
}

/** Rows lead on from a success, and the error jump from a failure. A canceled run leads nowhere: a person ended it. */
function leadsOn({ kind, status, end_reason: endReason }: Due): boolean {
  if (kind === 'row') return status === 'success';
  return (status === 'failed' || status === 'cron_error') && endReason !== 'cancelled';
}

interface Ready {
  owner: Person;
  target: RunnableSubject;
  /** The decoration of a row auto-run. */
  decoration: RowDecoration | null;
}

const noLonger = (message: string): AppError => new AppError('conflict', message);

/** Checks the rights of the job's owner, and that the decoration still opens the command that was chosen. */
async function prepare(due: Due): Promise<Ready> {
  const { org_id: orgId, owner_user_id: userId, scheduled_job_id: jobId, command_id: commandId } = due;
  const ofSource = await loadOwner(userId, { jobId, commandId });
  const found = await ownerOf(userId, jobId, orgId, due.target_command_id);
  if (ofSource === null || found === null) {
    throw noLonger('The owner of the scheduled job can no longer run this command, or it was deleted.');
  }
  // What the result holds is read with the owner's rights, too.
  const source = await loadCommand(ofSource, orgId, commandId, 'command.run');
  const { owner, target } = found;
  const [decoration, jump] =
    due.kind === 'row'
      ? [await readRowButton(owner, source, due.decoration_id ?? 0), null]
      : [null, await readErrorJump(owner, source)];
  const opened = decoration ?? jump;
  if (opened === null) throw noLonger(due.kind === 'row' ? DELETED_DECORATION : DELETED_JUMP);
  if (opened.targetCommandId !== target.commandId) throw noLonger(`“${due.name}”: ${OTHER_TARGET}`);
  if (due.lost_inputs.length > 0) throw noLonger(`“${due.name}”: ${lostInputs(due.lost_inputs)}`);
  refuseUnconfirmed(target, due.confirmed_word);
  return { owner, target, decoration };
}

/** The job's own values, with dates told by the time that the scheduled run was for. */
async function ownValues(due: Due, { target }: Ready) {
  const { inputs } = target.form;
  const stored = await openAutoRunValues(due.org_id, due.scheduled_auto_run_id, sql, null);
  return valuesAt(inputs, byKey(inputs, stored), { slotMs: due.slot_at.getTime(), zone: due.cron_timezone });
}

async function runRows(due: Due, ready: Ready): Promise<void> {
  const { owner, target, decoration } = ready;
  if (decoration === null) throw new Error('A row auto-run has a decoration');
  const { rows, leftOut } = await readRows(due, decoration, await ownValues(due, ready));
  if (rows.length === 0) return void (await transaction((tx) => crossOff(tx, due)));
  const prepared = await prepareEachRow(target, owner, rows, BY_ITSELF);
  const hasGood = prepared.some(({ refusal }) => refusal === undefined);
  const gate = hasGood ? await approvalGate(target, owner, starterOf(due)) : null;
  const origin = {
    runGroupId: null,
    rerunOf: null,
    sourceRunId: null,
    autoRun: { parentRunId: due.run_id, leftOutRows: leftOut },
  };
  const made = await transaction(async (tx) => {
    if (!(await crossOff(tx, due))) return null;
    const bulk = await insertBulkIn(tx, target, owner, prepared, origin, null);
    const note = `Auto-run of ${due.job_name}`;
    await startRowsIn(tx, gate, {
      command: target,
      actor: owner,
      runId: bulk.runId,
      note,
      audit: BY_ITSELF,
      key: null,
    });
    return bulk;
  });
  if (made === null) return;
  // Without a row in line, no row's end ends it.
  if (!hasGood) await settleBulkRuns(made.runId);
}

async function readRows(
  due: Due,
  decoration: RowDecoration,
  own: Awaited<ReturnType<typeof ownValues>>,
): Promise<RowsToRun> {
  if (due.is_result_deleted) throw noLonger('The result was deleted before its rows were run.');
  if (!due.has_result || due.payload_format === null || due.payload_format === 'empty')
    return { rows: [], leftOut: 0 };
  if (!isTable(due.payload_format)) {
    throw new AppError('impossible', "The result isn't a table, so it has no rows to run.");
  }
  return rowsOfResult(due.org_id, due.run_id, decoration, own);
}

const isTable = (format: string): boolean =>
  format === 'json.table.rowwise' || format === 'json.multiset.rowwise';

async function runOnce(due: Due, ready: Ready): Promise<void> {
  const { owner, target } = ready;
  const prepared = await prepareChosenRun(target, owner, await ownValues(due, ready), 'runrams', BY_ITSELF);
  const gate = await approvalGate(target, owner, starterOf(due));
  const parentRunId = due.run_id;
  await transaction(async (tx) => {
    if (!(await crossOff(tx, due))) return;
    if (gate === null) {
      await insertStartedRun(target, owner, prepared, 'error_jump', BY_ITSELF, null, { db: tx, parentRunId });
      return;
    }
    const note = `Error auto-run of ${due.job_name}`;
    const held = { command: target, actor: owner, prepared, note, audit: BY_ITSELF, key: null };
    await insertHeldRun(gate, { ...held, trigger: 'error_jump', parentRunId }, tx);
  });
}

/** Writes down in the history why nothing ran. */
async function refuse(due: Due, why: string): Promise<void> {
  await transaction(async (tx) => {
    if (!(await crossOff(tx, due))) return;
    await execute(
      statement`insert into run (org_id, command_id, template_id, started_by_user_id, trigger, started_through,
          parent_run_id, status, end_reason, queued_at, ended_at, params, errors)
        values (${due.org_id}, ${due.target_command_id}, ${due.target_template_id}, ${due.owner_user_id},
          ${due.kind === 'row' ? 'row_decoration' : 'error_jump'}::run_trigger, ${`schedule:${due.scheduled_job_id}`},
          ${due.run_id}, 'failed', 'refused', now(), now(), '{}', ${JSON.stringify([runError(why)])}::text::jsonb)`,
      tx,
    );
  });
}
