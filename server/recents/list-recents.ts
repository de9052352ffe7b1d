import type { listRecents as listRecentsOperation, recentCommand } from '@/lib/contract/recents';
import type { Ours } from '@/lib/contract/wire';
import { accessibleCommands } from '@/server/access/scope';
import { adHocSql } from '@/server/db';
import { forbidden } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { type FilterFields, filterSql, sortSql } from '@/server/http/list-filter';

type Recent = Ours<typeof recentCommand>;

interface RecentRow {
  recent_id: number;
  command_id: number;
  org_id: string;
  name: string;
  source: Recent['source'];
  last_viewed_at: Date;
}

const MOST_RECENTS = 100;

const FIELDS: FilterFields = {
  kit_id: 'r.command_id',
  name: 'c.name',
  source: 'r.source',
  last_viewed: 'r.last_viewed_at',
  is_deleted: '(c.deleted_at is not null)',
  is_hidden: 'c.is_hidden',
};

/** The caller's own recent commands, as far as they still have access to them. */
export async function listRecents({
  actor,
  subject,
  params,
  query,
}: Context<typeof listRecentsOperation>): Promise<Recent[]> {
  if (params.userId !== actor.userId) throw forbidden('Recent commands are shown to their own person alone.');
  const filter = filterSql(query.filter ?? [], FIELDS, 3);
  const rows = await adHocSql.query<RecentRow>(
    `select r.recent_id, r.command_id, r.org_id, c.name, r.source, r.last_viewed_at
     from recent_command r
     join command c on c.org_id = r.org_id and c.command_id = r.command_id
     where r.org_id = $2 and r.user_id = $1 and c.command_id in (${accessibleCommands('$1', '$2')})${filter.sql}
     order by ${sortSql(query, FIELDS, 'r.last_viewed_at desc, r.recent_id desc')}
     limit ${MOST_RECENTS}`,
    [actor.userId, subject.orgId, ...filter.values],
  );
  return rows.map((row) => ({
    recentId: row.recent_id,
    commandId: row.command_id,
    orgId: row.org_id,
    name: row.name,
    isCommand: true,
    source: row.source,
    lastViewedAt: row.last_viewed_at.toISOString(),
  }));
}
