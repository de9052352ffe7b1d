import { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';

/** Readers at work in this process. Each has a memory limit of its own. */
const mostAtWork = 2;

interface Waiting {
  orgId: string;
  begin: () => void;
}

/** Limits how many descriptions and repositories are read at once: two in all and one per organization; the others wait their turn. */
export class ReaderPlaces {
  private readonly atWork = new Set<string>();
  private readonly waiting: Waiting[] = [];

  /** Waits for a place, which is free again once the returned function is called. Throws once the signal is aborted. */
  async take(orgId: string, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw canceled();
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        orgId,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(canceled());
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(entry);
      this.next();
    });
    return once(() => {
      this.atWork.delete(orgId);
      this.next();
    });
  }

  /** Starts those that can begin, in the order in which they arrived. */
  private next(): void {
    while (this.atWork.size < mostAtWork) {
      const at = this.waiting.findIndex(({ orgId }) => !this.atWork.has(orgId));
      const [entry] = at < 0 ? [] : this.waiting.splice(at, 1);
      if (entry === undefined) return;
      this.atWork.add(entry.orgId);
      entry.begin();
    }
  }
}

/** The caller has disconnected, so only the log shows it. */
const canceled = (): AppError =>
  new AppError('impossible', 'The request was canceled before its turn to read.');

export const readerPlaces = (): ReaderPlaces => processWide('places of readers', () => new ReaderPlaces());

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
