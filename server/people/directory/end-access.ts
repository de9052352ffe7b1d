import statement from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';

/**
 * Ends the sessions and tokens of people whom the directory removed. Open pages and streams of theirs end with them. A
 * person who is back signs in and creates tokens again.
 */
export async function endAccess(tx: Sql, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await execute(statement`delete from session where user_id = any(${userIds})`, tx);
  await execute(statement`delete from access_token where user_id = any(${userIds})`, tx);
  await execute(statement`delete from startup_value where user_id = any(${userIds})`, tx);
}
