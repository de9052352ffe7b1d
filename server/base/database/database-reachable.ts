import statement from 'sql-template-tag';
import { isDatabaseDown } from '@/server/base/database/database-down';
import { query } from '@/server/base/database/statements';
import { recent } from '@/server/base/waiting/recent';
import { TookTooLong, withinTime } from '@/server/base/waiting/within-time';

/** A database that is silent for longer is as good as down. */
const SILENT_MS = 3000;

/** Returns whether the database can be reached, so that a page that needs it doesn't have to fail to find out. */
export const isDatabaseReachable = (): Promise<boolean> => recent('reachable', reachDatabase);

async function reachDatabase(): Promise<boolean> {
  try {
    await withinTime(query({}, statement`select`), SILENT_MS);
    return true;
  } catch (error) {
    if (isDatabaseDown(error) || error instanceof TookTooLong) return false;
    throw error;
  }
}
