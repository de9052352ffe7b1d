import type { folderDetail, readFolder as readFolderOperation } from '@/lib/contract/folders';
import type { Ours } from '@/lib/contract/wire';
import { sql } from '@/server/db';
import { readFolderAs } from '@/server/folders/folder-query';
import type { Context } from '@/server/http/context';
import { groupsWithAccess } from '@/server/sharing/groups-with-access';

/** One folder with everybody who has a role on it. */
export async function readFolder({
  actor,
  subject: { orgId, folderId },
}: Context<typeof readFolderOperation>): Promise<Ours<typeof folderDetail>> {
  const [folder, groups] = await Promise.all([
    readFolderAs(actor.userId, orgId, folderId),
    groupsWithAccess(orgId, null, folderId),
  ]);
  const emails = await sql.query<{ user_id: string; email: string | null }>(
    'select user_id, email from "user" where user_id = any($1)',
    [folder.allPeople.map(({ userId }) => userId)],
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
