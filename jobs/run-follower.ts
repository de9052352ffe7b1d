import { untilDatabaseAnswers } from '@/server/database-down';
import { log } from '@/server/log';
import {
  checkElsewhere,
  type RunElsewhere,
  releaseStillRunning,
  type StillRunning,
  takeDueRuns,
} from '@/server/runs/follow-elsewhere';

const LOOK_EVERY_MS = 2000;
/** Looks at once; they take no places of runs. */
const LOOKS = 50;
/** What goes on is let go of together, this long after the first. */
const GATHER_MS = 100;

/** Follows the runs whose work goes on elsewhere, whichever worker started them. */
export class RunFollower {
  private readonly timer: NodeJS.Timeout;
  private readonly looks = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private taking: Promise<void> | null = null;
  private goingOn: StillRunning[] = [];
  private gathering: NodeJS.Timeout | null = null;

  constructor(private readonly workerId: string) {
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
  }

  /** Looks at the runs whose time has come. */
  look(): void {
    this.taking ??= this.takeAll()
      .catch((error) =>
        log().warn({ err: error }, 'Runs that go on elsewhere could not be taken to be looked at'),
      )
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

  /** Whose look fails by a mistake of ours is looked at again when the lease ends. */
  private async lookAt(run: RunElsewhere): Promise<void> {
    try {
      const goesOn = await checkElsewhere(run, this.workerId, this.stopping.signal);
      if (goesOn === null) return;
      this.goingOn.push(goesOn);
      this.gathering ??= setTimeout(() => void this.letGo(), GATHER_MS);
    } catch (error) {
      log().error({ err: error, run: run.runId }, 'A look at a run that goes on elsewhere failed');
    }
  }

  private async letGo(): Promise<void> {
    this.gathering = null;
    const runs = this.goingOn.splice(0);
    if (runs.length > 0) await untilDatabaseAnswers(() => releaseStillRunning(runs, this.workerId));
  }
}
