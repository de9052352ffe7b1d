import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { MOST_SUGGESTED, type sharedFolder } from '@/lib/contract/library/home';
import type { Decoded } from '@/lib/wire/wire';
import { foldersGrantedTo } from '@/server/access/grants';
import { commandAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';

/** When commands and folders were last shared with a person themselves, as their notifications say. */
export const sharesOf = (userId: string, orgId: string): Statement => statement`
  select n.command_id, n.folder_id, max(n.created_at) as shared_at from notification n
  where n.user_id = ${userId} and n.org_id = ${orgId} and n.kind = 'share'
  group by n.command_id, n.folder_id`;

/**
 * Returns the folders that were shared with a person themselves and of which they have opened no command since, the last
 * one first. A folder that they made was shared by nobody, and an admin of the organization has its commands anyway.
 */
export async function readSharedFolders(
  actor: Person,
  orgId: string,
): Promise<Decoded<typeof sharedFolder>[]> {
  const rows = await query(
    { folder_id: column.int, name: column.text, commands: column.int, shared_at: column.time },
    statement`select f.folder_id, f.name, count(*)::int as commands, told.shared_at
      from (${sharesOf(actor.userId, orgId)}) told
      join folder f on f.org_id = ${orgId} and f.folder_id = told.folder_id
      join (${foldersGrantedTo(actor.userId)}) held on held.org_id = f.org_id and held.folder_id = f.folder_id
      join command c on c.org_id = f.org_id and c.folder_id = f.folder_id and c.deleted_at is null and not c.is_hidden
      ${commandAccess(viewerOf(actor))}
      left join recent_command o on o.org_id = c.org_id and o.command_id = c.command_id
        and o.user_id = ${actor.userId} and o.last_viewed_at >= told.shared_at
      where access.role is not null and access.level <> 'org'
      group by f.folder_id, f.name, told.shared_at
      having count(o.command_id) = 0
      order by told.shared_at desc, f.folder_id desc limit ${MOST_SUGGESTED}`,
  );
  return rows.map(({ folder_id, name, commands, shared_at }) => ({
    folderId: folder_id,
    name,
    commandCount: commands,
    sharedAt: shared_at.toISOString(),
  }));
}
