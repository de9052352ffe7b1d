import { decideOnRun } from '@/lib/access/decide';
import type { CommandStanding, Person } from '@/lib/access/vocabulary';
import type { runSummary } from '@/lib/contract/history';
import type { Ours } from '@/lib/contract/wire';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import type { JsonValue } from '@/lib/json';
import { extensionsOf } from '@/lib/runs/download-formats';
import type { RunTrigger } from '@/lib/runs/trigger';

export type RunSummary = Ours<typeof runSummary>;

export interface RunSummaryRow {
  run_id: number;
  command_id: number;
  org_id: string;
  template_id: number;
  run_group_id: number | null;
  name: string;
  status: RunSummary['status'];
  end_reason: RunSummary['endReason'];
  user_id: string;
  user_name: string;
  visibility: CommandStanding['visibility'];
  role: NonNullable<CommandStanding['access']>['role'] | null;
  level: NonNullable<CommandStanding['access']>['level'] | null;
  params: string | null;
  is_cut: boolean;
  inputs: { key: string; displayName: string | null }[] | null;
  payload_format: RunSummary['payloadFormat'];
  total_rows: number | null;
  trigger: RunTrigger;
  parent_run_id: number | null;
  scheduled_job_id: number | null;
  is_deleted: boolean;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
}

/**
 * A list shows values at a glance: longer ones are cut, and answered as text. Measured in bytes, which the
 * database knows without reading a file that somebody put in.
 */
const LONGEST_PARAMS_BYTES = 20_000;
const CUT_PARAMS = 1_000;

/** Everything of run `r`, command `c`, the viewer's `access` to it and user `u` that a summary holds. */
export const SUMMARY_COLUMNS = `
  r.run_id, r.command_id, r.org_id, r.template_id, r.run_group_id, c.name, r.status, r.end_reason,
  r.started_by_user_id as user_id, u.name as user_name, c.visibility, access.role, access.level,
  case when octet_length(r.params) > ${LONGEST_PARAMS_BYTES} then left(r.params, ${CUT_PARAMS}) else r.params end as params,
  coalesce(octet_length(r.params) > ${LONGEST_PARAMS_BYTES}, false) as is_cut, r.payload_format, r.total_rows,
  (select json_agg(json_build_object('key', ti.key, 'displayName', i.display_name))
   from command_input i
   join template_input ti on ti.org_id = i.org_id and ti.template_input_id = i.template_input_id
   where i.org_id = r.org_id and i.command_id = r.command_id and r.params is not null) as inputs,
  r.trigger, r.parent_run_id, r.scheduled_job_id, r.result_deleted_at is not null as is_deleted,
  r.created_at, r.started_at, r.ended_at`;

function paramsOf({ params, is_cut }: RunSummaryRow): JsonValue {
  if (params === null) return null;
  return is_cut ? `${params}…` : JSON.parse(params);
}

/** Of those values alone that are told, so that no hidden input is. */
function valueNamesOf(inputs: RunSummaryRow['inputs'], params: JsonValue): Record<string, string> {
  if (inputs === null || params === null || typeof params !== 'object') return {};
  const names = inputNames(inputs);
  const named = Object.keys(params).map((key) => [key, nameOf(names, key)] as const);
  return Object.fromEntries(named.filter(([key, name]) => name !== key));
}

function mayDeleteResult(row: RunSummaryRow, viewer: Person): boolean {
  const access = row.role === null || row.level === null ? null : { role: row.role, level: row.level };
  const command = { orgId: row.org_id, visibility: row.visibility, access };
  const startedByActor = row.user_id === viewer.userId;
  return decideOnRun(viewer, 'run.deleteResult', { command, startedByActor }) === 'allowed';
}

export function runSummaryOf(row: RunSummaryRow, viewer: Person): RunSummary {
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
    extensions: extensionsOf(row.payload_format, !row.is_deleted),
    totalRows: row.total_rows,
    isStartup: row.trigger === 'startup',
    isDropdown: row.trigger === 'dropdown',
    isBulkParent: false,
    bulkParentId: row.trigger === 'bulk' ? row.parent_run_id : null,
    mayDeleteResult: mayDeleteResult(row, viewer),
    isDeleted: row.is_deleted,
    scheduledJobId: row.scheduled_job_id,
    scheduledJob: null,
    scheduledJobChange: null,
    cachedRunId: null,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
