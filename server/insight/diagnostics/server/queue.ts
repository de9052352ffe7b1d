import statement from 'sql-template-tag';
import { counted } from '@/lib/base/text/counted';
import { column, query } from '@/server/base/database/statements';
import { IS_DUE_TASK } from '@/server/base/events/tasks';
import { recentCounts } from '@/server/http/metrics/read-counts';
import { deservesALook, fact, isBroken, isWell, type ServerChecker, seconds } from './server-finding';

/** A run that waits this long deserves a look, or is stuck. */
const LONG_SECONDS = 60;
const STUCK_SECONDS = 600;

/** How many runs wait, for how long, and why they exist. */
export const checkQueue: ServerChecker = async () => {
  // Throws if the database is down. The counts would be missing then, too.
  const tasks = await readTasks();
  const counts = await recentCounts();
  if (counts === null) throw new Error('The runs could not be counted');
  const waiting = counts.openRuns.filter(({ state }) => state === 'waiting');
  const waitingCount = waiting.reduce((total, { count }) => total + count, 0);
  const more = {
    facts: [
      fact('Runs in line', waitingCount),
      fact('Oldest in line', seconds(counts.queueAge)),
      fact('Runs that hold a place', counts.placesInUse),
      fact('Other tasks in line', tasks.count),
      fact('Oldest of them', seconds(tasks.age)),
    ],
    tables: [
      {
        title: 'Open runs',
        columns: ['State', 'Trigger', 'Workers with the tag', 'Runs'],
        rows: counts.openRuns.map(({ state, trigger, tag, count }) => [state, trigger, tag, String(count)]),
      },
    ],
  };
  const message =
    waitingCount === 0
      ? 'No run waits.'
      : `${counted(waitingCount, 'run')} in line, the oldest for ${seconds(counts.queueAge)}.`;
  const oldest = Math.max(counts.queueAge, tasks.age);
  if (oldest >= STUCK_SECONDS) return isBroken(message, more);
  return oldest >= LONG_SECONDS ? deservesALook(message, more) : isWell(message, more);
};

/** Spreadsheets, messages, and what else the worker does besides runs. */
async function readTasks(): Promise<{ count: number; age: number }> {
  const [row] = await query(
    { count: column.int, age: column.int },
    statement`select count(*)::int as count,
        greatest(0, coalesce(extract(epoch from now() - min(run_at)), 0))::int as age
      from graphile_worker.jobs where ${IS_DUE_TASK}`,
  );
  return row ?? { count: 0, age: 0 };
}
