import { warnOf } from '@/server/base/database/database-down';
import { unhurried } from '@/server/base/database/patience';

/** Does a piece of the worker's own work. If it fails, that is logged, and null is returned. */
export const attempt = <T>(what: string, work: () => Promise<T>): Promise<T | null> =>
  unhurried(work).catch((error) => {
    warnOf(error, `The worker failed to ${what}; trying again`);
    return null;
  });
