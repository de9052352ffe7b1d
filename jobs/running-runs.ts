import { log } from '@/server/base/log';
import type { StopReason } from '@/server/runs/execute/run-ends';

interface RunningRun {
  stop: AbortController;
  work: Promise<void>;
}

/** The runs in progress on this worker, so that each can be stopped. */
export class RunningRuns {
  private readonly runs = new Map<number, RunningRun>();
  private readonly failed = new Set<number>();

  constructor(readonly workerId: string) {}

  get ids(): number[] {
    return [...this.runs.keys()];
  }

  /** All runs that began here and may be recorded as this worker's. */
  get begun(): number[] {
    return [...this.runs.keys(), ...this.failed];
  }

  /** Runs that began and whose end failed. Nothing executes them, and they never begin again. */
  get unended(): number[] {
    return [...this.failed];
  }

  /** Called once runs that were not ended have an end. */
  forget(runIds: readonly number[]): void {
    for (const runId of runIds) this.failed.delete(runId);
  }

  get size(): number {
    return this.runs.size;
  }

  /**
   * Does nothing if the run is in progress already. Errors of `work` are logged, since no caller is left to handle
   * them.
   */
  async track(runId: number, work: (stop: AbortSignal) => Promise<void>): Promise<void> {
    if (this.runs.has(runId)) return;
    const stop = new AbortController();
    const done = work(stop.signal).catch((error) => {
      this.failed.add(runId);
      log().error({ err: error, run: runId }, 'A run could not be ended');
    });
    this.runs.set(runId, { stop, work: done });
    try {
      await done;
    } finally {
      this.runs.delete(runId);
    }
  }

  /** Asks a run to stop. Does nothing if the run is not this worker's. */
  stop(runId: number, reason: StopReason): void {
    this.runs.get(runId)?.stop.abort(reason);
  }

  stopAll(reason: StopReason): void {
    for (const { stop } of this.runs.values()) stop.abort(reason);
  }

  async allEnded(): Promise<void> {
    await Promise.all([...this.runs.values()].map(({ work }) => work));
  }
}
