import type { Person } from '@/lib/access/vocabulary';
import type { InputValues } from '@/lib/inputs/input';
import { valuesAt } from '@/lib/schedules/relative-dates';
import { loadRunnable, type RunnableSubject } from '@/server/access/load/load-command';
import { calledOffWhy, endFiring, pauseJob } from '@/server/automation/schedules/end-firing';
import { loadOwner } from '@/server/automation/schedules/job-owner';
import { byKey } from '@/server/automation/schedules/job-values';
import {
  attempted,
  BY_ITSELF,
  openRuns,
  type ReadyRun,
  refuseFiring,
} from '@/server/automation/schedules/open-runs';
import { type Firing, putBack, starterOf } from '@/server/automation/schedules/take-firings';
import { AppError } from '@/server/base/errors';
import { approvalGate } from '@/server/runs/approvals/request-approval';
import { OptionsLoading, optionsSoFar } from '@/server/runs/options/check-chosen';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';
import { prepareChosenRun } from '@/server/runs/start/prepare-chosen-run';

/** Runs that one transaction opens. */
const OPENED_TOGETHER = 25;

/** The owner and the command of firings, as they are at this moment: thousands of firings may share them. */
class Principals {
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
 * Opens the runs of claimed times, with the rights that their owners have now, or records why a run can't start. Each time
 * gets one run or one reason, whichever worker does it and however often one dies.
 */
export class Firer {
  private readonly principals = new Principals();
  private ready: ReadyRun[] = [];

  /** Prepares the run of a firing. Opens it with the next ones, or at the latest with `openReady`. */
  async fire(firing: Firing): Promise<void> {
    await attempted(firing, () => this.prepare(firing));
    if (this.ready.length >= OPENED_TOGETHER) await this.openReady();
  }

  async openReady(): Promise<void> {
    const runs = this.ready;
    this.ready = [];
    await openRuns(runs);
  }

  private async prepare(firing: Firing): Promise<void> {
    const why = calledOffWhy(firing);
    if (why !== null) return endFiring(firing, 'cron_cancellation', why);
    const principal = await this.principals.of(firing);
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
      const prepared = await prepareChosenRun(command, owner, values, 'runrams', BY_ITSELF, {
        takeOptions: optionsSoFar,
      });
      const gate = await approvalGate(command, owner, starterOf(firing));
      this.ready.push({ firing, command, owner, values, prepared, gate });
    } catch (error) {
      if (error instanceof OptionsLoading) return putBack(firing);
      await refuseFiring(firing, command, values, error);
    }
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
