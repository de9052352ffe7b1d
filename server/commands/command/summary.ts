import statement, { raw, type Sql as Statement } from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type { commandSummary } from '@/lib/contract/library/commands';
import { warningTag } from '@/lib/settings/command-choices';
import type { Decoded } from '@/lib/wire/wire';
import { accessColumn } from '@/server/access/columns';
import { type ListedPeople, PLACED_COLUMNS, PLACED_COMMAND } from '@/server/access/people/people';
import { listed } from '@/server/access/people/people-of-commands';
import { column, type RowOf } from '@/server/base/database/statements';

export type CommandSummary = Decoded<typeof commandSummary>;

export const SUMMARY = {
  ...PLACED_COMMAND,
  name: column.text,
  description: column.text.nullable(),
  folder_name: column.text.nullable(),
  origin_command_id: column.int.nullable(),
  is_hidden: column.boolean,
  is_deleted: column.boolean,
  cloud_name: column.text,
  source_kind: column.text,
  source_name: column.text,
  version: column.int,
  template_id: column.int,
  run_on_startup: column.boolean,
  run_on_startup_values: column.json<JsonValue>(),
  warning_tag: warningTag.nullable(),
  role: accessColumn.role.nullable(),
  level: accessColumn.level.nullable(),
  last_run_at: column.time.nullable(),
  last_run_status: column.text.nullable(),
  last_run_end_reason: column.text.nullable(),
};
export type SummaryRow = RowOf<typeof SUMMARY>;

/**
 * The last run of a command, by the index of a command's runs; a row of a bulk run stands for the bulk run, which
 * is as old. It doesn't filter by organization, since a command belongs to only one: with both conditions, Postgres may
 * walk all of an organization's runs to find those of a command.
 */
const latestRunOf = (commandId: Statement, role: Statement): Statement => statement`
  left join lateral (
    select coalesce(b.started_at, b.created_at, newest.started_at, newest.created_at) as started_at,
      coalesce(b.status, newest.status) as status,
      case when b.run_id is null then newest.end_reason else b.end_reason end as end_reason
    from (
      select r.started_at, r.created_at, r.status, r.end_reason, r.trigger, r.parent_run_id from run r
      where r.command_id = ${commandId} and r.queued_at is not null and ${role} is not null
      order by r.created_at desc limit 1
    ) newest
    left join run b on newest.trigger = 'bulk' and b.run_id = newest.parent_run_id
  ) latest on true`;

const LATEST_RUN = latestRunOf(statement`c.command_id`, statement`access.role`);

/** For lists that don't show runs: finding the last run of thousands of commands takes time. */
export const NO_RUN = statement`
  cross join (select null::timestamptz as started_at, null::run_status as status, null::run_end_reason as end_reason) latest`;

/**
 * Commands as lists show them, without their people. Each has a connection; Postgres only mustn't begin with those, since
 * it would then look at all commands, and who has them, once for each connection.
 *
 * @param access joins `access`, the person's role on the command `c`.
 * @param latest joins `latest`, its last run, for the lists that show it.
 */
export const summarySql = (access: Statement, latest = LATEST_RUN): Statement => statement`
  select ${PLACED_COLUMNS}, c.name, c.description, f.name as folder_name,
    c.origin_command_id, c.is_hidden, c.deleted_at is not null as is_deleted, c.template_id,
    c.version, t.run_on_startup, t.run_on_startup_values, t.warning_tag, t.cloud_name, t.source_kind,
    k.name as source_name, access.role, access.level, latest.started_at as last_run_at,
      latest.status as last_run_status, latest.end_reason as last_run_end_reason
  from command c
  join template t on t.org_id = c.org_id and t.template_id = c.template_id
  left join credential k on k.org_id = t.org_id and k.credential_id = t.credential_id
  ${access}
  left join folder f on f.org_id = c.org_id and f.folder_id = c.folder_id
  ${latest}`;

const COLUMNS_BUT_RUN = raw(
  Object.keys(SUMMARY)
    .filter((name) => !name.startsWith('last_run_'))
    .map((name) => `listed."${name}"`)
    .join(),
);

/**
 * Adds their last runs to the commands of a page, which was selected with `NO_RUN`: otherwise Postgres finds the last run of
 * every command before it leaves out all but a page of them.
 */
export const withLatestRuns = (page: Statement): Statement => statement`
  select ${COLUMNS_BUT_RUN}, latest.started_at as last_run_at, latest.status as last_run_status,
    latest.end_reason as last_run_end_reason
  from (select page.*, row_number() over () as place from (${page}) page) listed
  ${latestRunOf(statement`listed.command_id`, statement`listed.role`)}
  order by listed.place`;

/**
 * Converts a row for the wire. Callers without access don't see the people behind a public command.
 *
 * @param orgId the organization on screen: folders of another one are left out.
 */
export function summaryOf(row: SummaryRow, everybody: ListedPeople, orgId: string): CommandSummary {
  const { engineers, runners, engineerCount, runnerCount, hasOwnEngineers, groups } =
    row.role === null ? nobody : everybody;
  const isOwn = row.org_id === orgId && row.role !== null;
  const { cloudName, sourceKind, sourceName } = shownSource(row);
  return {
    commandId: row.command_id,
    orgId: row.org_id,
    name: row.name,
    description: row.description,
    visibility: row.visibility,
    folderId: isOwn ? row.folder_id : null,
    folderName: isOwn ? row.folder_name : null,
    originCommandId: row.origin_command_id,
    isCopycat: row.follows_command_id !== null,
    isHidden: row.is_hidden,
    isDeleted: row.is_deleted,
    isCommand: true,
    cloudName,
    sourceKind,
    sourceName,
    version: row.version,
    hasAccess: row.role !== null,
    role: row.role,
    accessLevel: row.level,
    engineers: [...engineers],
    runners: [...runners],
    engineerCount,
    runnerCount,
    engineerGroups: groups.filter((group) => group.role === 'admin'),
    runnerGroups: groups.filter((group) => group.role === 'runner'),
    nonOrgAdminEngineers: hasOwnEngineers,
    lastRunAt: row.last_run_at?.toISOString() ?? null,
    lastRunStatus: row.last_run_status,
    lastRunEndReason: row.last_run_end_reason,
    template: {
      templateId: row.template_id,
      isRunOnStartup: row.run_on_startup,
      startupValues: row.role === 'admin' ? row.run_on_startup_values : null,
      warningTag: row.role === null ? null : row.warning_tag,
    },
  };
}

interface SourceRow {
  cloud_name: string;
  source_kind: string;
  source_name: string;
  role: CommandSummary['role'];
}

/** Returns a command's source for a caller. Viewers of a public command see only its kind. */
export function shownSource({ cloud_name, source_kind, source_name, role }: SourceRow) {
  return role === null
    ? { cloudName: '', sourceKind: source_kind, sourceName: '' }
    : { cloudName: cloud_name, sourceKind: source_kind, sourceName: source_name };
}

const nobody: ListedPeople = listed({ people: [], groups: [] });
