import statement from 'sql-template-tag';
import type {
  connectionFigures,
  listConnectionFigures as listConnectionFiguresOperation,
} from '@/lib/contract/insight/usage';
import type { Decoded } from '@/lib/wire/wire';
import { accessibleCommands } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { isCounted, OUTCOMES, SUMS } from '@/server/insight/figures/counting/counted';
import { periodOf } from '@/server/insight/figures/counting/days';
import { figuresIn } from '@/server/insight/figures/counting/slots';
import type { Context } from '@/server/operations/context';

const CONNECTION = {
  credential_id: column.int,
  name: column.text,
  source_kind: column.text,
  is_deleted: column.boolean,
  ...OUTCOMES,
  unlisted_success: column.int,
  unlisted_failed: column.int,
  unlisted_canceled: column.int,
};

/** How the runs at each connection ended. */
export async function listConnectionFigures({
  actor,
  subject: { orgId },
  query: wanted,
}: Context<typeof listConnectionFiguresOperation>): Promise<Decoded<typeof connectionFigures>[]> {
  const rows = await query(
    CONNECTION,
    statement`with listed as materialized (${accessibleCommands(viewerOf(actor), statement`${orgId}`)}),
      counted as (
        select f.template_id, f.command_id, ${SUMS}
        from ${figuresIn('command_figure', orgId, [periodOf(wanted)])}
        where ${isCounted(wanted)} group by 1, 2
      ), marked as (
        select counted.*, command_id not in (select command_id from listed) as is_unlisted from counted
      )
      select cr.credential_id, cr.name, cr.source_kind, cr.deleted_at is not null as is_deleted,
        sum(success)::int as success, sum(failed)::int as failed, sum(canceled)::int as canceled,
        coalesce(sum(success) filter (where is_unlisted), 0)::int as unlisted_success,
        coalesce(sum(failed) filter (where is_unlisted), 0)::int as unlisted_failed,
        coalesce(sum(canceled) filter (where is_unlisted), 0)::int as unlisted_canceled
      from marked
      join template t on t.org_id = ${orgId} and t.template_id = marked.template_id
      join credential cr on cr.org_id = t.org_id and cr.credential_id = t.credential_id
      group by cr.credential_id
      order by sum(success) + sum(failed) + sum(canceled) desc, lower(cr.name), cr.credential_id`,
  );
  return rows.map((row) => ({
    credentialId: row.credential_id,
    name: row.name,
    sourceKind: row.source_kind,
    isDeleted: row.is_deleted,
    success: row.success,
    failed: row.failed,
    canceled: row.canceled,
    unlisted: {
      success: row.unlisted_success,
      failed: row.unlisted_failed,
      canceled: row.unlisted_canceled,
    },
  }));
}
