import statement from 'sql-template-tag';
import type { listRevisions as listRevisionsOperation } from '@/lib/contract/command/revisions';
import { type Configuration, differencesOf } from '@/lib/settings/configuration';
import { personNameThen } from '@/server/access/people/names-then';
import { column, query } from '@/server/base/database/statements';
import {
  actionsWithoutRevision,
  CHANGE_TYPE,
  CHANGED_COLUMNS,
  type ChangeType,
  changeActions,
  wireNamesOf,
} from '@/server/commands/revisions/audited-changes';
import type { Context } from '@/server/operations/context';

const ROWS_A_PAGE = 25;

const entry = {
  version: column.int.nullable(),
  change_type: column.json<ChangeType | null>(),
  restored_version: column.int.nullable(),
  at: column.time,
  actor_user_id: column.text.nullable(),
  user_name: column.text.nullable(),
  content: column.json<Configuration | null>(),
  /** Of the previous revision. */
  before: column.json<Configuration | null>(),
  changed: column.json<string[]>(),
};

/**
 * Lists the changes of a command: its revisions, and from the audit log the changes that are older than the first
 * revision or changed no setting.
 */
export async function listRevisions({ subject, query: params }: Context<typeof listRevisionsOperation>) {
  const { orgId, commandId, templateId } = subject;
  const limit = params.per_page ?? ROWS_A_PAGE;
  const rows = await query(
    entry,
    statement`with kept as (
        select r.version, r.change_type, r.restored_version, r.changed_at as at, r.changed_by_user_id as actor_user_id,
          '{}'::text[] as changed
        from command_revision r where r.command_id = ${commandId} and r.org_id = ${orgId}
      ), logged as (
        select null::int as version, ${CHANGE_TYPE} as change_type, null::int as restored_version, e.at,
          e.actor_user_id, ${CHANGED_COLUMNS} as changed
        from audit_event e
        where e.org_id = ${orgId} and e.action = any(${changeActions})
          and (e.subject_type = 'command' and e.subject_id = ${commandId}::int::text
            or e.subject_type = 'template' and e.subject_id = ${templateId}::int::text)
          and (e.action = any(${actionsWithoutRevision})
            or e.at < (select coalesce(min(kept.at), 'infinity') from kept))
      ), page as (
        select * from (select * from kept union all select * from logged) listed
        order by at desc, version desc nulls last limit ${limit} offset ${(params.page ?? 0) * limit}
      )
      select page.version, page.change_type, page.restored_version, page.at, page.actor_user_id, page.changed,
        ${personNameThen(statement`page.at`)} as user_name, r.content, previous.content as before
      from page
      left join "user" u on u.user_id = page.actor_user_id
      left join command_revision r on r.command_id = ${commandId} and r.version = page.version
      left join lateral (
        select p.content from command_revision p
        where p.command_id = ${commandId} and p.version < page.version order by p.version desc limit 1
      ) previous on true
      order by page.at desc, page.version desc nulls last`,
  );
  return rows.map((row) => ({
    version: row.version,
    changeType: row.change_type,
    restoredVersion: row.restored_version,
    changedAt: row.at.toISOString(),
    changedByUserId: row.actor_user_id,
    changedBy: row.user_name === null ? null : { name: row.user_name },
    differences: row.content === null || row.before === null ? [] : differencesOf(row.before, row.content),
    changed: wireNamesOf(row.changed),
  }));
}
