import statement from 'sql-template-tag';
import type { readDirectory as readDirectoryOperation } from '@/lib/contract/people/directory';
import { clock } from '@/server/base/clock';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';
import { SILENT_AFTER_MS } from '@/server/people/directory/claim';
import { requireDirectory } from '@/server/people/directory/settings';

const STATUS = {
  read_count: column.int.nullable(),
  users_synced_at: column.time.nullable(),
  groups_synced_at: column.time.nullable(),
  failure: column.text.nullable(),
};

/** How an organization stands to the directory. Nothing is set before its first sync. */
export async function readDirectory({ subject: { orgId } }: Context<typeof readDirectoryOperation>) {
  requireDirectory();
  const silentSince = new Date(clock.nowMs() - SILENT_AFTER_MS);
  const [row] = await query(
    STATUS,
    statement`select case when claim is not null and progress_at >= ${silentSince} then read_count end as read_count,
        users_synced_at, groups_synced_at, failure
      from directory where org_id = ${orgId}`,
  );
  return {
    readCount: row?.read_count ?? null,
    usersSyncedAt: row?.users_synced_at?.toISOString() ?? null,
    groupsSyncedAt: row?.groups_synced_at?.toISOString() ?? null,
    failure: row?.failure ?? null,
  };
}
