import cron from 'node-cron';
import type { DueWorkLook } from '@/jobs/due-work';
import { deliverDue } from '@/server/automation/schedules/alerts/deliver';
import { sendDueDigests } from '@/server/automation/schedules/alerts/send-digests';
import { MOST_TOLD, tellOfEnded } from '@/server/automation/schedules/alerts/tell';
import { fanOutEnded } from '@/server/automation/schedules/auto-runs/fan-out';
import { claimAllDue, openAllClaimed } from '@/server/automation/schedules/tick';
import { warnOf } from '@/server/base/database/database-down';

/** What ended is told this often at most. */
const TELL_MS = 2000;
const EVERY_SECOND = '* * * * * *';

/**
 * Fires scheduled jobs when they are due. Every worker has one, and each time is claimed by one worker alone. Claiming
 * comes first and takes little, so that opening thousands of runs never delays the next claim.
 */
export class ScheduleTicker {
  private readonly stopping = new AbortController();
  // The next tick does what missed ones would have done; the library would log a line for each of them.
  private readonly task = cron.schedule(EVERY_SECOND, () => this.tick(), { suppressMissedWarning: true });
  private looking: Promise<void> | null = null;
  private claiming: Promise<void> | null = null;
  private opening: Promise<void> | null = null;
  private leading: Promise<void> | null = null;
  private telling: Promise<void> | null = null;
  private delivering: Promise<void> | null = null;
  private toldAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly dueWork: DueWorkLook) {}

  tick(): void {
    if (this.stopping.signal.aborted) return;
    this.looking ??= this.attempt('look for due jobs', async () => {
      const due = await this.dueWork.now();
      if (due.untold || due.digests) this.tell();
      if (due.deliveries) this.deliver();
      if (due.auto_runs) this.leadOn();
      if (due.times || due.firings) this.claim();
    }).finally(() => {
      this.looking = null;
    });
  }

  private claim(): void {
    this.claiming ??= this.attempt('claim due jobs', async () => {
      await claimAllDue();
      this.opening ??= this.attempt('start scheduled runs', async () => {
        await openAllClaimed(this.stopping.signal);
      }).finally(() => {
        this.opening = null;
      });
    }).finally(() => {
      this.claiming = null;
    });
  }

  private leadOn(): void {
    this.leading ??= this.attempt('create auto-runs', async () => {
      while ((await fanOutEnded(this.stopping.signal)) > 0);
    }).finally(() => {
      this.leading = null;
    });
  }

  private tell(): void {
    if (this.telling !== null || performance.now() - this.toldAtMs < TELL_MS) return;
    this.toldAtMs = performance.now();
    this.telling = this.attempt('tell how scheduled runs ended', async () => {
      // Each look reads all runs that haven't ended, so those that end meanwhile are left for the next one.
      while ((await tellOfEnded()) === MOST_TOLD);
      while ((await sendDueDigests()) > 0);
    }).finally(() => {
      this.telling = null;
    });
  }

  /** By itself: an address outside that takes connections and says nothing must hold up no mail. */
  private deliver(): void {
    this.delivering ??= this.attempt('deliver alerts', async () => {
      while ((await deliverDue(this.stopping.signal)) > 0);
    }).finally(() => {
      this.delivering = null;
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.task.destroy();
    await this.looking;
    await this.claiming;
    await this.opening;
    await this.leading;
    await this.telling;
    await this.delivering;
  }

  private async attempt(what: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error) => warnOf(error, `The worker failed to ${what}; trying again`));
  }
}
