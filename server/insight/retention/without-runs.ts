import statement, { raw, type Sql as Statement } from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';

const BATCH_ROWS = 1000;

/** A table with rows that mean nothing once the runs that they are about have been deleted. */
interface EmptiedTable {
  table: string;
  id: string;
  createdAt: string;
  /** Whether the row `e` has lost its runs. */
  isEmptied: Statement;
}

const HAS_LOST_ITS_RUN = statement`e.run_id is not null and not exists (
  select from run r where r.org_id = e.org_id and r.run_id = e.run_id)`;

/** Without a foreign key to the run, which would go with it. */
export const emptied: readonly EmptiedTable[] = [
  {
    table: 'run_group',
    id: 'run_group_id',
    createdAt: 'created_at',
    isEmptied: statement`not exists (select from run r where r.org_id = e.org_id and r.run_group_id = e.run_group_id)`,
  },
  {
    table: 'approval_request',
    id: 'approval_id',
    createdAt: 'created_at',
    // Approvals of changes have no runs.
    isEmptied: statement`e.loosens is null and e.state <> 'waiting' and not exists (
      select from approval_run a where a.org_id = e.org_id and a.approval_id = e.approval_id)`,
  },
  {
    table: 'notification',
    id: 'notification_id',
    createdAt: 'created_at',
    isEmptied: HAS_LOST_ITS_RUN,
  },
  {
    table: 'webhook_delivery',
    id: 'webhook_delivery_id',
    createdAt: 'received_at',
    isEmptied: HAS_LOST_ITS_RUN,
  },
];

/**
 * Deletes the next rows that have lost their runs.
 *
 * @param before rows made since then stay
 * @returns the last id that it looked at; null at the end
 */
export async function deleteEmptied(
  { table, id, createdAt, isEmptied }: EmptiedTable,
  afterId: number,
  before: Date,
): Promise<number | null> {
  const [name, key, at] = [raw(table), raw(id), raw(createdAt)];
  const [row] = await query(
    { reached: column.int.nullable(), has_old: column.boolean },
    statement`with page as materialized (
        select ${key} as id, ${at} < ${before}::timestamptz as is_old from ${name}
        where ${key} > ${afterId}::bigint order by ${key} limit ${BATCH_ROWS}
      ), deleted as (
        delete from ${name} e using page where e.${key} = page.id and page.is_old and ${isEmptied}
      )
      select max(id)::int8 as reached, coalesce(bool_or(is_old), false) as has_old from page`,
  );
  return row?.has_old === true ? row.reached : null;
}
