import { pool } from '@/server/base/database/db';

/**
 * Waits until no statement of this process is under way. Time that a test makes up ends those that are: each has a
 * limit, and the database needs real time to answer.
 */
export async function untilPoolIsIdle(): Promise<void> {
  while (pool().idleCount < pool().totalCount || pool().waitingCount > 0) await new Promise(setImmediate);
}
