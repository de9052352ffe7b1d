import { isDatabaseReachable } from '@/server/base/database/database-reachable';
import { withinTime } from '@/server/base/waiting/within-time';

/** A page asks for all parts at once, over few connections: a silent database must not hold each of them for long. */
const PATIENCE_MS = 5000;

/** The database is down, or says nothing. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
}

/** Resolves as `work` does, or throws `DatabaseAway` as soon as it is clear that the database doesn't respond. */
export const unlessDatabaseIsAway = <T>(work: Promise<T>): Promise<T> => Promise.race([work, whenAway()]);

async function whenAway(): Promise<never> {
  const isReachable = await withinTime(isDatabaseReachable(), PATIENCE_MS).catch(() => false);
  if (!isReachable) throw new DatabaseAway('The database does not respond');
  return new Promise<never>(() => {});
}
