import statement from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import type { FailedRun } from '@/server/insight/errors/failed-runs';

interface Hit {
  group: { error_group_id: number; org_id: string };
  failures: readonly FailedRun[];
}

/** Notes the error of each run, and counts it by command and person, and by command and day. */
export async function addHits(tx: Sql, grouped: readonly Hit[]): Promise<void> {
  const hits = grouped.flatMap(({ group, failures }) => failures.map(({ run }) => ({ group, run })));
  await execute(
    statement`with hit as (
        select * from unnest(${hits.map(({ group }) => group.org_id)}::text[],
          ${hits.map(({ group }) => group.error_group_id)}::bigint[], ${hits.map(({ run }) => run.run_id)}::bigint[],
          ${hits.map(({ run }) => run.command_id)}::int[], ${hits.map(({ run }) => run.user_id)}::text[],
          ${hits.map(({ run }) => run.created_at)}::timestamptz[], ${hits.map(({ run }) => run.ended_at)}::timestamptz[])
          hit (org_id, error_group_id, run_id, command_id, user_id, created_at, ended_at)
      ), by_run as (
        insert into grouped_run (org_id, run_id, error_group_id) select org_id, run_id, error_group_id from hit
      ), by_person as (
        insert into error_hit (org_id, error_group_id, command_id, user_id, runs, first_at, last_at)
        select org_id, error_group_id, command_id, user_id, count(*), min(ended_at), max(ended_at)
        from hit group by 1, 2, 3, 4
        on conflict on constraint error_hit_pkey do update set runs = error_hit.runs + excluded.runs,
          first_at = least(error_hit.first_at, excluded.first_at),
          last_at = greatest(error_hit.last_at, excluded.last_at)
      )
      insert into error_day (org_id, error_group_id, day, command_id, runs)
      select org_id, error_group_id, (created_at at time zone 'UTC')::date, command_id, count(*)
      from hit group by 1, 2, 3, 4
      on conflict on constraint error_day_pkey do update set runs = error_day.runs + excluded.runs`,
    tx,
  );
}
