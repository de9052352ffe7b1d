import { EventEmitter } from 'node:events';
import type { WorkerEvents, WorkerPool } from 'graphile-worker';
import { type DueWorkLook, whenDue } from '@/jobs/due-work';

const LOOK_EVERY_MS = 1000;

/**
 * Has the job library look for tasks when some are due. By itself it looks for new ones, of which it is notified; for
 * delayed ones, and behind a pooler for all, each of its places would have to ask again and again.
 */
export class DueTasks {
  /** How the library tells of its places. */
  readonly events: WorkerEvents = new EventEmitter();
  private places: WorkerPool | null = null;
  private readonly timer: NodeJS.Timeout;

  constructor(dueWork: DueWorkLook, atOnce: number) {
    this.events.on('pool:create', ({ workerPool }) => {
      this.places = workerPool;
    });
    this.timer = whenDue(
      LOOK_EVERY_MS,
      dueWork,
      ({ tasks }) => tasks,
      () => this.places?.nudge(atOnce),
    );
  }

  /** Called before the library stops, after which it can't be told anymore. */
  stop(): void {
    clearInterval(this.timer);
    this.places = null;
  }
}
