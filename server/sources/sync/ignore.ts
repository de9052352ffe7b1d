import statement, { type Sql as Statement } from 'sql-template-tag';
import type {
  ignoreThing as ignoreThingOperation,
  listIgnored as listIgnoredOperation,
  unignoreThing as unignoreThingOperation,
} from '@/lib/contract/sources/sync-ignore';
import { recordAudit } from '@/server/access/audit';
import { personNameThen } from '@/server/access/people/names-then';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

const IGNORED = {
  ignore_id: column.int,
  cloud_id: column.text,
  name: column.text.nullable(),
  ignored_at: column.time,
};

const ignoredIn = (
  orgId: string,
): Statement => statement`select i.ignore_id, i.cloud_id, ${personNameThen(statement`i.ignored_at`)} as name,
    i.ignored_at
  from sync_ignore i left join "user" u on u.user_id = i.ignored_by_user_id
  where i.org_id = ${orgId}`;

const ignoredOf = (row: RowOf<typeof IGNORED>) => ({
  ignoreId: row.ignore_id,
  cloudId: row.cloud_id,
  ignoredByName: row.name,
  ignoredAt: row.ignored_at.toISOString(),
});

/** Adds something to the ignore list; does nothing if it is already there. */
export async function ignoreThing({ actor, subject, body, audit }: Context<typeof ignoreThingOperation>) {
  const { orgId } = subject;
  return transaction(async (tx) => {
    const added = await query(
      { ignore_id: column.int },
      statement`insert into sync_ignore (org_id, cloud_id, ignored_by_user_id)
        values (${orgId}, ${body.cloudId}, ${actor.userId})
       on conflict (org_id, cloud_id) do nothing returning ignore_id`,
      tx,
    );
    const [row] = await query(IGNORED, statement`${ignoredIn(orgId)} and i.cloud_id = ${body.cloudId}`, tx);
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
  const rows = await query(IGNORED, statement`${ignoredIn(subject.orgId)} order by i.cloud_id limit 10000`);
  return rows.map(ignoredOf);
}

export async function unignoreThing({
  subject,
  params,
  audit,
}: Context<typeof unignoreThingOperation>): Promise<undefined> {
  await transaction(async (tx) => {
    const [row] = await query(
      { cloud_id: column.text },
      statement`delete from sync_ignore where org_id = ${subject.orgId} and ignore_id = ${params.ignoreId}
        returning cloud_id`,
      tx,
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
  const rows = await query(
    { cloud_id: column.text, ignore_id: column.int },
    statement`select cloud_id, ignore_id from sync_ignore where org_id = ${orgId}`,
    db,
  );
  return new Map(rows.map(({ cloud_id, ignore_id }) => [cloud_id, ignore_id]));
}
