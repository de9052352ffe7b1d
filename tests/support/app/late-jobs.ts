import { beforeAll, beforeEach } from 'vitest';
import { tellOfEnded } from '@/server/automation/schedules/alerts/tell';
import { claimAllDue, openAllClaimed } from '@/server/automation/schedules/tick';
import { sql } from '@/server/base/database/db';
import { createOrganizations, type MadeCommand, ORG_A } from '../things/organizations';
import { people } from '../things/people';
import { numberIn, send } from './http';
import { commit, withSource } from './source';
import { executeWaiting } from './worker';

/** A command on a schedule, whose source a test fills. */
export interface LateJobs {
  readonly command: MadeCommand;
  /** The address of the command's jobs. */
  jobsPath(): string;
  createJob(name?: string, as?: string): Promise<number>;
  /** Fires all jobs, runs them, and notes how they ended. Id 0 in the source makes them fail. */
  fire(...ids: number[]): Promise<void>;
}

/** Gives a test file a command that can be scheduled, and each test a start without jobs, runs, and mail. */
export function withLateJobs(): LateJobs {
  const source = withSource(
    `create table rows (id integer);
     create function late() returns setof integer language plpgsql as $$ begin
       if exists (select from rows where id = 0) then raise exception 'canary of the source'; end if;
       return query select id from rows;
     end $$;`,
    createOrganizations,
  );
  let command: MadeCommand;
  let minute = 0;
  beforeAll(async () => {
    command = await commit(source, 'public.late()');
  });
  beforeEach(async () => {
    for (const table of ['scheduled_job', 'job_digest', 'alert_address', 'mail_message']) {
      await sql.query(`delete from ${table}`);
    }
    await sql.query("delete from run where trigger = 'schedule'");
  });
  const jobsPath = () => `/${ORG_A}/kits/${command.commandId}/cron-jobs`;
  return {
    get command() {
      return command;
    },
    jobsPath,
    async createJob(name = 'Late <orders>', as = people.engineer) {
      const body = { name, cronExpression: '0 3 1 1 *' };
      return numberIn(await send('POST', jobsPath(), { as, body }), 'cron_job_id');
    },
    async fire(...ids) {
      await source.query(`truncate rows; insert into rows select unnest(array[${ids.join(',')}]::integer[])`);
      minute += 1;
      await sql.query(
        `update scheduled_job set next_run_at = now() - interval '50 minutes' + make_interval(mins => $1)`,
        [minute],
      );
      await claimAllDue();
      await openAllClaimed();
      await executeWaiting();
      while ((await tellOfEnded()) > 0);
    },
  };
}
