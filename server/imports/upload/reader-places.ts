import { AppError } from '@/server/errors';
import { processWide } from '@/server/process-wide';
import { canceled } from './canceled';

/** Readers at work in this process. Each may use a gigabyte of memory. */
const mostAtWork = 2;
/** An organization's limit of uploads that are being read or waiting. Each is in memory until it has been read. */
const mostOfOrg = 3;
const mostInAll = 8;
const retryAfterSeconds = 10;

interface Waiting {
  orgId: string;
  begin: () => void;
}

/** Limits how many descriptions are read at once: two in all and one per organization; the others wait their turn. */
export class ReaderPlaces {
  private readonly admitted = new Map<string, number>();
  private readonly atWork = new Set<string>();
  private readonly waiting: Waiting[] = [];

  /** Counts an upload until the returned function is called. Throws 429 if there are too many already. */
  admit(orgId: string): () => void {
    const own = this.admitted.get(orgId) ?? 0;
    const all = [...this.admitted.values()].reduce((sum, count) => sum + count, 0);
    if (own >= mostOfOrg) {
      throw tooMany(
        `Pushboard is still reading ${own} uploads of your organization. Wait until one of them is done, then upload again.`,
      );
    }
    if (all >= mostInAll) {
      throw tooMany('Pushboard is reading as many uploads as it can right now. Upload again in a minute.');
    }
    this.admitted.set(orgId, own + 1);
    return once(() => {
      const left = (this.admitted.get(orgId) ?? 1) - 1;
      if (left === 0) this.admitted.delete(orgId);
      else this.admitted.set(orgId, left);
    });
  }

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

export const readerPlaces = (): ReaderPlaces =>
  processWide('places of description readers', () => new ReaderPlaces());

function tooMany(message: string): AppError {
  return new AppError('too_many_requests', message, { retryAfterSeconds });
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
