import statement, { type Sql as Statement } from 'sql-template-tag';

/**
 * A CTE that counts the file of a run toward its organization's quota.
 *
 * @param of a CTE that returns the run's `org_id`, or nothing
 * @param fileBytes the size of its file
 */
export function countResult(of: Statement, fileBytes: number): Statement {
  return statement`insert into result_usage (org_id, size_bytes)
    select org_id, ${fileBytes}::bigint from ${of} where ${fileBytes}::bigint <> 0
    on conflict (org_id) do update set size_bytes = greatest(0, result_usage.size_bytes + excluded.size_bytes)`;
}
