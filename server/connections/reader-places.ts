import { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';
import { once } from '@/server/base/waiting/once';

/** Readers at work in this process. Each has a memory limit of its own. */
const mostAtWork = 2;

/** Who reads; the person is null for what the product does by itself. */
export interface Holder {
  orgId: string;
  userId: string | null;
}

interface Waiting {
  holders: readonly string[];
  begin: () => void;
}

/**
 * Limits how many descriptions and repositories are read at once: two in all, and one per organization and person; the
 * others wait their turn. Who has had one goes behind those who have not.
 */
export class ReaderPlaces {
  private readonly atWork = new Set<string>();
  private readonly waiting: Waiting[] = [];
  private places = mostAtWork;

  /**
   * Waits for a place, which is free again once the returned function is called. Throws once the signal is
   * aborted.
   */
  async take({ orgId, userId }: Holder, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw canceled();
    const holders = [`org ${orgId}`, ...(userId === null ? [] : [`person ${userId}`])];
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        holders,
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
      for (const holder of holders) this.atWork.delete(holder);
      this.places += 1;
      this.putBehind(holders);
      this.next();
    });
  }

  /** Who has had a place goes behind those who have not. */
  private putBehind(former: readonly string[]): void {
    const isTheirs = ({ holders }: Waiting) => holders.some((each) => former.includes(each));
    const theirs = this.waiting.filter(isTheirs);
    const others = this.waiting.filter((each) => !isTheirs(each));
    this.waiting.splice(0, this.waiting.length, ...others, ...theirs);
  }

  /** Starts those that can begin. */
  private next(): void {
    while (this.places > 0) {
      const at = this.waiting.findIndex(({ holders }) => !holders.some((each) => this.atWork.has(each)));
      const [entry] = at < 0 ? [] : this.waiting.splice(at, 1);
      if (entry === undefined) return;
      this.places -= 1;
      for (const holder of entry.holders) this.atWork.add(holder);
      entry.begin();
    }
  }
}

/** The caller has disconnected, so only the log shows it. */
const canceled = (): AppError =>
  new AppError('impossible', 'The request was canceled before its turn to read.');

export const readerPlaces = (): ReaderPlaces => processWide('places of readers', () => new ReaderPlaces());
