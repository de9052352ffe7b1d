import statement from 'sql-template-tag';
import {
  type listOutputDependents as listOutputDependentsOperation,
  outputDependentKinds,
} from '@/lib/contract/dependents/dependents';
import { shownName } from '@/server/access/people/shown-name';
import { commandAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

const DEPENDENT = {
  kind: column.oneOf(outputDependentKinds),
  result_set: column.int,
  path: column.text,
  name: column.text.nullable(),
  command_name: column.text.nullable(),
  decoration_id: column.int.nullable(),
  owner_name: column.text.nullable(),
  next_at: column.time.nullable(),
};

/**
 * Lists what takes values from the results of a command: forms with its columns as options, its buttons, also by the columns that decide which rows have them, and the auto-runs
 * that follow them. Of a form that the caller can't see only that it is there.
 */
export async function listOutputDependents({
  actor,
  subject: { orgId, commandId },
}: Context<typeof listOutputDependentsOperation>) {
  const rows = await query(
    DEPENDENT,
    statement`with options as (
        select o.result_set, o.path, i.command_id, coalesce(i.display_name, t.key) as input
        from dropdown d
        join output_column o on o.org_id = d.org_id and o.output_column_id in (d.value_column_id, d.display_column_id)
        join command_input i on i.org_id = d.org_id and i.dropdown_id = d.dropdown_id
        join template_input t on t.template_input_id = i.template_input_id
        where d.org_id = ${orgId} and d.sender_command_id = ${commandId}
      ), filling as (
        select d.decoration_id, d.name, o.result_set, o.path from decoration d
        join decoration_map m on m.org_id = d.org_id and m.decoration_id = d.decoration_id
        join output_column o on o.org_id = m.org_id and o.output_column_id = m.output_column_id
        where d.org_id = ${orgId} and d.command_id = ${commandId}
        union
        select d.decoration_id, d.name, d.result_set, term ->> 'key'
        from decoration d, jsonb_array_elements(d.shown_when) term
        where d.org_id = ${orgId} and d.command_id = ${commandId}
      )
      select 'dropdown' as kind, options.result_set, options.path,
        case when access.role is not null then options.input end as name,
        case when access.role is not null then c.name end as command_name,
        null::int as decoration_id, null::text as owner_name, null::timestamptz as next_at
      from options join command c on c.org_id = ${orgId} and c.command_id = options.command_id and c.deleted_at is null
      ${commandAccess(viewerOf(actor))}
      union
      select 'button', result_set, path, name, null, decoration_id, null, null from filling
      union
      select 'auto_run', filling.result_set, filling.path, j.name, null, filling.decoration_id, (
          select ${shownName(statement`${orgId}`)} from "user" u
          left join membership m on m.org_id = ${orgId} and m.user_id = u.user_id where u.user_id = j.owner_user_id),
        j.next_run_at
      from filling join scheduled_auto_run a on a.org_id = ${orgId} and a.decoration_id = filling.decoration_id
      join scheduled_job j on j.org_id = a.org_id and j.scheduled_job_id = a.scheduled_job_id
        and j.deleted_at is null and j.is_enabled
      order by 1, 4, 2, 3`,
  );
  return rows.map((row) => ({
    kind: row.kind,
    resultSet: row.result_set,
    path: row.path,
    name: row.name,
    commandName: row.command_name,
    decorationId: row.decoration_id,
    ownerName: row.owner_name,
    nextAt: row.next_at?.toISOString() ?? null,
  }));
}
