import statement from 'sql-template-tag';
import { decideOnRun } from '@/lib/access/decide';
import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import { LISTED_CHILDREN, type runSummary } from '@/lib/contract/runs/history';
import { payloadFormat, runEndReason, runStatus } from '@/lib/contract/runs/run';
import { runTriggers } from '@/lib/contract/runs/trigger';
import { extensionsOf } from '@/lib/runs/download-formats';
import { AUTO_RUN_WAITS } from '@/lib/schedules/auto-run-waits';
import type { Decoded } from '@/lib/wire/wire';
import { accessColumn } from '@/server/access/columns';
import { seenAmong } from '@/server/access/load/load-run';
import { DELETION, DELETION_COLUMNS, resultDeletionOf } from '@/server/access/load/result-deletion';
import { personNameThen } from '@/server/access/people/names-then';
import { shownName } from '@/server/access/people/shown-name';
import { column, type RowOf } from '@/server/base/database/statements';
import { NAMED_INPUTS, namedInputs, valueNamesOf } from '@/server/commands/inputs/value-names';

export type RunSummary = Decoded<typeof runSummary>;

export const RUN_SUMMARY = {
  run_id: column.int,
  command_id: column.int,
  org_id: column.text,
  template_id: column.int,
  run_group_id: column.int.nullable(),
  name: column.text,
  status: runStatus,
  end_reason: runEndReason.nullable(),
  user_id: column.text,
  started_through: column.text.nullable(),
  user_name: column.text,
  visibility: accessColumn.visibility,
  role: accessColumn.role.nullable(),
  level: accessColumn.level.nullable(),
  params: column.text.nullable(),
  is_cut: column.boolean,
  inputs: namedInputs,
  payload_format: payloadFormat.nullable(),
  total_rows: column.int.nullable(),
  trigger: column.oneOf(runTriggers),
  parent_run_id: column.int.nullable(),
  bulk_rows: column.int.nullable(),
  bulk_failed: column.int.nullable(),
  bulk_canceled: column.int.nullable(),
  bulk_children: column.json<RunSummary['bulkChildren']>(),
  source_run_id: column.int.nullable(),
  has_auto_runs: column.boolean,
  auto_runs_wait_for: column.oneOf(AUTO_RUN_WAITS).nullable(),
  webhook_name: column.text.nullable(),
  program_name: column.text.nullable(),
  scheduled_job_id: column.int.nullable(),
  scheduled_job: column.json<{ name: string; modifiedBy: string } | null>(),
  ...DELETION,
  is_dry_run: column.boolean,
  ran_anyway: column.boolean,
  is_held: column.boolean,
  undone_by_run_id: column.int.nullable(),
  dealt_with_by: column.text.nullable(),
  created_at: column.time,
  started_at: column.time.nullable(),
  ended_at: column.time.nullable(),
};
type RunSummaryRow = RowOf<typeof RUN_SUMMARY>;

/**
 * Lists show short values only: longer ones are cut and returned as text. Measured in bytes, which the database knows
 * without reading a file that a person uploaded.
 */
const LONGEST_PARAMS_BYTES = 20_000;
const CUT_PARAMS = 1_000;

/** The name of the token that run `r` came through: of one that is gone, as the audit log has it. */
const PROGRAM_NAME = statement`case when r.started_through like 'token:%' then coalesce(
    (select t.name from access_token t where t.token_id = substr(r.started_through, 7)),
    (select coalesce(e.after ->> 'name', e.before ->> 'name') from audit_event e
      where (e.org_id is null or e.org_id = r.org_id) and e.subject_type = 'token'
        and e.subject_id = substr(r.started_through, 7)
      order by e.at desc, e.audit_event_id desc limit 1)) end`;

