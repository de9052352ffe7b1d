import { type DueWorkLook, whenDue } from '@/jobs/due-work';
import type { RunningRuns } from '@/jobs/running-runs';
import { warnOf } from '@/server/base/database/database-down';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import { type ClaimedRun, claimRuns } from '@/server/runs/execute/claim-runs';
import { executeRun } from '@/server/runs/execute/execute-run';
import { endAbandonedRuns, returnUnknownRuns } from '@/server/runs/execute/own-runs';
import { startElsewhere } from '@/server/runs/execute/start-elsewhere';

/** Runs whose notification was lost are found after this time, at most a second after they were seen. */
const LOOK_AGAIN_MS = 1000;

/**
 * The places of a worker. Takes runs off the line whenever a place is free and runs may be waiting, and runs them.
 * Several workers may serve one line.
 */
export class RunPlaces {
  private readonly timer: NodeJS.Timeout;
  private filling: Promise<void> | null = null;
  private isAskedAgain = false;
  private isStopped = false;
  /** Whether all places were taken at the last attempt; then the next free one must be filled. */
  private isFull = false;
  /** Whether runs may be recorded as this worker's that it doesn't execute. */
  private mayHaveOthers = false;

  constructor(
    private readonly running: RunningRuns,
    dueWork: DueWorkLook,
  ) {
    this.timer = whenDue(
      LOOK_AGAIN_MS,
      dueWork,
      ({ waiting }) => waiting || this.mayHaveOthers,
      () => this.fill(),
    );
  }

  /** Takes as many runs as there are free places, now or as soon as the current attempt ends. */
  fill(): void {
    this.isAskedAgain = true;
    this.filling ??= this.fillAll().finally(() => {
      this.filling = null;
      if (this.isAskedAgain) this.fill();
    });
  }

  /** Looks for runs that are recorded as this worker's and that nothing executes, whatever the reason. */
  lookForOwn(): void {
    this.mayHaveOthers = true;
    this.fill();
  }

  /** Takes no more runs. Resolves when all taken ones have ended or are back in line. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.filling;
    await this.running.allEnded();
    await this.settleOwn();
  }

  private async fillAll(): Promise<void> {
    while (this.isAskedAgain) {
      this.isAskedAgain = false;
      if (this.isStopped) return;
      try {
        if (this.mayHaveOthers) await this.settleOwn();
        const free = env().workerConcurrency - this.running.size;
        this.isFull = free <= 0;
        if (this.isFull) return;
        for (const run of await claimRuns(this.running.workerId, free)) void this.serve(run);
      } catch (error) {
        // The response of the database may have been lost, and with it runs that are recorded as this worker's.
        this.mayHaveOthers = true;
        warnOf(error, 'Runs could not be taken off the line');
        return;
      }
    }
  }

  /** Not while runs are claimed: one whose claim has no response yet is unknown. */
  private async settleOwn(): Promise<void> {
    const { workerId, begun, unended } = this.running;
    const ended = unended.length > 0 ? await endAbandonedRuns(workerId, unended) : 0;
    const returned = await returnUnknownRuns(workerId, begun);
    if (ended + returned > 0) log().warn({ ended, backInLine: returned }, 'Found runs that nothing executed');
    this.running.forget(unended);
    this.mayHaveOthers = false;
  }

  private async serve(run: ClaimedRun): Promise<void> {
    const { workerId } = this.running;
    await this.running.track(run.runId, (stop) =>
      run.goesElsewhere ? startElsewhere(run, workerId, stop) : executeRun(run, workerId, stop),
    );
    // If others wait for the place that this run had, its end has notified every worker.
    if (this.isFull) this.fill();
  }
}
