import statement, { empty } from 'sql-template-tag';
import {
  type listRecents as listRecentsOperation,
  type recentCommand,
  recentSource,
} from '@/lib/contract/library/recents';
import type { Decoded } from '@/lib/wire/wire';
import { commandsFromOutside } from '@/server/access/grants';
import { commandAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { adHocSql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { forbidden } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { type FilterFields, filterSql, sortSql } from '@/server/operations/list-filter';

type Recent = Decoded<typeof recentCommand>;

const RECENT = {
  recent_id: column.int,
  command_id: column.int,
  org_id: column.text,
  name: column.text,
  source: recentSource,
  last_viewed_at: column.time,
};

const MOST_RECENTS = 100;

const FIELDS: FilterFields = {
  kit_id: 'r.command_id',
  name: 'c.name',
  source: 'r.source',
  last_viewed: 'r.last_viewed_at',
  is_deleted: { flag: '(c.deleted_at is not null)' },
  is_hidden: { flag: 'c.is_hidden' },
};

/**
 * Returns the caller's recent commands that they still have access to: those of the organization, and for its members
 * also those that other organizations granted to them.
 */
export async function listRecents({
  actor,
  subject,
  params,
  query: { filter, ...order },
}: Context<typeof listRecentsOperation>): Promise<Recent[]> {
  if (params.userId !== actor.userId) throw forbidden('You can see only your own recent commands.');
  const fromOutside =
    subject.role === null
      ? empty
      : statement`union all select o.* from unnest(array(${commandsFromOutside(actor.userId, subject.orgId)})) granted (id)
          join command oc on oc.command_id = granted.id
          join recent_command o on o.org_id = oc.org_id and o.user_id = ${actor.userId} and o.command_id = oc.command_id`;
  const isAsUsual = filter === undefined && Object.keys(order).length === 0;
  const rows = await query(
    RECENT,
    statement`select r.recent_id, r.command_id, r.org_id, c.name, r.source, r.last_viewed_at
     from (
       select o.* from recent_command o where o.org_id = ${subject.orgId} and o.user_id = ${actor.userId} ${fromOutside}
     ) r
     join command c on c.org_id = r.org_id and c.command_id = r.command_id and c.deleted_at is null
     ${commandAccess(viewerOf(actor))}
     where access.role is not null ${filterSql(filter ?? [], FIELDS)}
     order by ${sortSql(order, FIELDS, 'r.last_viewed_at desc, r.recent_id desc')}
     limit ${MOST_RECENTS}`,
    isAsUsual ? sql : adHocSql,
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
