import type { changeType, listChangelog as listChangelogOperation } from '@/lib/contract/changelog';
import type { Ours } from '@/lib/contract/wire';
import { sql } from '@/server/db';
import type { Context } from '@/server/http/context';
import { parseFilter, refuseFilter } from '@/server/http/list-filter';

type ChangeType = Ours<typeof changeType>;

const ROWS_A_PAGE = 25;
const MOST_NAMED = 20;

/** What of the audit log is a change of a command, and which. */
const CHANGES: Readonly<Record<string, ChangeType>> = {
  'command.create': 'sync_creation',
  'template.sync': 'sync_update',
  'template.delete': 'sync_deletion',
  'template.undelete': 'sync_undeletion',
  'command.update': 'user_update',
  'input.update': 'user_update',
  'template.update': 'user_update',
  'command.delete': 'user_deletion',
  'command.restore': 'user_undeletion',
};

const CHANGE_TYPE = `case e.action ${Object.entries(CHANGES)
  .map(([action, type]) => `when '${action}' then '${type}'`)
  .join(' ')} end`;

/**
 * What one request did is one release. One that adds raises the minor version, any other the patch. Versions count
 * everything, so they are the same for everybody and under every filter.
 */
const RELEASES = `
  with release as (
    select min(e.audit_event_id) as first, min(e.at) as at, e.actor_user_id, array_agg(e.audit_event_id) as event_ids,
      bool_or(e.action = 'command.create') as adds
    from audit_event e where e.org_id = $1 and e.action = any('{${Object.keys(CHANGES).join(',')}}')
    group by coalesce(e.request_id, date_trunc('minute', e.at)::text), e.actor_user_id
  ), counted as (
    select r.*, (count(*) filter (where r.adds) over (order by r.first))::int as minor from release r
  ), numbered as (
    select c.*, (row_number() over (partition by c.minor order by c.first))::int
      - case when c.minor > 0 then 1 else 0 end as patch
    from counted c
  )`;

/** The commands of an event `e`: one of a template tells of each of its commands. What is its creator's own is told to nobody else. */
const COMMANDS = `
  cross join lateral (
    select * from command of_command
      where e.subject_type = 'command' and of_command.command_id = e.subject_id::int
    union all
    select * from command of_template
      where e.subject_type = 'template' and of_template.template_id = e.subject_id::int
  ) c
  where e.audit_event_id = any(r.event_ids) and c.org_id = $1
    and (c.visibility <> 'justme' or c.created_by_user_id = $2)
    and ($5::int is null or c.template_id = $5::int)`;

/** The settings whose value became another. Of replaced headers the values are nowhere, only which ones they were. */
const CHANGED_KEYS = `array(
  select distinct case key when 'replaced_headers' then 'headers' else key end
  from jsonb_each(e.after)
  where value is distinct from e.before -> key and (key <> 'replaced_headers' or value <> '[]') order by 1)`;

const CHANGED = `
  select e.audit_event_id as "changeId", ${CHANGE_TYPE} as "changeType", c.template_id as "templateId",
    c.command_id as "commandId", c.name,
    case when e.action in ('input.update', 'template.sync') then array['inputs']
      when e.action in ('command.update', 'template.update') then ${CHANGED_KEYS}
      else '{}' end as changed
  from audit_event e ${COMMANDS}`;

/** A page of releases is chosen first, from the latest on, and no more of them are looked into than it takes. */
const ENTRIES = `${RELEASES}, page as materialized (
    select * from (select * from numbered order by first desc offset 0) r
    where exists (select from audit_event e ${COMMANDS})
    order by r.first desc limit $3 offset $4
  )
  select r.minor, r.patch, r.at, r.actor_user_id, u.name as user_name, told.changes, told.counts
  from page r
  left join "user" u on u.user_id = r.actor_user_id
  cross join lateral (
    with changed as (${CHANGED})
    select
      (select json_agg(named) from (
        select * from changed order by lower(name), "commandId", "changeId" limit ${MOST_NAMED}) named) as changes,
      (select json_agg(json_build_object('changeType', kind."changeType", 'count', kind.count)) from (
        select "changeType", count(*)::int from changed group by 1 order by 1) kind) as counts
  ) told
  order by r.first desc`;

interface EntryRow {
  minor: number;
  patch: number;
  at: Date;
  actor_user_id: string | null;
  user_name: string | null;
  changes: {
    changeId: number;
    changeType: ChangeType;
    templateId: number;
    commandId: number;
    name: string;
    changed: string[];
  }[];
  counts: { changeType: ChangeType; count: number }[];
}

/** What the API calls the settings that the audit log calls otherwise. */
const WIRE_NAMES: Readonly<Record<string, string>> = {
  folder_id: 'directory_id',
  execute_in_transaction: 'db_execute_in_transaction',
};

/** The template of `ol_id:7`; null without a filter. Throws 400 for any other filter. */
function templateIdOf([filter]: readonly string[] = []): number | null {
  if (filter === undefined) return null;
  const { field, isNot, operator, value } = parseFilter(filter);
  if (field !== 'ol_id' || isNot || operator !== null || !/^[1-9]\d{0,8}$/.test(value)) {
    throw refuseFilter('query.filter', `"${filter}" is no filter of the changelog. Write ol_id:7.`);
  }
  return Number(value);
}

/** What was done to the organization's commands, read from the audit log. */
export async function listChangelog({ actor, subject, query }: Context<typeof listChangelogOperation>) {
  const limit = query.per_page ?? ROWS_A_PAGE;
  const rows = await sql.query<EntryRow>(ENTRIES, [
    subject.orgId,
    actor.userId,
    limit,
    (query.page ?? 0) * limit,
    templateIdOf(query.filter),
  ]);
  return rows.map((row) => ({
    majorVersion: 0,
    minorVersion: row.minor,
    patchVersion: row.patch,
    changedAt: row.at.toISOString(),
    changedByUserId: row.actor_user_id,
    changedBy: row.user_name === null ? null : { name: row.user_name },
    changes: row.changes.map((change) => ({
      ...change,
      changed: change.changed.map((key) => WIRE_NAMES[key] ?? key),
    })),
    counts: row.counts,
    commands: [...new Set(row.changes.map(({ name }) => name))].map((name) => ({ name })),
  }));
}