/** The columns of a summary, from run `r`, command `c`, the viewer's `access` to it, and user `u`. */
export const SUMMARY_COLUMNS = statement`
  r.run_id, r.command_id, r.org_id, r.template_id, r.run_group_id, c.name, r.status, r.end_reason,
  r.started_by_user_id as user_id, r.started_through, ${personNameThen(statement`r.created_at`)} as user_name, c.visibility, access.role, access.level,
  case when octet_length(r.params) > ${LONGEST_PARAMS_BYTES} then left(r.params,
    ${CUT_PARAMS}) else r.params end as params,
  coalesce(octet_length(r.params) > ${LONGEST_PARAMS_BYTES}, false) as is_cut, r.payload_format, r.total_rows,
  case when r.params is not null then (${NAMED_INPUTS}) end as inputs,
  (select b.row_count from bulk_run b where b.org_id = r.org_id and b.run_id = r.run_id) as bulk_rows,
  bulk.failed as bulk_failed, bulk.canceled as bulk_canceled, bulk.children as bulk_children,
  (select b.source_run_id from bulk_run b where b.org_id = r.org_id and b.run_id = r.run_id) as source_run_id,
  r.scheduled_job_id is not null and exists (
    select from run auto where auto.org_id = r.org_id and auto.parent_run_id = r.run_id
      and auto.trigger in ('row_decoration', 'error_jump') and auto.started_through like 'schedule:%') as has_auto_runs,
  case when r.scheduled_job_id is not null and r.ended_at is not null then (
    select max(d.waits_for) from due_auto_run d where d.run_id = r.run_id) end as auto_runs_wait_for,
  case when r.started_through ~ '^webhook:[0-9]{1,9}$' then (
    select w.name from webhook w
    where w.org_id = r.org_id and w.webhook_id = substr(r.started_through, 9)::int) end as webhook_name,
  ${PROGRAM_NAME} as program_name,
  case when r.scheduled_job_id is not null then (
    select json_build_object('name', j.name, 'modifiedBy', (
      select ${shownName(statement`j.org_id`)} from "user" u
      left join membership m on m.org_id = j.org_id and m.user_id = u.user_id where u.user_id = j.modified_by_user_id))
    from scheduled_job j where j.org_id = r.org_id and j.scheduled_job_id = r.scheduled_job_id) end as scheduled_job,
  r.trigger, r.parent_run_id, r.scheduled_job_id, ${DELETION_COLUMNS}, r.is_dry_run, r.ran_anyway,
  r.status = 'starting' and exists (
    select from approval_run ar join approval_request a on a.org_id = ar.org_id and a.approval_id = ar.approval_id
    where ar.org_id = r.org_id and ar.run_id = r.run_id and a.state = 'waiting') as is_held,
  case when r.status = 'success' then (
    select undoing.run_id from run undoing where undoing.org_id = r.org_id and undoing.parent_run_id = r.run_id
      and undoing.trigger = 'undo' and undoing.end_reason is null and undoing.status = 'success') end as undone_by_run_id,
  case when r.end_reason is not null then (
    select ${personNameThen(statement`mark.marked_at`, 'marker')} from run_mark mark join "user" marker on marker.user_id = mark.marked_by_user_id
    where mark.org_id = r.org_id and mark.run_id = r.run_id) end as dealt_with_by,
  r.created_at, r.started_at, r.ended_at`;

/** How the rows of a bulk run `r` ended, and its first ones; a FROM item after `run r`. */
export const BULK_JOIN = statement`left join lateral (
    select (select count(*)::int from run child where child.org_id = b.org_id and child.parent_run_id = b.run_id and child.trigger = 'bulk'
        and child.end_reason <> 'cancelled') as failed,
      (select count(*)::int from run child where child.org_id = b.org_id and child.parent_run_id = b.run_id and child.trigger = 'bulk'
        and child.end_reason = 'cancelled') as canceled,
      (select json_agg(json_build_object('runId', first.run_id, 'status', first.status) order by first.run_id) from (
        select child.run_id, child.status from run child
        where child.org_id = b.org_id and child.parent_run_id = b.run_id and child.trigger = 'bulk'
        order by child.run_id limit ${LISTED_CHILDREN}) first) as children
    from bulk_run b where b.org_id = r.org_id and b.run_id = r.run_id) bulk on true`;

