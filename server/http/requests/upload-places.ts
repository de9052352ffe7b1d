import { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';
import { once } from '@/server/base/waiting/once';

/** Uploads that an organization, and a person in all of theirs, may have in this process. Each is held in memory. */
const mostOfOne = 3;
const mostInAll = 8;
/** As many places are for those who have none. */
const keptPlaces = 2;
const retryAfterSeconds = 10;

/**
 * Who may upload: three at a time in an organization, three of one person, and eight in all, the last two of them only if
 * neither the organization nor the person has one.
 */
export class UploadPlaces {
  private readonly uploads = new Map<string, number>();
  private all = 0;

  /**
   * Counts an upload until the returned function is called. Comes before any of it is read, so that what is refused
   * takes no memory. Throws 429 if there are too many already.
   */
  admit(orgId: string, caller: string): () => void {
    const [ofOrg, ofCaller] = [`org ${orgId}`, `caller ${caller}`];
    if (this.countOf(ofOrg) >= mostOfOne) throw stillReading('your organization');
    if (this.countOf(ofCaller) >= mostOfOne) throw stillReading('yours');
    const hasNone = this.countOf(ofOrg) === 0 && this.countOf(ofCaller) === 0;
    if (this.all >= (hasNone ? mostInAll : mostInAll - keptPlaces)) {
      throw tooMany('Pushboard is reading as many uploads as it can right now. Upload again in a minute.');
    }
    this.add(ofOrg, ofCaller, 1);
    return once(() => this.add(ofOrg, ofCaller, -1));
  }

  private add(ofOrg: string, ofCaller: string, count: 1 | -1): void {
    this.all += count;
    for (const key of [ofOrg, ofCaller]) {
      const next = this.countOf(key) + count;
      if (next === 0) this.uploads.delete(key);
      else this.uploads.set(key, next);
    }
  }

  private readonly countOf = (key: string): number => this.uploads.get(key) ?? 0;
}

export const uploadPlaces = (): UploadPlaces => processWide('places of uploads', () => new UploadPlaces());

const stillReading = (whose: string): AppError =>
  tooMany(
    `Pushboard is still reading ${mostOfOne} uploads of ${whose}. Wait until one of them is done, then upload again.`,
  );

function tooMany(message: string): AppError {
  return new AppError('too_many_requests', message, { retryAfterSeconds });
}
