import statement from 'sql-template-tag';
import { JUMP_SECONDS } from '@/server/automation/schedules/claim-due';

/** That the run of the firing `f` isn't in line or in progress. This is asked first, because it leaves few to look up. */
export const HAS_LEFT_LINE = statement`not exists (
  select from open_run o where o.org_id = f.org_id and o.run_id = f.run_id)`;

/** Whether schedules have something to do now, by what it is: conditions of a statement. */
export const DUE_OF_SCHEDULES = {
  /** Times to claim, or to plan again since the clock was set back. */
  times: statement`(exists (select from scheduled_job where next_run_at <= now())
    or exists (select from scheduled_job
      where planned_at > now() + make_interval(secs => ${JUMP_SECONDS}) and next_run_at is not null))`,
  /** Claimed times whose runs are to be opened. */
  firings: statement`exists (select from scheduled_firing where state = 'due' and taken_until <= now())`,
  /** Runs that may have ended and lead to others. */
  auto_runs: statement`exists (select from due_auto_run where taken_until <= now())`,
  /** Runs that have ended, and nobody was told. */
  untold: statement`exists (select from scheduled_firing f where f.told_at is null and f.state <> 'due' and ${HAS_LEFT_LINE} and exists (
    select from run r where r.org_id = f.org_id and r.run_id = f.run_id and r.status not in ('starting', 'running')))`,
  /** Messages to other services. */
  deliveries: statement`exists (select from job_delivery where state = 'waiting' and due_at <= now())`,
  /** Daily mails. */
  digests: statement`exists (select from job_digest where next_at <= now())`,
};
