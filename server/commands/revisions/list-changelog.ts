import statement, { type Sql as Statement } from 'sql-template-tag';
import type { listChangelog as listChangelogOperation } from '@/lib/contract/command/changelog';
import { personNameThen } from '@/server/access/people/names-then';
import { column, query } from '@/server/base/database/statements';
import { invalidAt } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { parseFilter } from '@/server/operations/list-filter';
import { CHANGE_TYPE, CHANGED_COLUMNS, type ChangeType, changeActions, wireNamesOf } from './audited-changes';

const ROWS_A_PAGE = 25;
const MOST_NAMED = 20;

/** Filters of the changelog. */
interface ChangelogFilter {
  orgId: string;
  viewerId: string;
  /** Null for all templates. */
  templateId: number | null;
  limit: number;
  offset: number;
}

/**
 * Events of one request form one release. A release that adds something raises the minor version, any other the patch.
 * Versions count all events, so they are the same for everyone and under every filter.
 */
const releasesOf = (orgId: string): Statement => statement`
  with release as (
    select min(e.audit_event_id) as first, min(e.at) as at, e.actor_user_id,
      array_agg(e.audit_event_id) as event_ids, bool_or(e.action = 'command.create') as adds
    from audit_event e where e.org_id = ${orgId} and e.action = any(${changeActions})
    group by coalesce(e.request_id, date_trunc('minute', e.at)::text), e.actor_user_id
  ), counted as (
    select r.*, (count(*) filter (where r.adds) over (order by r.first))::int as minor from release r
  ), numbered as (
    select c.*, (row_number() over (partition by c.minor order by c.first))::int
      - case when c.minor > 0 then 1 else 0 end as patch
    from counted c
  )`;

/**
 * The commands of an event `e` of the release `r`: an event of a template is listed for each of its commands. A private
 * command is shown to its creator only.
 */
const commandsOfEvent = ({ orgId, viewerId, templateId }: ChangelogFilter): Statement => statement`
  cross join lateral (
    select * from command of_command
      where e.subject_type = 'command' and of_command.command_id = e.subject_id::int
    union all
    select * from command of_template
      where e.subject_type = 'template' and of_template.template_id = e.subject_id::int
        and of_template.follows_command_id is null
  ) c
  where e.audit_event_id = any(r.event_ids) and c.org_id = ${orgId}
    and (c.visibility <> 'justme' or c.created_by_user_id = ${viewerId})
    and (${templateId}::int is null or c.template_id = ${templateId}::int)`;

const changedCommands = (filter: ChangelogFilter): Statement => statement`
  select e.audit_event_id as "changeId", ${CHANGE_TYPE} as "changeType", c.template_id as "templateId",
    c.command_id as "commandId", c.name, ${CHANGED_COLUMNS} as changed
  from audit_event e ${commandsOfEvent(filter)}`;

/** The page of releases is chosen first, newest first, so that only their events are read. */
const entriesOf = (
  filter: ChangelogFilter,
): Statement => statement`${releasesOf(filter.orgId)}, page as materialized (
    select * from (select * from numbered order by first desc offset 0) r
    where exists (select from audit_event e ${commandsOfEvent(filter)})
    order by r.first desc limit ${filter.limit} offset ${filter.offset}
  )
  select r.minor, r.patch, r.at, r.actor_user_id, ${personNameThen(statement`r.at`)} as user_name, contents.changes, contents.counts
  from page r
  left join "user" u on u.user_id = r.actor_user_id
  cross join lateral (
    with changed as (${changedCommands(filter)})
    select
      (select json_agg(named) from (
        select * from changed order by lower(name), "commandId", "changeId" limit ${MOST_NAMED}) named) as changes,
      (select json_agg(json_build_object('changeType', kind."changeType", 'count', kind.count)) from (
        select "changeType", count(*)::int from changed group by 1 order by 1) kind) as counts
  ) contents
  order by r.first desc`;

interface Change {
  changeId: number;
  changeType: ChangeType;
  templateId: number;
  commandId: number;
  name: string;
  changed: string[];
}

const ENTRY = {
  minor: column.int,
  patch: column.int,
  at: column.time,
  actor_user_id: column.text.nullable(),
  user_name: column.text.nullable(),
  changes: column.json<Change[]>(),
  counts: column.json<{ changeType: ChangeType; count: number }[]>(),
};

/** Returns the template of `ol_id:7`; null without a filter. Throws 400 for any other filter. */
function templateIdOf([filter]: readonly string[] = []): number | null {
  if (filter === undefined) return null;
  const { field, isNot, operator, value } = parseFilter(filter);
  if (field !== 'ol_id' || isNot || operator !== null || !/^[1-9]\d{0,8}$/.test(value)) {
    throw invalidAt('query.filter', `"${filter}" is not a filter of the changelog. Write ol_id:7.`);
  }
  return Number(value);
}

/** Returns the changes to the organization's commands, from the audit log. */
export async function listChangelog({
  actor,
  subject: { orgId },
  query: { page, per_page, filter },
}: Context<typeof listChangelogOperation>) {
  const limit = per_page ?? ROWS_A_PAGE;
  const rows = await query(
    ENTRY,
    entriesOf({
      orgId,
      viewerId: actor.userId,
      templateId: templateIdOf(filter),
      limit,
      offset: (page ?? 0) * limit,
    }),
  );
  return rows.map((row) => ({
    majorVersion: 0,
    minorVersion: row.minor,
    patchVersion: row.patch,
    changedAt: row.at.toISOString(),
    changedByUserId: row.actor_user_id,
    changedBy: row.user_name === null ? null : { name: row.user_name },
    changes: row.changes.map((change) => ({
      ...change,
      changed: wireNamesOf(change.changed),
    })),
    counts: row.counts,
    commands: [...new Set(row.changes.map(({ name }) => name))].map((name) => ({ name })),
  }));
}
