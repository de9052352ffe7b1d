import type { StopReason } from '@/server/runs/execute-run';

/** The runs that this worker is running now, so that each can be stopped. */
export class RunningRuns {
  private readonly stops = new Map<number, AbortController>();

  constructor(readonly workerId: string) {}

  get ids(): number[] {
    return [...this.stops.keys()];
  }

  /** Does nothing when the run is being run already: a task that was queued twice runs once. */
  async track(runId: number, work: (stop: AbortSignal) => Promise<void>): Promise<void> {
    if (this.stops.has(runId)) return;
    const stop = new AbortController();
    this.stops.set(runId, stop);
    try {
      await work(stop.signal);
    } finally {
      this.stops.delete(runId);
    }
  }

  /** Asks a run to stop; nothing happens when it is not one of this worker's. */
  stop(runId: number, reason: StopReason): void {
    this.stops.get(runId)?.abort(reason);
  }

  stopAll(reason: StopReason): void {
    for (const stop of this.stops.values()) stop.abort(reason);
  }
}
