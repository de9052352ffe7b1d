import { type DueWorkLook, whenDue } from '@/jobs/due-work';
import { untilRecorded, warnOf } from '@/server/base/database/database-down';
import { log } from '@/server/base/log';
import {
  checkElsewhere,
  type RunElsewhere,
  releaseStillRunning,
  type StillRunning,
  takeDueRuns,
} from '@/server/runs/execute/follow-elsewhere';

const LOOK_EVERY_MS = 2000;
/** Checks at the same time. They don't use the places of runs. */
const LOOKS = 50;
/** Checked runs are released together, this long after the first. */
const GATHER_MS = 100;

/** Follows the runs whose work continues elsewhere, whichever worker started them. */
export class RunFollower {
  private readonly timer: NodeJS.Timeout;
  private readonly looks = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private taking: Promise<void> | null = null;
  private goingOn: StillRunning[] = [];
  private gathering: NodeJS.Timeout | null = null;

  constructor(
    private readonly workerId: string,
    dueWork: DueWorkLook,
  ) {
    this.timer = whenDue(
      LOOK_EVERY_MS,
      dueWork,
      ({ elsewhere }) => elsewhere,
      () => this.look(),
    );
  }

  /** Checks the runs that are due. */
  look(): void {
    this.taking ??= this.takeAll()
      .catch((error) => warnOf(error, "Couldn't take the runs that are due for a check"))
      .finally(() => {
        this.taking = null;
      });
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort('worker_stopping');
    await this.taking;
    await Promise.all(this.looks);
    if (this.gathering !== null) clearTimeout(this.gathering);
    await this.letGo();
  }

  private async takeAll(): Promise<void> {
    for (;;) {
      const free = LOOKS - this.looks.size;
      if (free <= 0 || this.stopping.signal.aborted) return;
      const due = await takeDueRuns(this.workerId, free);
      for (const run of due) this.begin(run);
      if (due.length < free) return;
      await Promise.race(this.looks);
    }
  }

  private begin(run: RunElsewhere): void {
    const look = this.lookAt(run).finally(() => this.looks.delete(look));
    this.looks.add(look);
  }

  /** If a check fails because of a bug, the run is checked again when its lease ends. */
  private async lookAt(run: RunElsewhere): Promise<void> {
    try {
      const goesOn = await checkElsewhere(run, this.workerId, this.stopping.signal);
      if (goesOn === null) return;
      this.goingOn.push(goesOn);
      this.gathering ??= setTimeout(() => void this.letGo(), GATHER_MS);
    } catch (error) {
      log().error({ err: error, run: run.runId }, "Couldn't check a run that continues elsewhere");
    }
  }

  private async letGo(): Promise<void> {
    this.gathering = null;
    const runs = this.goingOn.splice(0);
    if (runs.length > 0) await untilRecorded(() => releaseStillRunning(runs, this.workerId));
  }
}
