import statement from 'sql-template-tag';
import type { z } from 'zod';
import type { AccessLevel, AccessRole } from '@/lib/access/vocabulary';
import type { memberAccess } from '@/lib/contract/library/drilldown';
import { accessColumn } from '@/server/access/columns';
import { commandRoles, grantsByCommand } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';

type MemberAccess = z.output<typeof memberAccess>;

interface Grant {
  accessLevel: AccessLevel;
  role: AccessRole;
  group: { groupId: string; name: string } | null;
  folder: { folderId: number; name: string } | null;
}

/** Reads what a member may do with each command of an organization, and what gives it to them, the strongest first. */
export async function accessOfMember(orgId: string, userId: string): Promise<MemberAccess[]> {
  const [org, person] = [statement`${orgId}`, statement`${userId}`];
  const rows = await query(
    { command_id: column.int, role: accessColumn.role, grants: column.json<Grant[]>() },
    // A copy has the role of the command that it follows, whatever its own grants say.
    statement`select roles.command_id, roles.role,
      json_agg(json_build_object('accessLevel', grants.level,
        'role', case when c.follows_command_id is null then grants.role else roles.role end,
        'group', case when ug.group_id is not null
          then json_build_object('groupId', ug.group_id, 'name', ug.name) end,
        'folder', case when f.folder_id is not null
          then json_build_object('folderId', f.folder_id, 'name', f.name) end)
        order by grants.role, grants.rank, ug.name nulls first) as grants
      from (${commandRoles(anyone(person), org)}) roles
      join command c on c.org_id = ${orgId} and c.command_id = roles.command_id
      join (${grantsByCommand(person, org)}) grants on grants.command_id = roles.command_id
      left join user_group ug on ug.org_id = ${orgId} and ug.group_id = grants.group_id
      left join folder f on f.org_id = ${orgId} and f.folder_id = grants.folder_id
      group by roles.command_id, roles.role`,
  );
  return rows.map(({ command_id: commandId, role, grants }) => ({ commandId, role, grants }));
}
