import statement from 'sql-template-tag';
import { counted } from '@/lib/base/text/counted';
import { column, query } from '@/server/base/database/statements';
import { deservesALook, fact, isBroken, isWell, type ServerChecker, seconds } from './server-finding';

/** The ticker looks every few seconds. Later than this, something keeps it from doing so. */
const LATE_SECONDS = 60;
const VERY_LATE_SECONDS = 300;

/** Whether scheduled jobs start when they are due. */
export const checkSchedules: ServerChecker = async () => {
  const [row] = await query(
    {
      enabled: column.int,
      late: column.int,
      oldest: column.int,
      unopened: column.int,
      failed: column.int,
      paused: column.int,
    },
    statement`select
      (select count(*)::int from scheduled_job where is_enabled and deleted_at is null) as enabled,
      (select count(*)::int from scheduled_job where is_enabled and deleted_at is null
        and next_run_at < now() - make_interval(secs => ${LATE_SECONDS})) as late,
      (select greatest(0, coalesce(extract(epoch from now() - min(next_run_at)), 0))::int from scheduled_job
        where is_enabled and deleted_at is null and next_run_at < now()) as oldest,
      (select count(*)::int from scheduled_firing where state = 'due'
        and claimed_at < now() - make_interval(secs => ${LATE_SECONDS})) as unopened,
      (select count(*)::int from scheduled_firing where state = 'failed'
        and claimed_at > now() - interval '1 day') as failed,
      (select count(*)::int from scheduled_job
        where paused_reason is not null and deleted_at is null) as paused`,
  );
  if (row === undefined) throw new Error('There was no row of counts');
  const { enabled, late, oldest, unopened, failed, paused } = row;
  const more = {
    facts: [
      fact('Jobs that are on', enabled),
      fact('Late by more than a minute', late),
      fact('Most late', seconds(oldest)),
      fact('Due, but not started', unopened),
      fact('Could not be started in the last day', failed),
      fact('Paused by Pushboard', paused),
    ],
  };
  if (late > 0 || unopened > 0) {
    const message = `${counted(Math.max(late, unopened), 'job')} late, by up to ${seconds(oldest)}. Check the workers.`;
    return oldest >= VERY_LATE_SECONDS ? isBroken(message, more) : deservesALook(message, more);
  }
  if (failed > 0) {
    return deservesALook(`${counted(failed, 'firing')} of the last day could not start a run.`, more);
  }
  return isWell(enabled === 0 ? 'No job is on.' : `${counted(enabled, 'job')} on time.`, more);
};
