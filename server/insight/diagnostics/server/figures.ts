import statement from 'sql-template-tag';
import { counted } from '@/lib/base/text/counted';
import { column, query } from '@/server/base/database/statements';
import { deservesALook, fact, isWell, percent, type ServerChecker, seconds } from './server-finding';

/** The worker counts every second, and writes that nothing ended every half a minute. */
const LATE_SECONDS = 180;

/** Whether the figures of Analytics are up to date. After an upgrade, the worker counts older runs first. */
export const checkFigures: ServerChecker = async () => {
  const [row] = await query(
    {
      reached: column.int,
      newest: column.int,
      unended: column.int,
      age: column.int.nullable(),
      checked: column.int.nullable(),
    },
    statement`select reached_run_id as reached, (select coalesce(max(run_id), 0)::bigint from run) as newest,
      (select count(*)::int from uncounted_run) as unended,
      extract(epoch from now() - counted_at)::int as age, extract(epoch from now() - checked_at)::int as checked
      from figure_progress`,
  );
  if (row === undefined) throw new Error('The progress of the figures is missing');
  const { reached, newest, unended, age, checked } = row;
  const behind = Math.max(0, newest - reached);
  const more = {
    facts: [
      fact('Runs to count', behind),
      fact('Runs to count when they end', unended),
      fact('Current as of', age === null ? 'not yet' : `${seconds(age)} ago`),
      fact('Compared with the runs', checked === null ? 'not yet' : `${seconds(checked)} ago`),
    ],
  };
  if (age === null && behind > 0)
    return isWell(`The worker is counting earlier runs: ${percent(reached, newest)}% done.`, more);
  if (age !== null && age >= LATE_SECONDS) {
    return deservesALook(
      `The figures of Analytics are ${seconds(age)} old, and are missing up to ${counted(behind, 'run')}. Check the workers.`,
      more,
    );
  }
  return isWell('The figures of Analytics are up to date.', more);
};
