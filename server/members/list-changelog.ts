import type { listChangelog as listChangelogOperation } from '@/lib/contract/changelog';
import { sql } from '@/server/db';
import type { Context } from '@/server/http/context';

const ROWS_A_PAGE = 25;
const MOST_NAMES = 20;

interface EntryRow {
  minor: number;
  at: Date;
  user_name: string | null;
  names: string[];
  count: number;
}

/**
 * What was added, read from the audit log, which has a row for each command that was made: those of one request are
 * one release, and each release raises the minor version by one. What is somebody's own is told to nobody else.
 */
export async function listChangelog({ actor, subject, query }: Context<typeof listChangelogOperation>) {
  const limit = query.per_page ?? ROWS_A_PAGE;
  const rows = await sql.query<EntryRow>(
    `with release as (
       select min(e.audit_event_id) as first, min(e.at) as at, e.actor_user_id,
         array_agg(e.subject_id::int) as command_ids,
         row_number() over (order by min(e.audit_event_id))::int as minor
       from audit_event e where e.org_id = $1 and e.action = 'command.create'
       group by coalesce(e.request_id, date_trunc('minute', e.at)::text), e.actor_user_id
     )
     select r.minor, r.at, u.name as user_name, added.names[1:${MOST_NAMES}] as names, cardinality(added.names) as count
     from release r
     left join "user" u on u.user_id = r.actor_user_id
     cross join lateral (
       select array_agg(c.name order by lower(c.name), c.command_id) as names
       from command c
       where c.org_id = $1 and c.command_id = any(r.command_ids)
         and (c.visibility <> 'justme' or c.created_by_user_id = $2)
     ) added
     where added.names is not null
     order by r.first desc limit $3 offset $4`,
    [subject.orgId, actor.userId, limit, (query.page ?? 0) * limit],
  );
  return rows.map((row) => ({
    majorVersion: 0,
    minorVersion: row.minor,
    patchVersion: 0,
    changedAt: row.at.toISOString(),
    changedBy: row.user_name === null ? null : { name: row.user_name },
    commands: row.names.map((name) => ({ name })),
    commandCount: row.count,
  }));
}
