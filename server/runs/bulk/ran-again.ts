import statement, { type Sql as Statement } from 'sql-template-tag';

/**
 * Whether the failed rows of a bulk run are run again, all of them by one later bulk run: it is in progress, succeeded, or
 * has a failure of its own, which says what is left. Rows that were canceled don't count.
 *
 * @param orgId the column of its organization
 * @param runId the column of its id
 */
export const rowsRanAgain = (orgId: Statement, runId: Statement): Statement => statement`exists (
  select from bulk_run again join run later on later.org_id = again.org_id and later.run_id = again.run_id
  where again.org_id = ${orgId} and again.rerun_of = ${runId}
    and later.queued_at is not null and (later.end_reason is null or later.end_reason = 'error')
    and again.row_count >= (
      select count(*) from run child where child.org_id = ${orgId} and child.parent_run_id = ${runId}
        and child.trigger = 'bulk' and child.end_reason <> 'cancelled'))`;
