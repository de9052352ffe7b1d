import statement from 'sql-template-tag';
import { decideOnRun } from '@/lib/access/decide';
import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import { payloadFormat, type run, runEndReason, runStatus } from '@/lib/contract/runs/run';
import type { readRun as readRunOperation } from '@/lib/contract/runs/runs';
import { runTriggers } from '@/lib/contract/runs/trigger';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { documentedFacts, noFacts, type ResultFacts } from '@/lib/results/result-facts';
import { extensionsOf } from '@/lib/runs/download-formats';
import type { Decoded } from '@/lib/wire/wire';
import { accessColumn } from '@/server/access/columns';
import type { RunSubject } from '@/server/access/load/load-run';
import { DELETION, DELETION_COLUMNS, resultDeletionOf } from '@/server/access/load/result-deletion';
import { mayReveal } from '@/server/access/may-reveal';
import { nameOfIdThen, personNameThen } from '@/server/access/people/names-then';
import { commandAccess } from '@/server/access/scope';
import { forActors } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import { pollRun } from '@/server/base/events/run-changes';
import { UNDO_DEFINITION, undoOfferOf } from '@/server/commands/undo/undo-offer';
import type { Context } from '@/server/operations/context';
import { type MaskText, maskTextOf } from '@/server/results/masks/mask-texts';
import {
  MASK_COLUMNS,
  MASK_JOIN,
  MASKS,
  maskFacts,
  masksOfRow,
  type RunMasks,
} from '@/server/results/masks/run-masks';
import { readShownResult } from '@/server/results/reading/read-result';
import { PATH_NOTE } from '@/server/results/values/output-part';
import { bulkProgressOf, readBulkChildren } from '@/server/runs/bulk/read-bulk';
import { readDefinition } from '@/server/runs/start/definition';
import { APPROVAL, APPROVAL_COLUMNS, approvalOfRun } from '@/server/runs/start/run-approval';
import { APPROVAL_JOIN } from '@/server/runs/start/run-digest';
import { FILES_COLUMN, type StoredFiles, withFiles } from '@/server/runs/start/run-files';

type Run = Decoded<typeof run>;

const RUN = {
  run_id: column.int,
  command_id: column.int,
  org_id: column.text,
  trigger: column.oneOf(runTriggers),
  is_dry_run: column.boolean,
  ran_anyway: column.boolean,
  parent_run_id: column.int.nullable(),
  next_attempt_id: column.int.nullable(),
  template_id: column.int,
  run_group_id: column.int.nullable(),
  name: column.text,
  status: runStatus,
  end_reason: runEndReason.nullable(),
  cancelled_by_name: column.text.nullable(),
  user_id: column.text,
  started_through: column.text.nullable(),
  user_name: column.text,
  params: column.text.nullable(),
  files: column.json<StoredFiles>(),
  files_definition: column.text.nullable(),
  payload_format: payloadFormat.nullable(),
  has_result: column.boolean,
  small_lines: column.text.nullable(),
  errors: column.json<Run['errors']>(),
  log: column.text.nullable(),
  is_log_cut: column.boolean,
  result_facts: column.text.nullable(),
  is_truncated: column.boolean,
  total_rows: column.int.nullable(),
  created_at: column.time,
  started_at: column.time.nullable(),
  ended_at: column.time.nullable(),
  visibility: accessColumn.visibility,
  role: accessColumn.role.nullable(),
  level: accessColumn.level.nullable(),
  mask_revealers: column.json<string[]>(),
  output_display: column.json<OutputColumn[]>(),
  is_chart_first: column.boolean,
  is_bulk: column.boolean,
  undo_definition: column.text.nullable(),
  ...DELETION,
  ...MASKS,
  ...APPROVAL,
};
type RunRow = Awaited<ReturnType<typeof loadRow>>;

export const isOver = (status: Run['status']): boolean => status !== 'starting' && status !== 'running';

/** The part of a log that a run's response includes, in UTF-16 code units; event streams and downloads have all of it. */
const SHOWN_LOG = 200_000;

const runById = forActors<{ orgId: string; runId: number }>(
  (
    viewer,
    mark,
  ) => statement`select r.run_id, r.command_id, r.org_id, r.trigger::text, r.is_dry_run, r.ran_anyway, r.parent_run_id,
       case when r.end_reason is not null then (select min(n.run_id) from run n where n.trigger = 'retry'
         and n.run_id > r.run_id and n.parent_run_id = case when r.trigger = 'retry' then r.parent_run_id else r.run_id end)
       end as next_attempt_id, r.template_id, r.run_group_id, c.name, r.status,
      r.end_reason,
       ${nameOfIdThen(statement`r.cancel_requested_by`, statement`coalesce(r.ended_at, now())`)} as cancelled_by_name,
       r.started_by_user_id as user_id, r.started_through, ${personNameThen(statement`r.created_at`)} as user_name, r.params, ${FILES_COLUMN} as files,
       case when strpos(r.params, 'sha256=') > 0 then d.content end as files_definition, r.payload_format, r.has_result,
       ${DELETION_COLUMNS},
       s.lines as small_lines, r.errors, coalesce(l.text, r.log_text) as log,
       coalesce(l.end_offset > ${SHOWN_LOG}, false) as is_log_cut, r.result_facts, r.is_truncated, r.total_rows,
       r.created_at, r.started_at, r.ended_at, c.visibility, access.role, access.level, ${MASK_COLUMNS},
       c.mask_revealers, c.output_display, c.is_chart_first, ${APPROVAL_COLUMNS},
       exists (select from bulk_run b where b.org_id = r.org_id and b.run_id = r.run_id) as is_bulk,
       ${UNDO_DEFINITION} as undo_definition
     from run r
     join command c on c.org_id = r.org_id and c.command_id = r.command_id and c.deleted_at is null
     join "user" u on u.user_id = r.started_by_user_id ${MASK_JOIN} ${APPROVAL_JOIN}
     left join run_result s on s.org_id = r.org_id and s.run_id = r.run_id
     left join lateral (
       select left(string_agg(text, '' order by start_offset), ${SHOWN_LOG}) as text, max(end_offset) as end_offset
       from run_log where run_log.run_id = r.run_id and start_offset < ${SHOWN_LOG}) l on true
     ${commandAccess(viewer)}
     where r.org_id = ${mark(({ orgId }) => orgId)} and r.run_id = ${mark(({ runId }) => runId)}`,
);

/** Reads a run, and checks again whether the person may see it: they may have lost access while they waited. */
async function loadRow(actor: Person, orgId: string, runId: number) {
  const [row] = await query(RUN, runById(actor, { orgId, runId }));
  if (row === undefined) throw notFound();
  const access = row.role === null || row.level === null ? null : { role: row.role, level: row.level };
  const command = { orgId, visibility: row.visibility, access };
  const standing = { command, startedByUserId: row.user_id, startedThrough: row.started_through };
  if (decideOnRun(actor, 'run.see', standing) !== 'allowed') throw notFound();
  return row;
}

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
  const look = async () => {
    const seen = await loadRow(actor, orgId, runId);
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
    readBulkChildren(run_id),
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
