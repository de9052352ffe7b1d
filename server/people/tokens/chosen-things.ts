import statement, { empty } from 'sql-template-tag';
import type { ChosenCommands, Person } from '@/lib/access/vocabulary';
import { accessibleCommands, commandAccess, folderAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { invalidAt } from '@/server/base/errors';

interface Things {
  commands: { commandId: number; name: string }[];
  folders: { folderId: number; name: string }[];
}

const COMMAND = { commandId: column.int, name: column.text };
const FOLDER = { folderId: column.int, name: column.text };

/**
 * The commands and folders that a reader has of some, by name.
 *
 * @param orgId the only organization to look in; null for all of the reader's
 */
export async function chosenThings(
  reader: Person,
  orgId: string | null,
  { commandIds, folderIds }: ChosenCommands,
): Promise<Things> {
  const viewer = viewerOf(reader);
  const [commands, folders] = await Promise.all([
    commandIds.length === 0
      ? []
      : query(
          COMMAND,
          statement`select c.command_id as "commandId", c.name from command c ${commandAccess(viewer)}
           where c.command_id = any(${[...commandIds]}::int[]) and c.deleted_at is null and access.role is not null
             ${orgId === null ? empty : statement`and c.org_id = ${orgId}`}
           order by lower(c.name), c.command_id`,
        ),
    folderIds.length === 0
      ? []
      : query(
          FOLDER,
          statement`select f.folder_id as "folderId", f.name from folder f ${folderAccess(viewer)}
           where f.folder_id = any(${[...folderIds]}::int[])
             ${orgId === null ? empty : statement`and f.org_id = ${orgId}`}
             and m.state = 'active' and (access.role is not null or exists (
               select from command c where c.org_id = f.org_id and c.folder_id = f.folder_id
                 and c.command_id in (${accessibleCommands(viewer, statement`f.org_id`)})))
           order by lower(f.name), f.folder_id`,
        ),
  ]);
  return { commands, folders };
}

/** Throws 400 unless a person has everything that they choose for a token. */
export async function refuseUnknownThings(
  actor: Person,
  orgId: string | null,
  chosen: ChosenCommands,
): Promise<void> {
  const { commands, folders } = await chosenThings(actor, orgId, chosen);
  refuse('kitIds', 'command', chosen.commandIds, new Set(commands.map(({ commandId }) => commandId)));
  refuse('directoryIds', 'folder', chosen.folderIds, new Set(folders.map(({ folderId }) => folderId)));
}

function refuse(path: string, what: string, ids: readonly number[], known: ReadonlySet<number>): void {
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  const message = `There is no ${what} ${unknown} that you have access to.`;
  throw invalidAt(path, message);
}
