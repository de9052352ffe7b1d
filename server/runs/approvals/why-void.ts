import statement from 'sql-template-tag';
import { commandAccess } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { RUN_DIGEST } from '@/server/runs/start/run-digest';

export const ASKER_LOST_ACCESS = 'The person who asked no longer has access to the command.';

/** Why a request can't be granted anymore, in a sentence; null if what it asks for is unchanged. */
export async function whyVoid(
  tx: Sql,
  { orgId, approvalId }: { orgId: string; approvalId: number },
): Promise<string | null> {
  const [row] = await query(
    {
      is_command_same: column.boolean,
      is_connection_same: column.boolean,
      are_values_same: column.boolean,
      may_run: column.boolean,
      is_demoted: column.boolean,
    },
    statement`select c.deleted_at is null and o.version = a.command_version and t.version = a.template_version
         as is_command_same,
       k.deleted_at is null and k.version = a.credential_version as is_connection_same,
       a.loosens is not null or coalesce(a.hash = (
         select sha256(string_agg(${RUN_DIGEST}, ''::bytea order by r.run_id)) from approval_run ar
         join run r on r.org_id = ar.org_id and r.run_id = ar.run_id
         join run_definition d on d.org_id = r.org_id and d.definition_id = r.definition_id
         where ar.org_id = a.org_id and ar.approval_id = a.approval_id), false) as are_values_same,
       access.role is not null as may_run,
       coalesce(access.role > a.asked_role, false) as is_demoted
     from approval_request a
     join command c on c.org_id = a.org_id and c.command_id = a.command_id
     join command o on o.org_id = c.org_id and o.command_id = coalesce(c.follows_command_id, c.command_id)
     join template t on t.org_id = c.org_id and t.template_id = c.template_id
     join credential k on k.org_id = t.org_id and k.credential_id = t.credential_id
     ${commandAccess(anyone(statement`a.asked_by_user_id`))}
     where a.org_id = ${orgId} and a.approval_id = ${approvalId}::bigint`,
    tx,
  );
  if (row === undefined || !row.may_run) return ASKER_LOST_ACCESS;
  if (row.is_demoted) return 'The role of the person who asked was changed after this was asked for.';
  if (!row.is_command_same) return 'The command was changed after this was asked for.';
  if (!row.is_connection_same) return "The command's connection was changed after this was asked for.";
  return row.are_values_same ? null : 'The values were changed after this was asked for.';
}
