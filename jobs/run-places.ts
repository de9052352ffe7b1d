import type { RunningRuns } from '@/jobs/running-runs';
import { env } from '@/server/base/env';
import { log } from '@/server/base/log';
import { type ClaimedRun, claimRuns } from '@/server/runs/execute/claim-runs';
import { executeRun } from '@/server/runs/execute/execute-run';
import { returnUnknownRuns } from '@/server/runs/execute/recover-lost-runs';
import { startElsewhere } from '@/server/runs/execute/start-elsewhere';

/** Runs whose notification was lost are found after this time. */
const LOOK_AGAIN_MS = 2000;

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
  /** Whether a response of the database may have been lost, and with it runs that are recorded as this worker's. */
  private mayHaveUnknown = false;

  constructor(private readonly running: RunningRuns) {
    this.timer = setInterval(() => this.fill(), LOOK_AGAIN_MS);
  }

  /** Takes as many runs as there are free places, now or as soon as the current attempt ends. */
  fill(): void {
    this.isAskedAgain = true;
    this.filling ??= this.fillAll().finally(() => {
      this.filling = null;
      if (this.isAskedAgain) this.fill();
    });
  }

  /** Takes no more runs. Resolves when all taken ones have ended or are back in line. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.filling;
    await this.running.allEnded();
    await returnUnknownRuns(this.running.workerId, this.running.begun);
  }

  private async fillAll(): Promise<void> {
    while (this.isAskedAgain) {
      this.isAskedAgain = false;
      const free = env().workerConcurrency - this.running.size;
      this.isFull = free <= 0;
      if (this.isStopped || this.isFull) return;
      try {
        await this.take(free);
      } catch (error) {
        this.mayHaveUnknown = true;
        log().warn({ err: error }, 'Runs could not be taken off the line');
        return;
      }
    }
  }

  private async take(free: number): Promise<void> {
    const { workerId } = this.running;
    if (this.mayHaveUnknown) await returnUnknownRuns(workerId, this.running.begun);
    this.mayHaveUnknown = false;
    for (const run of await claimRuns(workerId, free)) void this.serve(run);
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
