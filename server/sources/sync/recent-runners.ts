import statement from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';

/** How many people ran the commands of some templates in the last 30 days, by template. */
export async function countRecentRunners(
  orgId: string,
  templateIds: readonly number[],
): Promise<Map<number, number>> {
  if (templateIds.length === 0) return new Map();
  const rows = await query(
    { template_id: column.int, count: column.int },
    statement`select c.template_id, count(distinct r.started_by_user_id)::int as count
     from command c
     join run r on r.org_id = c.org_id and r.command_id = c.command_id
       and r.queued_at is not null and r.created_at > now() - interval '30 days'
     where c.org_id = ${orgId} and c.template_id = any(${templateIds}::int[])
     group by c.template_id`,
  );
  return new Map(rows.map(({ template_id, count }) => [template_id, count]));
}
