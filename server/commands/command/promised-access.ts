import statement from 'sql-template-tag';
import type { z } from 'zod';
import type { promisedAccess } from '@/lib/contract/library/drilldown';
import { accessColumn } from '@/server/access/columns';
import { promisedByCommand } from '@/server/access/people/invited-people';
import { column, query } from '@/server/base/database/statements';

/**
 * Counts the commands that an invited person gets once they join, by role and folder, as far as others may know of them.
 * Each command counts once, with its highest role.
 */
export async function promisedTo(orgId: string, userId: string): Promise<z.output<typeof promisedAccess>[]> {
  const rows = await query(
    {
      role: accessColumn.role,
      folder_id: column.int.nullable(),
      name: column.text.nullable(),
      count: column.int,
    },
    statement`select best.role, best.folder_id, f.name, count(*)::int as count
      from (
        select distinct on (given.command_id) given.*
        from (${promisedByCommand(statement`${userId}`, statement`${orgId}`)}) given
        order by given.command_id, given.role, given.folder_id
      ) best
      left join folder f on f.org_id = ${orgId} and f.folder_id = best.folder_id
      group by best.role, best.folder_id, f.name
      order by best.role, lower(f.name) nulls last, best.folder_id`,
  );
  return rows.map(({ role, folder_id: folderId, name, count }) => ({
    role,
    folder: folderId === null || name === null ? null : { folderId, name },
    commandCount: count,
  }));
}
