import statement from 'sql-template-tag';
import type {
  listAuditActions as listAuditActionsOperation,
  listAudit as listAuditOperation,
} from '@/lib/contract/audit/audit';
import { type AuditEvent, readAudit } from '@/server/audit/audit-query';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

const ROWS_A_PAGE = 50;

/** Returns a page of the log. Pages are found by key, so that the millionth row comes as fast as the first. */
export async function listAudit({
  actor,
  subject,
  query: { before, filter, per_page },
}: Context<typeof listAuditOperation>): Promise<AuditEvent[]> {
  return readAudit(subject.orgId, actor.userId, filter ?? [], before ?? null, per_page ?? ROWS_A_PAGE);
}

/** Jumps along the index from one kind to the next, however many events each has. */
export async function listAuditActions({ subject }: Context<typeof listAuditActionsOperation>) {
  const rows = await query(
    { action: column.text },
    statement`with recursive kind as (
       (select action from audit_event where org_id = ${subject.orgId} order by action limit 1)
       union all
       select (select action from audit_event where org_id = ${subject.orgId} and action > kind.action
         order by action limit 1)
       from kind where kind.action is not null
     )
     select action from kind where action is not null`,
  );
  return rows.map(({ action }) => action);
}
