import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import type { run } from '@/lib/contract/runs/run';
import type { readRun as readRunOperation } from '@/lib/contract/runs/runs';
import { documentedFacts, noFacts, type ResultFacts } from '@/lib/results/result-facts';
import { extensionsOf } from '@/lib/runs/download-formats';
import type { Decoded } from '@/lib/wire/wire';
import type { RunSubject } from '@/server/access/load/load-run';
import { resultDeletionOf } from '@/server/access/load/result-deletion';
import { mayReveal } from '@/server/access/may-reveal';
import { pollRun } from '@/server/base/events/run-changes';
import { undoingRunOf, undoOfferOf } from '@/server/commands/undo/undo-offer';
import type { Context } from '@/server/operations/context';
import { type MaskText, maskTextOf } from '@/server/results/masks/mask-texts';
import { maskFacts, masksOfRow, type RunMasks } from '@/server/results/masks/run-masks';
import { readShownResult } from '@/server/results/reading/read-result';
import { PATH_NOTE } from '@/server/results/values/output-part';
import { bulkProgressOf, readBulkChildren } from '@/server/runs/bulk/read-bulk';
import { missingTagOfRun } from '@/server/runs/execute/workers';
import { loadRow, type RunRow, rowOfNews, SHOWN_LOG } from '@/server/runs/read/run-row';
import { readDefinition } from '@/server/runs/start/definition';
import { approvalOfRun } from '@/server/runs/start/run-approval';
import { withFiles } from '@/server/runs/start/run-files';

type Run = Decoded<typeof run>;

export const isOver = (status: Run['status']): boolean => status !== 'starting' && status !== 'running';

/** Reads a run with its result; waits at most `query.wait` seconds for its end. */
export async function readRun({
  actor,
  subject: { orgId, runId, isOver: wasOver },
  query: { wait },
  signal,
}: Pick<Context<typeof readRunOperation>, 'actor' | 'query' | 'signal'> & {
  subject: Pick<RunSubject, 'orgId' | 'runId' | 'isOver'>;
}): Promise<Run> {
  const ended =
    wait === undefined
      ? null
      : await readEndedRun({ actor, orgId, runId, timeoutMs: wait * 1000, signal, isGoing: !wasOver });
  return ended ?? runOf(actor, await loadRow(actor, orgId, runId));
}

interface Waiting {
  actor: Person;
  orgId: string;
  runId: number;
  timeoutMs: number;
  signal: AbortSignal;
  /** Whether the run is known to be in progress, so that the first read can wait for a notification. */
  isGoing: boolean;
}

/** Returns a run once it has ended; null if the time runs out first. Throws 404 if the person has lost access meanwhile. */
export async function readEndedRun({ actor, orgId, runId, ...waiting }: Waiting): Promise<Run | null> {
  const look = async (news: string | null) => {
    const told = news === null ? null : rowOfNews(actor, orgId, news);
    const seen = told ?? (await loadRow(actor, orgId, runId));
    return isOver(seen.status) ? seen : null;
  };
  const row = await pollRun({ ...waiting, runId, watched: 'end', look });
  return row === null ? null : runOf(actor, row);
}

/** The values as the person gave them, with the files that are still there. */
function paramsOf({ params, files, files_definition }: RunRow): Run['params'] {
  if (params === null) return null;
  const values: Run['params'] = JSON.parse(params);
  const inputs = files_definition === null ? null : readDefinition(files_definition).inputs;
  return values === null || inputs === null ? values : withFiles(inputs, values, files);
}

