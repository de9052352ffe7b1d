import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { InputValues } from '@/lib/inputs/input';
import { withoutSecrets } from '@/lib/inputs/secret-values';
import { valuesAt } from '@/lib/schedules/relative-dates';
import { loadRunnable, type RunnableSubject } from '@/server/access/load/load-command';
import { noteDueAutoRuns } from '@/server/automation/schedules/auto-runs/stored-auto-runs';
import { calledOffWhy, endFiring, pauseJob } from '@/server/automation/schedules/end-firing';
import { loadOwner } from '@/server/automation/schedules/job-owner';
import { byKey } from '@/server/automation/schedules/job-values';
import type { Firing } from '@/server/automation/schedules/take-firings';
import { type Sql, transaction } from '@/server/base/database/db';
import { execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { log } from '@/server/base/log';
import { approvalGate } from '@/server/runs/approvals/request-approval';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';
import { insertHeldRun } from '@/server/runs/start/hold-run';
import { insertStartedRun } from '@/server/runs/start/insert-run';
import { prepareChosenRun } from '@/server/runs/start/prepare-chosen-run';

/** Pushboard itself starts what a schedule fires; the run says as whom. */
const BY_ITSELF = { actorUserId: null, requestId: null, address: null };

/** The owner and the command of firings, as they are at this moment: thousands of firings may share them. */
export class Principals {
  private readonly loaded = new Map<string, Promise<{ owner: Person; command: RunnableSubject } | null>>();

  /** Null if the owner no longer has the command. */
  of(firing: Firing): Promise<{ owner: Person; command: RunnableSubject } | null> {
    const key = `${firing.command_id}:${firing.owner_user_id}`;
    const known = this.loaded.get(key) ?? load(firing);
    this.loaded.set(key, known);
    return known;
  }
}

async function load(firing: Firing): Promise<{ owner: Person; command: RunnableSubject } | null> {
  const { command_id: commandId, scheduled_job_id: jobId, org_id: orgId } = firing;
  const owner = await loadOwner(firing.owner_user_id, { jobId, commandId });
  if (owner === null) return null;
  try {
    return { owner, command: await loadRunnable(owner, orgId, commandId, 'command.run') };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Opens the run of a claimed time, with the rights that its owner has now, or writes down why there is none. Each time
 * gets one run or one reason, whichever worker does it and however often one dies. Throws if Pushboard itself fails;
 * another attempt follows.
 */
export async function fire(firing: Firing, principals: Principals): Promise<void> {
  const why = calledOffWhy(firing);
  if (why !== null) return endFiring(firing, 'cron_cancellation', why);
  const principal = await principals.of(firing);
  if (principal === null) return pauseJob(firing);
  // The command is shared with other jobs; who fires it is not.
  const { scheduled_job_id: jobId, command_id: commandId } = firing;
  const owner: Person = { ...principal.owner, through: { kind: 'schedule', jobId, commandId } };
  const command = withSettings(principal.command, firing);
  const { inputs } = command.form;
  let values: InputValues = {};
  try {
    const moment = { slotMs: firing.slot_at.getTime(), zone: firing.cron_timezone };
    values = valuesAt(inputs, byKey(inputs, firing.openValues()), moment);
    refuseUnconfirmed(command, firing.confirmed_word);
    await start(firing, command, owner, values);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await endFiring(firing, 'cron_error', error.message, withoutSecrets(inputs, values));
  }
}

/** The command with what the job sets instead. */
function withSettings(command: RunnableSubject, firing: Firing): RunnableSubject {
  const { timeout_seconds: timeoutSeconds, retry_count: retryCount } = firing;
  if (timeoutSeconds === null && retryCount === null) return command;
  const settings = {
    ...command.form.command,
    ...(timeoutSeconds === null ? {} : { timeoutSeconds }),
    ...(retryCount === null ? {} : { retryCount }),
  };
  return { ...command, form: { ...command.form, command: settings } };
}

async function start(
  firing: Firing,
  command: RunnableSubject,
  owner: Person,
  values: InputValues,
): Promise<void> {
  const prepared = await prepareChosenRun(command, owner, values, 'runrams', BY_ITSELF);
  const gate = await approvalGate(command, owner);
  await transaction(async (tx) => {
    if (!(await isStillDue(tx, firing))) return;
    const runId =
      gate === null
        ? await insertStartedRun(command, owner, prepared, 'schedule', BY_ITSELF, null, { db: tx })
        : await insertHeldRun(
            gate,
            {
              command,
              actor: owner,
              prepared,
              trigger: 'schedule',
              note: `Scheduled: ${firing.name}`,
              audit: BY_ITSELF,
              key: null,
            },
            tx,
          );
    await noteDueAutoRuns(tx, firing.scheduled_job_id, runId, firing.slot_at);
    await execute(
      statement`with started as (
          update scheduled_firing set state = 'started', run_id = ${runId}
          where scheduled_job_id = ${firing.scheduled_job_id} and slot_at = ${firing.slot_at}
        )
        update scheduled_job set last_run_at = ${firing.slot_at} where scheduled_job_id = ${firing.scheduled_job_id}`,
      tx,
    );
  });
}

/** Whether nobody has opened or called off the firing yet; locks it until the transaction ends. */
export async function isStillDue(tx: Sql, firing: Firing): Promise<boolean> {
  const rows = await query(
    {},
    statement`select from scheduled_firing
      where scheduled_job_id = ${firing.scheduled_job_id} and slot_at = ${firing.slot_at} and state = 'due' for update`,
    tx,
  );
  return rows.length === 1;
}

/** The same, where a failure of Pushboard is logged: another attempt follows, until the time has long passed. */
export async function tryToFire(firing: Firing, principals: Principals): Promise<void> {
  await fire(firing, principals).catch((error) => {
    log().error({ err: error, job: firing.scheduled_job_id }, 'A scheduled run could not be started');
  });
}
