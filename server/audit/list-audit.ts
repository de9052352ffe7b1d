import type {
  listAuditActions as listAuditActionsOperation,
  listAudit as listAuditOperation,
} from '@/lib/contract/audit';
import { type AuditEvent, readAudit } from '@/server/audit/audit-query';
import { sql } from '@/server/db';
import type { Context } from '@/server/http/context';

const ROWS_A_PAGE = 50;

/** A page of the log. It is paged by key, so that its millionth row comes as fast as its first. */
export async function listAudit({
  actor,
  subject,
  query,
}: Context<typeof listAuditOperation>): Promise<AuditEvent[]> {
  const limit = query.per_page ?? ROWS_A_PAGE;
  return readAudit(subject.orgId, actor.userId, query.filter ?? [], query.before ?? null, limit);
}

/** Jumps from one kind to the next along the index, however many events there are of each. */
export async function listAuditActions({ subject }: Context<typeof listAuditActionsOperation>) {
  const rows = await sql.query<{ action: string }>(
    `with recursive kind as (
       (select action from audit_event where org_id = $1 order by action limit 1)
       union all
       select (select action from audit_event where org_id = $1 and action > kind.action order by action limit 1)
       from kind where kind.action is not null
     )
     select action from kind where action is not null`,
    [subject.orgId],
  );
  return rows.map(({ action }) => action);
}
