import type { listFolders as listFoldersOperation } from '@/lib/contract/folders';
import type { FolderPeople } from '@/server/commands/people';
import { loadPeople, peopleOfFolder } from '@/server/commands/people-of-commands';
import { adHocSql } from '@/server/db';
import {
  FOLDER_NAMES_SQL,
  FOLDERS_SQL,
  type Folder,
  type FolderRow,
  folderOf,
} from '@/server/folders/folder-query';
import type { Context } from '@/server/http/context';
import { type FilterFields, filterSql, sortSql } from '@/server/http/list-filter';

const FIELDS: FilterFields = { directory_id: 'f.folder_id', name: 'lower(f.name)' };

export async function listFolders({
  actor,
  subject,
  query,
}: Context<typeof listFoldersOperation>): Promise<Folder[]> {
  const filter = filterSql(query.filter ?? [], FIELDS, 3);
  const isNamesAlone = query.only === 'names';
  const [rows, people] = await Promise.all([
    adHocSql.query<FolderRow>(
      `${isNamesAlone ? FOLDER_NAMES_SQL : FOLDERS_SQL}${filter.sql} order by ${sortSql(query, FIELDS, 'lower(f.name), f.folder_id')}`,
      [actor.userId, subject.orgId, ...filter.values],
    ),
    isNamesAlone ? null : loadPeople([subject.orgId], 'all'),
  ]);
  return rows.map((row) =>
    folderOf(row, people === null ? nobody : peopleOfFolder(people, subject.orgId, row.folder_id)),
  );
}

const nobody: FolderPeople = { people: [], groups: [], allPeople: [] };
