import { withAppDatabase } from './app-database';

/** Long before any run of a journey. */
const YEAR = 2020;

/**
 * Adds so many runs to the history, all of them years older than any other: copies of its newest run.
 *
 * @param oldest a value that only the oldest has
 */
export async function addOldRuns(runs: number, oldest: string): Promise<void> {
  await withAppDatabase((client) =>
    client.query(
      `insert into run (org_id, command_id, template_id, started_by_user_id, status, created_at, queued_at,
         started_at, ended_at, params)
       select r.org_id, r.command_id, r.template_id, r.started_by_user_id, 'success', at, at, at, at,
         json_build_object('note', case when n = 1 then $3::text else 'old' end)::text
       from (select * from run where status = 'success' and trigger = 'person' order by run_id desc limit 1) r,
         generate_series(1, $1::int) n, lateral (select make_timestamptz($2, 1, 1, 0, 0, 0) + make_interval(mins => n)) t(at)`,
      [runs, YEAR, oldest],
    ),
  );
}

/** Deletes them again. */
export async function takeAwayOldRuns(): Promise<void> {
  await withAppDatabase((client) =>
    client.query('delete from run where created_at < make_timestamptz($1, 1, 1, 0, 0, 0)', [YEAR + 1]),
  );
}
