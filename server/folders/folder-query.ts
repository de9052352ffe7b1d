import type { folder } from '@/lib/contract/folders';
import type { Ours } from '@/lib/contract/wire';
import { accessibleCommands, folderAccess } from '@/server/access/scope';
import type { FolderPeople } from '@/server/commands/people';
import { loadPeople, peopleOfFolder } from '@/server/commands/people-of-commands';
import { sql } from '@/server/db';
import { notFound } from '@/server/errors';

export type Folder = Ours<typeof folder>;

export interface FolderRow {
  folder_id: number;
  org_id: string;
  name: string;
  role: Folder['role'];
  commands: Folder['commands'] | null;
}

/**
 * The folders of the organization in `$2` that the person in `$1` may see; a condition on `f` may follow.
 *
 * @param commands an aggregate of the commands in a folder that they have access to
 */
const foldersSql = (commands: string): string => `
  with held as (
    select c.folder_id, ${commands} as commands
    from command c
    where c.org_id = $2 and c.folder_id is not null and c.command_id in (${accessibleCommands('$1', '$2')})
    group by c.folder_id
  )
  select f.folder_id, f.org_id, f.name, access.role, held.commands
  from folder f
  ${folderAccess('$1')}
  left join held on held.folder_id = f.folder_id
  where f.org_id = $2 and (access.role is not null or held.folder_id is not null)`;

export const FOLDERS_SQL = foldersSql(`json_agg(
    json_build_object('commandId', c.command_id, 'name', c.name, 'visibility', c.visibility)
    order by lower(c.name), c.command_id)`);

export const FOLDER_NAMES_SQL = foldersSql('null::json');

export function folderOf(row: FolderRow, people: FolderPeople): Folder {
  return {
    folderId: row.folder_id,
    orgId: row.org_id,
    name: row.name,
    role: row.role,
    ...people,
    commands: row.commands ?? [],
  };
}

/** One folder as the person sees it. Throws 404 where they do not. */
export async function readFolderAs(userId: string, orgId: string, folderId: number): Promise<Folder> {
  const [[row], people] = await Promise.all([
    sql.query<FolderRow>(`${FOLDERS_SQL} and f.folder_id = $3`, [userId, orgId, folderId]),
    loadPeople([orgId], { folderIds: [folderId] }),
  ]);
  if (row === undefined) throw notFound();
  return folderOf(row, peopleOfFolder(people, orgId, folderId));
}
