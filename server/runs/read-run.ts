import type { Person } from '@/lib/access/vocabulary';
import type { readRun as readRunOperation, run } from '@/lib/contract/runs';
import type { Ours } from '@/lib/contract/wire';
import type { JsonValue } from '@/lib/json';
import { extensionsOf } from '@/lib/runs/download-formats';
import { loadRun } from '@/server/access/load';
import { sql } from '@/server/db';
import { notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { readShownResult } from '@/server/results/read-result';
import { lookUntil } from '@/server/runs/run-changes';

type Run = Ours<typeof run>;

interface RunRow {
  run_id: number;
  command_id: number;
  org_id: string;
  template_id: number;
  run_group_id: number | null;
  name: string;
  status: Run['status'];
  end_reason: Run['endReason'];
  cancelled_by_name: string | null;
  user_id: string;
  user_name: string;
  params: string | null;
  payload_format: Run['payloadFormat'];
  has_result: boolean;
  errors: Run['errors'];
  log_text: string | null;
  is_truncated: boolean;
  total_rows: number | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
}

export const isOver = (status: Run['status']): boolean => status !== 'starting' && status !== 'running';

const RUN = `
  select r.run_id, r.command_id, r.org_id, r.template_id, r.run_group_id, c.name, r.status, r.end_reason,
    (select name from "user" where user_id = r.cancel_requested_by) as cancelled_by_name,
    r.started_by_user_id as user_id, u.name as user_name, r.params, r.payload_format, r.has_result, r.errors,
    r.log_text, r.is_truncated, r.total_rows, r.created_at, r.started_at, r.ended_at
  from run r
  join command c on c.org_id = r.org_id and c.command_id = r.command_id
  join "user" u on u.user_id = r.started_by_user_id
  where r.org_id = $1 and r.run_id = $2`;

/** Reads a run whose access was decided before. */
async function unsafeLoadRow(orgId: string, runId: number): Promise<RunRow> {
  const [row] = await sql.query<RunRow>(RUN, [orgId, runId]);
  if (row === undefined) throw notFound();
  return row;
}

/** One run with its result; waits for its end at most `query.wait` seconds. */
export async function readRun({
  actor,
  subject: { orgId, runId },
  query,
  signal,
}: Context<typeof readRunOperation>): Promise<Run> {
  const ended =
    query.wait === undefined ? null : await readEndedRun(actor, orgId, runId, query.wait * 1000, signal);
  return ended ?? runOf(await unsafeLoadRow(orgId, runId));
}

/**
 * A run once it has ended, null when the time is up first. Who has lost the command while waiting is not told: access
 * is decided once more after the wait. Throws 404 then.
 */
export async function readEndedRun(
  actor: Person,
  orgId: string,
  runId: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Run | null> {
  const ended = await unsafeReadEndedRun(orgId, runId, timeoutMs, signal);
  await loadRun(actor, orgId, null, runId, 'run.see');
  return ended;
}

/** The same for whoever is told. */
async function unsafeReadEndedRun(
  orgId: string,
  runId: number,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Run | null> {
  const row = await lookUntil(runId, timeoutMs, signal, async () => {
    const seen = await unsafeLoadRow(orgId, runId);
    return isOver(seen.status) ? seen : null;
  });
  return row === null ? null : runOf(row);
}

async function runOf(row: RunRow): Promise<Run> {
  const shown = await payloadOf(row);
  return {
    runId: row.run_id,
    commandId: row.command_id,
    orgId: row.org_id,
    templateId: row.template_id,
    runGroupId: row.run_group_id,
    name: row.name,
    status: row.status,
    endReason: row.end_reason,
    cancelledBy: row.cancelled_by_name,
    userId: row.user_id,
    userName: row.user_name,
    params: row.params === null ? null : JSON.parse(row.params),
    payload: shown.payload,
    payloadFormat: shown.format,
    errors: row.errors,
    log: row.log_text,
    isTruncated: row.is_truncated,
    isPartial: row.status === 'running',
    totalRows: row.total_rows,
    extensions: extensionsOf(shown.format, row.has_result && isOver(row.status)),
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}

async function payloadOf(row: RunRow): Promise<{ payload: JsonValue; format: Run['payloadFormat'] }> {
  const nothing = { payload: null, format: row.payload_format };
  if (!row.has_result) return nothing;
  const { tables, value, whole } = await readShownResult(row.org_id, row.run_id);
  if (whole !== null) return { payload: whole.content, format: whole.format };
  if (value !== undefined) return { payload: value, format: 'single_value' };
  const [first] = tables;
  if (first === undefined) return nothing;
  const asJson = tables.map(({ columns, rows }) => ({ columns, rows }));
  return tables.length === 1
    ? { payload: { columns: first.columns, rows: first.rows }, format: 'json.table.rowwise' }
    : { payload: asJson, format: 'json.multiset.rowwise' };
}
