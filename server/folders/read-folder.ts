import statement from 'sql-template-tag';
import type { folderDetail, readFolder as readFolderOperation } from '@/lib/contract/folders';
import type { Decoded } from '@/lib/contract/wire';
import { viewerOf } from '@/server/access/viewer';
import { readFolderAs } from '@/server/folders/folder-query';
import type { Context } from '@/server/http/context';
import { groupsWithAccess } from '@/server/sharing/groups-with-access';
import { column, query } from '@/server/statements';

/** Returns one folder with everyone who has a role on it. */
export async function readFolder({
  actor,
  subject: { orgId, folderId },
}: Context<typeof readFolderOperation>): Promise<Decoded<typeof folderDetail>> {
  const [folder, groups] = await Promise.all([
    readFolderAs(viewerOf(actor), orgId, folderId),
    groupsWithAccess(orgId, null, folderId),
  ]);
  const emails = await query(
    { user_id: column.text, email: column.text.nullable() },
    statement`select user_id, email from "user"
      where user_id = any(${folder.allPeople.map(({ userId }) => userId)})`,
  );
  const emailOf = new Map(emails.map(({ user_id, email }) => [user_id, email]));
  return {
    ...folder,
    groups,
    allPeople: folder.allPeople.map((person) => ({
      ...person,
      uoId: `${person.userId}_${orgId}`,
      email: emailOf.get(person.userId) ?? null,
      isDeleted: false,
      isPending: false,
    })),
  };
}
