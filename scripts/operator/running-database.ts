import { resolve } from 'node:path';
import { env } from '@/server/base/env';
import { openedAddress } from '@/server/base/schema/opened-address';
import { runningVariables } from '../postgres/embedded-databases';

/**
 * Finds the database for a program of the operator: that of `DATABASE_URL`, or without it the embedded one of the data
 * folder, whose variables it sets. Returns false if that one isn't running, and says so.
 *
 * @throws OpeningError if that of `DATABASE_URL` can't be opened
 */
export async function findDatabase(): Promise<boolean> {
  if (process.env.DATABASE_URL?.trim()) {
    await openedAddress(env().databaseUrl, 'DATABASE_URL');
    return true;
  }
  const running = runningVariables(resolve(process.env.DATA_DIR?.trim() || '.data'));
  if (running === undefined) {
    console.error('The embedded database is not running. Start Pushboard, then try again.');
    return false;
  }
  Object.assign(process.env, running);
  return true;
}
