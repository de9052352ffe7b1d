import statement from 'sql-template-tag';
import { counted } from '@/lib/base/text/counted';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { deservesALook, fact, isBroken, isWell, type ServerChecker, seconds } from './server-finding';

/** How many syncs may be missed before that deserves a look. */
const MISSED = 3;

/** Whether people and groups are synced with the directory. What a failure said stands on the page of the organization. */
export const checkDirectory: ServerChecker = async () => {
  const { directory } = env();
  if (directory === null) return isWell('People come from no directory.');
  const [row] = await query(
    { count: column.int, failing: column.int, never: column.int, oldest: column.int, running: column.int },
    statement`select count(*)::int as count,
      count(*) filter (where failed_at is not null)::int as failing,
      count(*) filter (where users_synced_at is null or groups_synced_at is null)::int as never,
      coalesce(extract(epoch from now() - min(least(users_synced_at, groups_synced_at))), 0)::int as oldest,
      count(*) filter (where claim is not null)::int as running
      from directory`,
  );
  if (row === undefined) throw new Error('There was no row of counts');
  const { count, failing, never, oldest, running } = row;
  const everySeconds = directory.syncEveryMs / 1000;
  const more = {
    facts: [
      fact('Organizations', count),
      fact('Oldest sync', `${seconds(oldest)} ago`),
      fact('Synced every', everySeconds === 0 ? 'time someone presses the button' : seconds(everySeconds)),
      fact('Syncs in progress', running),
      fact('Last sync failed', failing),
      fact('Never synced', never),
    ],
  };
  if (failing > 0) {
    return isBroken(
      `The last sync of ${counted(failing, 'organization')} failed. Its directory page says why.`,
      more,
    );
  }
  if (everySeconds > 0 && oldest > MISSED * everySeconds) {
    return deservesALook(`The oldest sync is ${seconds(oldest)} ago. Check the workers.`, more);
  }
  return isWell(`Synced; the oldest sync is ${seconds(oldest)} ago.`, more);
};