function paramsOf({ params, is_cut }: RunSummaryRow): JsonValue {
  if (params === null) return null;
  return is_cut ? `${params}…` : JSON.parse(params);
}

function mayDeleteResult(row: RunSummaryRow, viewer: Person): boolean {
  const access = row.role === null || row.level === null ? null : { role: row.role, level: row.level };
  const command = { orgId: row.org_id, visibility: row.visibility, access };
  const standing = { command, startedByUserId: row.user_id, startedThrough: row.started_through };
  return decideOnRun(viewer, 'run.deleteResult', standing) === 'allowed';
}

/** Which of the runs that rows of bulk runs were taken from the viewer may see. */
export function seenSources(
  rows: readonly RunSummaryRow[],
  viewer: Person,
  orgId: string,
): Promise<ReadonlySet<number>> {
  const sources = new Set(rows.flatMap(({ source_run_id: source }) => source ?? []));
  return seenAmong(viewer, orgId, [...sources]);
}

/** Whether a scheduled run led to it, rather than a person who pressed a button. */
const isAutoRun = ({ trigger, started_through: through }: RunSummaryRow): boolean =>
  (trigger === 'row_decoration' || trigger === 'error_jump') && through?.startsWith('schedule:') === true;

/**
 * @param seen the runs that the viewer may see among those whose results rows of bulk runs were taken from: `seenSources`
 */
export function runSummaryOf(row: RunSummaryRow, viewer: Person, seen: ReadonlySet<number>): RunSummary {
  const source = row.source_run_id;
  const params = paramsOf(row);
  return {
    runId: row.run_id,
    commandId: row.command_id,
    orgId: row.org_id,
    templateId: row.template_id,
    runGroupId: row.run_group_id,
    name: row.name,
    status: row.status,
    endReason: row.end_reason,
    userId: row.user_id,
    userName: row.user_name,
    params,
    valueNames: valueNamesOf(row.inputs, params),
    payloadFormat: row.payload_format,
    extensions: extensionsOf(row.payload_format, row.result_deleted_at === null),
    totalRows: row.total_rows,
    isStartup: row.trigger === 'startup',
    isDropdown: row.trigger === 'dropdown',
    isBulkParent: row.bulk_rows !== null,
    bulkParentId: row.trigger === 'bulk' ? row.parent_run_id : null,
    bulkRows: row.bulk_rows,
    bulkFailed: row.bulk_failed,
    bulkCanceled: row.bulk_canceled,
    bulkChildren: row.bulk_children,
    rowsFrom: source !== null && seen.has(source) ? source : null,
    hasAutoRuns: row.has_auto_runs,
    autoRunsWaitFor: row.auto_runs_wait_for,
    autoRunOf: isAutoRun(row) ? row.parent_run_id : null,
    mayDeleteResult: mayDeleteResult(row, viewer),
    isDeleted: row.result_deleted_at !== null,
    resultDeletion: resultDeletionOf(row),
    isDryRun: row.is_dry_run,
    ranAnyway: row.ran_anyway,
    isWaitingForApproval: row.is_held,
    undoneByRunId: row.undone_by_run_id,
    dealtWithBy: row.dealt_with_by,
    trigger: row.trigger,
    webhook: row.webhook_name === null ? null : { name: row.webhook_name },
    program: row.program_name === null ? null : { name: row.program_name },
    scheduledJobId: row.scheduled_job_id,
    scheduledJob: row.scheduled_job === null ? null : { name: row.scheduled_job.name },
    scheduledJobChange: row.scheduled_job === null ? null : { user: { name: row.scheduled_job.modifiedBy } },
    cachedRunId: null,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
