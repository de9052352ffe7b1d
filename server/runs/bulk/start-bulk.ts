import statement, { type Sql as Statement } from 'sql-template-tag';

/**
 * Begins bulk runs that have not begun; their rows are still held back.
 *
 * @param which a condition on the bulk run `b`
 */
export const startBulk = (which: Statement): Statement => statement`
  update run set queued_at = coalesce(queued_at, now()), started_at = now(), status = 'running'
  from bulk_run b
  where ${which} and run.org_id = b.org_id and run.run_id = b.run_id and run.status = 'starting'
  returning run.org_id, run.run_id, b.row_count, b.source_run_id`;

/** A CTE that lets workers claim the rows of bulk runs that have just begun. */
export const releaseRows = (started: Statement): Statement => statement`
  released as (
    update open_run o set state = 'waiting' from ${started} s
    where o.org_id = s.org_id and o.parent_run_id = s.run_id and o.state = 'held'
  )`;
