import statement from 'sql-template-tag';
import { JUMP_SECONDS } from '@/server/automation/schedules/claim-due';
import { column, query } from '@/server/base/database/statements';

/** What schedules have to do now. */
export interface DueWork {
  /** Times to claim, or to plan again since the clock was set back. */
  hasTimes: boolean;
  /** Claimed times whose runs are to be opened. */
  hasFirings: boolean;
  /** Runs that may have ended and lead to others. */
  hasAutoRuns: boolean;
}

/** Looks for all of it in one statement, every second: nearly always there is nothing, and an idle system should be idle. */
export async function lookForDueWork(): Promise<DueWork> {
  const [row] = await query(
    { has_times: column.boolean, has_firings: column.boolean, has_auto_runs: column.boolean },
    statement`select
      exists (select from scheduled_job where next_run_at <= now())
        or exists (select from scheduled_job
          where planned_at > now() + make_interval(secs => ${JUMP_SECONDS}) and next_run_at is not null) as has_times,
      exists (select from scheduled_firing where state = 'due' and taken_until <= now()) as has_firings,
      exists (select from due_auto_run where taken_until <= now()) as has_auto_runs`,
  );
  return {
    hasTimes: row?.has_times ?? false,
    hasFirings: row?.has_firings ?? false,
    hasAutoRuns: row?.has_auto_runs ?? false,
  };
}
