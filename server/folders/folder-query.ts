import type { folder } from '@/lib/contract/folders';
import type { Ours } from '@/lib/contract/wire';
import { accessibleCommands, folderAccess } from '@/server/access/scope';
import { sql } from '@/server/db';
import { notFound } from '@/server/errors';

export type Folder = Ours<typeof folder>;

export interface FolderRow {
  folder_id: number;
  org_id: string;
  name: string;
  role: Folder['role'];
  people: Folder['people'] | null;
  groups: Folder['groups'] | null;
  all_people: Folder['allPeople'] | null;
  commands: Folder['commands'] | null;
}

const PEOPLE = `
  (select json_agg(json_build_object('userId', u.user_id, 'name', u.name, 'role', g.role) order by u.name)
   from folder_user_grant g
   join membership gm on gm.org_id = g.org_id and gm.user_id = g.user_id and gm.state = 'active'
   join "user" u on u.user_id = g.user_id
   where g.org_id = f.org_id and g.folder_id = f.folder_id)`;

const GROUPS = `
  (select json_agg(json_build_object('groupId', ug.group_id, 'name', ug.name, 'role', g.role) order by ug.name)
   from folder_group_grant g join user_group ug on ug.org_id = g.org_id and ug.group_id = g.group_id
   where g.org_id = f.org_id and g.folder_id = f.folder_id)`;

/** The same grants that `folderAccess` counts for one person, turned around. */
const ALL_PEOPLE = `
  (select json_agg(json_build_object('userId', p.user_id, 'name', p.name, 'role', p.role, 'accessLevel', p.level)
      order by p.name)
   from (
     select distinct on (u.user_id) u.user_id, u.name, g.role, g.level
     from (
       select om.user_id, 'admin'::access_role as role, 'org' as level, 1 as rank
         from membership om where om.org_id = f.org_id and om.role = 'admin'
       union all select g.user_id, g.role, 'dir', 2
         from folder_user_grant g where g.org_id = f.org_id and g.folder_id = f.folder_id
       union all select gm.user_id, g.role, 'dir', 3
         from folder_group_grant g join group_member gm on gm.org_id = g.org_id and gm.group_id = g.group_id
         where g.org_id = f.org_id and g.folder_id = f.folder_id
     ) g
     join membership pm on pm.org_id = f.org_id and pm.user_id = g.user_id and pm.state = 'active'
     join "user" u on u.user_id = g.user_id
     order by u.user_id, g.role, g.rank
   ) p)`;

/** The folders of the organisation in `$2` that the person in `$1` may see; a condition on `f` may follow. */
export const FOLDERS_SQL = `
  with held as (
    select c.folder_id, json_agg(
        json_build_object('commandId', c.command_id, 'name', c.name, 'visibility', c.visibility)
        order by lower(c.name), c.command_id) as commands
    from command c
    where c.org_id = $2 and c.folder_id is not null and c.command_id in (${accessibleCommands('$1', '$2')})
    group by c.folder_id
  )
  select f.folder_id, f.org_id, f.name, access.role, ${PEOPLE} as people, ${GROUPS} as groups,
    ${ALL_PEOPLE} as all_people, held.commands
  from folder f
  ${folderAccess('$1')}
  left join held on held.folder_id = f.folder_id
  where f.org_id = $2 and (access.role is not null or held.commands is not null)`;

export function folderOf(row: FolderRow): Folder {
  return {
    folderId: row.folder_id,
    orgId: row.org_id,
    name: row.name,
    role: row.role,
    people: row.people ?? [],
    groups: row.groups ?? [],
    allPeople: row.all_people ?? [],
    commands: row.commands ?? [],
  };
}

/** One folder as the person sees it. Throws 404 where they do not. */
export async function readFolderAs(userId: string, orgId: string, folderId: number): Promise<Folder> {
  const [row] = await sql.query<FolderRow>(`${FOLDERS_SQL} and f.folder_id = $3`, [userId, orgId, folderId]);
  if (row === undefined) throw notFound();
  return folderOf(row);
}
