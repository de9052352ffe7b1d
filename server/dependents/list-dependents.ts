import statement from 'sql-template-tag';
import {
  dependentKinds,
  type listDependents as listDependentsOperation,
  MOST_DEPENDENTS,
} from '@/lib/contract/command/dependents';
import { shownName } from '@/server/access/people/shown-name';
import { commandAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { dependentsOf } from '@/server/dependents/command-dependents';
import type { Context } from '@/server/operations/context';

const DEPENDENT = {
  kind: column.oneOf(dependentKinds),
  total: column.int,
  is_hidden: column.boolean,
  hidden: column.int,
  name: column.text.nullable(),
  command_id: column.int,
  command_name: column.text,
  owner_name: column.text.nullable(),
  next_at: column.time.nullable(),
};

/** Lists what needs a command: those of commands that the caller can see by name, and the others as counts. */
export async function listDependents({
  actor,
  subject: { orgId, commandId },
}: Context<typeof listDependentsOperation>) {
  const rows = await query(
    DEPENDENT,
    statement`with needing as materialized (${dependentsOf(statement`${orgId}`, statement`${commandId}::int`)}),
     seen as (
       select n.kind, n.name, n.command_id, c.name as command_name, n.next_at, access.role is null as is_hidden,
         (select ${shownName(statement`${orgId}`)} from "user" u
           left join membership m on m.org_id = ${orgId} and m.user_id = u.user_id where u.user_id = n.owner_id) as owner_name
       from needing n
       join command c on c.org_id = ${orgId} and c.command_id = n.command_id
         and (c.deleted_at is null or c.command_id = ${commandId})
       ${commandAccess(viewerOf(actor))}
     ), counted as (
       select seen.*, (count(*) over (partition by kind))::int as total,
         (count(*) filter (where is_hidden) over (partition by kind))::int as hidden,
         row_number() over (partition by kind order by is_hidden, next_at, command_name, name) as place
       from seen
     )
     select kind, total, is_hidden, hidden, name, command_id, command_name, owner_name, next_at from counted where place <= ${MOST_DEPENDENTS} order by kind, place`,
  );
  const hidden = new Map(rows.flatMap((row) => (row.hidden > 0 ? [[row.kind, row.hidden] as const] : [])));
  return {
    dependents: rows
      .filter((row) => !row.is_hidden)
      .sort((a, b) => dependentKinds.indexOf(a.kind) - dependentKinds.indexOf(b.kind))
      .map((row) => ({
        kind: row.kind,
        total: row.total,
        name: row.name,
        commandId: row.command_id,
        commandName: row.command_name,
        ownerName: row.owner_name,
        nextAt: row.next_at?.toISOString() ?? null,
      })),
    hidden: [...hidden].map(([kind, count]) => ({ kind, count })),
  };
}
