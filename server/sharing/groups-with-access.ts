import statement from 'sql-template-tag';
import type { groupWithAccess } from '@/lib/contract/sharing/with-access';
import type { Decoded } from '@/lib/wire/wire';
import { accessColumn } from '@/server/access/columns';
import { groupGrants } from '@/server/access/grants';
import { column, query } from '@/server/base/database/statements';

export type GroupWithAccess = Decoded<typeof groupWithAccess>;

const GROUP = {
  groupId: column.text,
  name: column.text,
  role: accessColumn.role,
  accessLevel: column.oneOf(['kit', 'dir']),
  people: column.json<GroupWithAccess['people']>(),
};

/**
 * Returns the groups with a role on a command (`kit`) or on a folder (`dir`), with their people; null for neither.
 * People who were removed from the organization are left out.
 */
export function groupsWithAccess(
  orgId: string,
  commandId: number | null,
  folderId: number | null,
): Promise<GroupWithAccess[]> {
  return query(
    GROUP,
    statement`select g.group_id as "groupId", g.name, s.role, s.level as "accessLevel", coalesce((
        select json_agg(json_build_object('userId', u.user_id, 'name', u.name) order by u.name)
        from group_member gm
        join membership m on m.org_id = gm.org_id and m.user_id = gm.user_id and m.state = 'active'
        join "user" u on u.user_id = gm.user_id
        where gm.org_id = g.org_id and gm.group_id = g.group_id), '[]') as people
    from (${groupGrants(orgId, commandId, folderId)}) s join user_group g on g.org_id = s.org_id and g.group_id = s.group_id
    order by g.name, s.level`,
  );
}
