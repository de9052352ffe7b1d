import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { shownOrgName } from '@/lib/orgs/org-names';
import { folderAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { listRunnable } from '@/server/programs/mcp/runnable-commands';

/** More are better chosen by their folder. */
const MOST_OFFERED = 2_000;

const FOLDER = {
  folderId: column.int,
  name: column.text,
  orgId: column.text,
  orgName: column.text,
  isSandbox: column.boolean,
};

/** The commands and folders that a person can let a program run, by name. */
export async function offeredChoices(person: Person) {
  const [{ commands }, folders] = await Promise.all([
    listRunnable(person, { limit: MOST_OFFERED }),
    query(
      FOLDER,
      statement`select f.folder_id as "folderId", f.name, o.org_id as "orgId", o.name as "orgName",
         o.is_sandbox as "isSandbox"
       from folder f join org o on o.org_id = f.org_id ${folderAccess(viewerOf(person))}
       where m.state = 'active' and access.role is not null
       order by lower(f.name), f.folder_id limit ${MOST_OFFERED}`,
    ),
  ]);
  return {
    commands: commands
      .map(({ commandId, name, orgName, folderName }) => ({ commandId, name, orgName, folderName }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
    folders: folders.map(({ folderId, name, orgId, orgName, isSandbox }) => ({
      folderId,
      name,
      orgName: shownOrgName({ orgId, name: orgName, isSandbox }, person.memberships.length === 1),
    })),
  };
}
