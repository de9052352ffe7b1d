import statement from 'sql-template-tag';
import type { listFolders as listFoldersOperation } from '@/lib/contract/library/folders';
import { loadPeople, peopleOfFolder } from '@/server/access/people/people-of-commands';
import { viewerOf } from '@/server/access/viewer';
import { adHocSql } from '@/server/base/database/db';
import { query } from '@/server/base/database/statements';
import { describePeople } from '@/server/commands/folders/folder-details';
import {
  FOLDER,
  type Folder,
  folderNamesSql,
  folderOf,
  foldersSql,
  NO_PEOPLE,
} from '@/server/commands/folders/folder-query';
import type { Context } from '@/server/operations/context';
import { type FilterFields, filterSql, sortSql } from '@/server/operations/list-filter';

const FIELDS: FilterFields = { directory_id: 'f.folder_id', name: 'lower(f.name)' };

export async function listFolders({
  actor,
  subject,
  query: { filter, only, ...order },
}: Context<typeof listFoldersOperation>): Promise<Folder[]> {
  const isNamesAlone = only === 'names';
  const folders = (isNamesAlone ? folderNamesSql : foldersSql)(viewerOf(actor), subject.orgId);
  const [rows, people] = await Promise.all([
    query(
      FOLDER,
      statement`${folders}${filterSql(filter ?? [], FIELDS)}
        order by ${sortSql(order, FIELDS, 'lower(f.name), f.folder_id')}`,
      adHocSql,
    ),
    isNamesAlone ? null : loadPeople([subject.orgId], 'folders'),
  ]);
  if (people === null) return rows.map((row) => folderOf(row, NO_PEOPLE));
  const described = describePeople(
    subject.orgId,
    rows.map((row) => peopleOfFolder(people, subject.orgId, row.folder_id)),
  );
  return rows.map((row, index) => folderOf(row, described[index] ?? NO_PEOPLE));
}
