import { AppError } from '@/server/base/errors';
import { processWide } from '@/server/base/process-wide';

/** Uploads that an organization may have in this process. Each is held in memory until its request is over. */
const mostOfOrg = 3;
const mostInAll = 8;
const retryAfterSeconds = 10;

/** Who may upload: three at a time in an organization, and eight in all. */
export class UploadPlaces {
  private readonly uploads = new Map<string, number>();

  /**
   * Counts an upload until the returned function is called. Comes before any of it is read, so that what is refused
   * takes no memory. Throws 429 if there are too many already.
   */
  admit(orgId: string): () => void {
    const own = this.uploads.get(orgId) ?? 0;
    const all = [...this.uploads.values()].reduce((sum, count) => sum + count, 0);
    if (own >= mostOfOrg) {
      throw tooMany(
        `Pushboard is still reading ${own} uploads of your organization. Wait until one of them is done, then upload again.`,
      );
    }
    if (all >= mostInAll) {
      throw tooMany('Pushboard is reading as many uploads as it can right now. Upload again in a minute.');
    }
    this.uploads.set(orgId, own + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.uploads.get(orgId) ?? 1) - 1;
      if (left === 0) this.uploads.delete(orgId);
      else this.uploads.set(orgId, left);
    };
  }
}

export const uploadPlaces = (): UploadPlaces => processWide('places of uploads', () => new UploadPlaces());

function tooMany(message: string): AppError {
  return new AppError('too_many_requests', message, { retryAfterSeconds });
}
