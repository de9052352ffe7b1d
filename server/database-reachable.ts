import statement from 'sql-template-tag';
import { isDatabaseDown } from '@/server/database-down';
import { recent } from '@/server/recent';
import { query } from '@/server/statements';

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
