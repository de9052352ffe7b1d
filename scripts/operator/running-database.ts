import { resolve } from 'node:path';
import { runningVariables } from '../postgres/embedded-databases';

/**
 * Finds the database for a program of the operator, and sets its variables: the one of `DATABASE_URL`, or the embedded one of the data folder without it. Says
 * so and returns false if that doesn't run.
 */
export function findDatabase(): boolean {
  if (process.env.DATABASE_URL?.trim()) return true;
  const running = runningVariables(resolve(process.env.DATA_DIR?.trim() || '.data'));
  if (running === undefined) {
    console.error('The embedded database is not running. Start Pushboard, then try again.');
    return false;
  }
  Object.assign(process.env, running);
  return true;
}
