import type {
  ignoreThing as ignoreThingOperation,
  listIgnored as listIgnoredOperation,
  unignoreThing as unignoreThingOperation,
} from '@/lib/contract/sync-ignore';
import { recordAudit } from '@/server/access/audit';
import { type Sql, sql, transaction } from '@/server/db';
import { notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';

interface IgnoredRow {
  ignore_id: number;
  cloud_id: string;
  name: string | null;
  ignored_at: Date;
}

const IGNORED = `select i.ignore_id, i.cloud_id, u.name, i.ignored_at
  from sync_ignore i left join "user" u on u.user_id = i.ignored_by_user_id
  where i.org_id = $1`;

const ignoredOf = (row: IgnoredRow) => ({
  ignoreId: row.ignore_id,
  cloudId: row.cloud_id,
  ignoredByName: row.name,
  ignoredAt: row.ignored_at.toISOString(),
});

/** Puts a thing on the ignore list; one that is there already stays as it is. */
export async function ignoreThing({ actor, subject, body, audit }: Context<typeof ignoreThingOperation>) {
  const { orgId } = subject;
  return transaction(async (tx) => {
    const added = await tx.query<{ ignore_id: number }>(
      `insert into sync_ignore (org_id, cloud_id, ignored_by_user_id) values ($1, $2, $3)
       on conflict (org_id, cloud_id) do nothing returning ignore_id`,
      [orgId, body.cloudId, actor.userId],
    );
    const [row] = await tx.query<IgnoredRow>(`${IGNORED} and i.cloud_id = $2`, [orgId, body.cloudId]);
    if (row === undefined) throw notFound();
    if (added.length > 0) {
      await recordAudit(tx, audit, {
        orgId,
        action: 'sync.ignore',
        subjectType: 'sync_ignore',
        subjectId: String(row.ignore_id),
        after: { cloud_id: body.cloudId },
      });
    }
    return ignoredOf(row);
  });
}

export async function listIgnored({ subject }: Context<typeof listIgnoredOperation>) {
  const rows = await sql.query<IgnoredRow>(`${IGNORED} order by i.cloud_id limit 10000`, [subject.orgId]);
  return rows.map(ignoredOf);
}

export async function unignoreThing({
  subject,
  params,
  audit,
}: Context<typeof unignoreThingOperation>): Promise<undefined> {
  await transaction(async (tx) => {
    const [row] = await tx.query<{ cloud_id: string }>(
      'delete from sync_ignore where org_id = $1 and ignore_id = $2 returning cloud_id',
      [subject.orgId, params.ignoreId],
    );
    if (row === undefined) throw notFound();
    await recordAudit(tx, audit, {
      orgId: subject.orgId,
      action: 'sync.unignore',
      subjectType: 'sync_ignore',
      subjectId: String(params.ignoreId),
      before: { cloud_id: row.cloud_id },
    });
  });
  return undefined;
}

/** The ids of the ignore list, by cloudId. */
export async function readIgnored(db: Sql, orgId: string): Promise<Map<string, number>> {
  const rows = await db.query<{ cloud_id: string; ignore_id: number }>(
    'select cloud_id, ignore_id from sync_ignore where org_id = $1',
    [orgId],
  );
  return new Map(rows.map(({ cloud_id, ignore_id }) => [cloud_id, ignore_id]));
}
