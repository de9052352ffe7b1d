import statement from 'sql-template-tag';
import { isDatabaseDown } from '@/server/base/database/database-down';
import { query } from '@/server/base/database/statements';
import { recent } from '@/server/base/recent';

/** Returns whether the database can be reached, so that a page that needs it doesn't have to fail to find out. */
export const isDatabaseReachable = (): Promise<boolean> => recent('reachable', reachDatabase);

async function reachDatabase(): Promise<boolean> {
  try {
    await query({}, statement`select`);
    return true;
  } catch (error) {
    if (isDatabaseDown(error)) return false;
    throw error;
  }
}