async function runOf(actor: Person, row: RunRow): Promise<Run> {
  const masks = masksOfRow(row);
  const facts: ResultFacts = row.result_facts === null ? noFacts() : JSON.parse(row.result_facts);
  const shown = await payloadOf(row, masks);
  const maskText = await textMaskOf(row, masks, facts);
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
    params: paramsOf(row),
    payload: shown.payload,
    payloadFormat: shown.format,
    errors: row.errors?.map((error) => maskError(error, maskText)) ?? null,
    log: row.log === null ? null : maskText(row.log.slice(0, SHOWN_LOG)),
    isLogCut: row.is_log_cut,
    ...maskFacts(facts, masks),
    ...documentedFacts(facts),
    maskedOutputs: [...masks.masks],
    outputObjectPath: hasMissingPart(facts) ? null : masks.outputObjectPath,
    mayReveal: mayReveal(actor, { role: row.role, revealers: row.mask_revealers }),
    outputDisplay: row.output_display,
    isChartFirst: row.is_chart_first,
    isTruncated: row.is_truncated,
    isPartial: row.status === 'running',
    totalRows: row.total_rows,
    extensions: extensionsOf(shown.format, row.has_result && isOver(row.status)),
    fileStatus: fileStatusOf(row),
    resultDeletion: resultDeletionOf(row),
    isDryRun: row.is_dry_run,
    ranAnyway: row.ran_anyway,
    dryRun: facts.dryRun ?? null,
    trigger: row.trigger,
    parentRunId: row.parent_run_id,
    nextAttemptId: row.next_attempt_id,
    approval: await approvalOfRun(actor.userId, row),
    missingWorkerTag: row.status === 'starting' ? await missingTagOfRun(row.org_id, row.run_id) : null,
    undoneByRunId: await undoingRunOf({ orgId: row.org_id, runId: row.run_id }, row.undo_definition),
    undo: await undoOfferOf(actor, { orgId: row.org_id, runId: row.run_id }, row.undo_definition),
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    ...(await bulkPartOf(row)),
  };
}

/** A result in progress can't be downloaded yet. */
function fileStatusOf({ has_result, result_deleted_at, status }: RunRow): Run['fileStatus'] {
  if (result_deleted_at !== null) return 'deleted';
  return has_result && isOver(status) ? 'available' : null;
}

async function bulkPartOf({
  org_id,
  run_id,
  is_bulk,
}: RunRow): Promise<Pick<Run, 'bulkProgress' | 'bulkChildren'>> {
  if (!is_bulk) return { bulkProgress: null, bulkChildren: null };
  const [bulkProgress, bulkChildren] = await Promise.all([
    bulkProgressOf(org_id, run_id),
    readBulkChildren(org_id, run_id),
  ]);
  return { bulkProgress, bulkChildren };
}

/** What hides masked values in the texts of a run; they stay as they are without any. */
async function textMaskOf(row: RunRow, masks: RunMasks, facts: ResultFacts): Promise<MaskText> {
  const run = {
    orgId: row.org_id,
    runId: row.run_id,
    hasResult: row.has_result,
    smallLines: row.small_lines,
    facts,
  };
  const hasText = row.log !== null || row.errors !== null;
  return (hasText ? await maskTextOf(run, masks) : null) ?? ((text) => text);
}

type ShownError = NonNullable<Run['errors']>[number];

function maskError(error: ShownError, maskText: MaskText): ShownError {
  const masked = (text: string | null) => (text === null ? null : maskText(text));
  return {
    ...error,
    message: maskText(error.message),
    detail: masked(error.detail),
    hint: masked(error.hint),
    where: masked(error.where),
  };
}

/** Whether nothing was under the output object path, so that all of the result was kept. */
const hasMissingPart = ({ metadata }: ResultFacts): boolean =>
  metadata.some(({ name }) => name === PATH_NOTE);

async function payloadOf(
  row: RunRow,
  masks: RunMasks,
): Promise<{ payload: JsonValue; format: Run['payloadFormat'] }> {
  const nothing = { payload: null, format: row.payload_format };
  if (!row.has_result) return nothing;
  const { tables, value, whole } = await readShownResult(row.org_id, row.run_id, row.small_lines, masks);
  if (whole !== null) return { payload: whole.content, format: whole.format };
  if (value !== undefined) return { payload: value, format: 'single_value' };
  const [first] = tables;
  if (first === undefined) return nothing;
  const asJson = tables.map(({ columns, rows }) => ({ columns, rows }));
  return tables.length === 1
    ? { payload: { columns: first.columns, rows: first.rows }, format: 'json.table.rowwise' }
    : { payload: asJson, format: 'json.multiset.rowwise' };
}
