import type { CallToolResult } from '@modelcontextprotocol/server';
import { exactJson, withPlainScalars } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { anyOf } from '@/lib/base/text/lists';
import type { run } from '@/lib/contract/runs/run';
import { deletionText, resultStateOf } from '@/lib/runs/result-state';
import { utcTime } from '@/lib/runs/run-times';
import type { Decoded } from '@/lib/wire/wire';

type Run = Decoded<typeof run>;

/** What a language model can use of a result; the rest is behind the link. */
const MOST_ROWS = 100;
const MOST_CHARS = 40_000;
const LONGEST_TEXT = 4_000;
const LONGEST_LOG = 4_000;

interface Cut {
  value: JsonValue;
  isCut: boolean;
}

/** Cuts long texts within a value. */
function cutTexts(value: JsonValue, mostChars: number): Cut {
  let isCut = false;
  const visit = (part: JsonValue): JsonValue => {
    if (typeof part === 'string' && part.length > mostChars) {
      isCut = true;
      return `${part.slice(0, mostChars)}… (${part.length - mostChars} more characters)`;
    }
    if (Array.isArray(part)) return part.map(visit);
    if (part === null || typeof part !== 'object') return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, visit(inner)]));
  };
  return { value: visit(value), isCut };
}

/** As many of the first rows as there is room for, and at least one. */
function cutRows(rows: readonly JsonValue[], mostChars: number): { rows: JsonValue[]; isCut: boolean } {
  const shown: JsonValue[] = [];
  let chars = 0;
  let isCut = false;
  for (const row of rows) {
    const { value, isCut: isRowCut } = cutTexts(row, LONGEST_TEXT);
    chars += JSON.stringify(value).length;
    if (shown.length >= MOST_ROWS || (shown.length > 0 && chars > mostChars)) {
      return { rows: shown, isCut: true };
    }
    isCut ||= isRowCut;
    shown.push(value);
  }
  return { rows: shown, isCut };
}

interface Table {
  columns: JsonValue[];
  rows: JsonValue[];
}

const isTable = (value: JsonValue | undefined): value is JsonValue & Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Array.isArray(value.rows);

interface ShownPayload {
  result: JsonValue;
  shownRows: number | null;
  isCut: boolean;
}

function shownPayload({ payload, payloadFormat }: Run): ShownPayload {
  const value = payload as JsonValue;
  if (payloadFormat === 'json.table.rowwise' && isTable(value))
    return shownTables([value], (each) => each[0] ?? null);
  if (payloadFormat === 'json.multiset.rowwise' && Array.isArray(value)) {
    return shownTables(value.filter(isTable), (each) => each);
  }
  return { ...shownValue(value), shownRows: null };
}

function shownTables(tables: readonly Table[], pick: (shown: JsonValue[]) => JsonValue): ShownPayload {
  const shown = tables.map(({ columns, rows }) => ({
    columns,
    ...cutRows(rows, MOST_CHARS / tables.length),
  }));
  return {
    result: pick(shown.map(({ columns, rows }) => ({ columns, rows }))),
    shownRows: shown.reduce((sum, { rows }) => sum + rows.length, 0),
    isCut: shown.some(({ isCut }) => isCut),
  };
}

function shownValue(value: JsonValue): { result: JsonValue; isCut: boolean } {
  if (Array.isArray(value)) {
    const { rows, isCut } = cutRows(value, MOST_CHARS);
    return { result: rows, isCut };
  }
  const { value: cut, isCut } = cutTexts(value, typeof value === 'string' ? MOST_CHARS : LONGEST_TEXT);
  const text = JSON.stringify(cut);
  return text.length <= MOST_CHARS * 2
    ? { result: cut, isCut }
    : { result: `${text.slice(0, MOST_CHARS)}…`, isCut: true };
}

/** The end of a log, where errors and outcomes are. */
const endOfLog = (log: string | null): string | null =>
  log === null || log === '' ? null : log.slice(-LONGEST_LOG);

/**
 * A run as a tool's result: structured, with the same as text for clients that read only that, and a link to it in the
 * browser. A result that is too long for a language model is cut, and says so.
 */
export function contentOfRun(run: Run, url: string): CallToolResult {
  const isOver = run.status !== 'starting' && run.status !== 'running';
  if (!isOver) return contentOfUnfinished(run, url);
  const shown = shownPayload(run);
  const isCut = shown.isCut || run.isTruncated;
  const state = resultStateOf(run);
  const structured: Record<string, JsonValue> = {
    run_id: run.runId,
    command: run.name,
    status: run.status,
    end_reason: run.endReason,
    ...(run.isDryRun ? { is_dry_run: true, would_change: (run.dryRun ?? null) as JsonValue } : {}),
    ...(run.payloadFormat === null || run.resultDeletion !== null
      ? {}
      : { format: run.payloadFormat, result: shown.result }),
    result_state: state.kind,
    ...(shown.shownRows === null ? {} : { shown_rows: shown.shownRows, total_rows: run.totalRows }),
    is_cut: isCut,
    ...(run.outputs.length > 0 ? { outputs: cutTexts(run.outputs as JsonValue, LONGEST_TEXT).value } : {}),
    ...(run.returnValue === null
      ? {}
      : { return_value: cutTexts(run.returnValue as JsonValue, LONGEST_TEXT).value }),
    ...(run.rowsAffected.length > 0 ? { rows_affected: [...run.rowsAffected] } : {}),
    ...(run.errors === null ? {} : { errors: run.errors as JsonValue }),
    ...(endOfLog(run.log) === null ? {} : { log: endOfLog(run.log) }),
    url,
  };
  const isError = run.status !== 'success';
  return {
    content: [
      { type: 'text', text: isError ? failureText(run, url) : successText(run, shown, isCut, url) },
      ...(isError ? [] : [{ type: 'text' as const, text: exactJson(structured) }]),
      linkTo(run, url),
    ],
    // Its readers know doubles only: a number that no double holds is a text of its digits.
    structuredContent: withPlainScalars(structured),
    ...(isError ? { isError: true } : {}),
  };
}

function contentOfUnfinished(run: Run, url: string): CallToolResult {
  if (run.approval?.state === 'waiting') return contentOfHeld(run, run.approval, url);
  const text = `Run ${run.runId} of "${run.name}" is still running. Call read_run with run_id ${run.runId} to wait for its result.`;
  return {
    content: [{ type: 'text', text }, linkTo(run, url)],
    structuredContent: { run_id: run.runId, command: run.name, status: run.status, url },
  };
}

/** Asking again makes another request, so the model is told not to. */
function contentOfHeld(
  run: Run,
  { approvalId, approvers, expiresAt }: NonNullable<Run['approval']>,
  url: string,
): CallToolResult {
  const who = anyOf(approvers.slice(0, 5));
  const text = `Run ${run.runId} of "${run.name}" has not started: it needs the approval of ${who}. Don't call the command again. Call read_run with run_id ${run.runId} later; the request expires at ${expiresAt}.`;
  return {
    content: [{ type: 'text', text }, linkTo(run, url)],
    structuredContent: {
      run_id: run.runId,
      command: run.name,
      status: run.status,
      approval: { approval_id: approvalId, state: 'waiting', expires_time: expiresAt, approvers },
      url,
    },
  };
}

const linkTo = (run: Run, url: string) => ({
  type: 'resource_link' as const,
  uri: url,
  name: `Run ${run.runId}`,
  title: `${run.name}, run ${run.runId}`,
  description: 'This run in Pushboard',
  mimeType: 'text/html',
});

function successText(run: Run, { shownRows }: ShownPayload, isCut: boolean, url: string): string {
  const done = run.isDryRun
    ? `The dry run of "${run.name}" succeeded, and was rolled back. would_change says what the command would change.`
    : `"${run.name}" succeeded.`;
  const deleted = deletedOf(run);
  if (deleted !== null) return `${done} ${deleted}`;
  if (!isCut) return done;
  const what =
    shownRows === null
      ? 'The result is cut.'
      : `The first ${shownRows} of ${run.totalRows ?? 'more'} rows follow.`;
  return `${done} ${what} All of it: ${url}`;
}

/** That the result was deleted; null if it wasn't. */
const deletedOf = ({ resultDeletion }: Run): string | null =>
  resultDeletion === null ? null : deletionText(resultDeletion, utcTime);

/** The message of the source, as the page shows it. */
function failureText(run: Run, url: string): string {
  const messages = (run.errors ?? []).flatMap(({ message, code, detail, hint, where }) => [
    code === null ? message : `${message} (${code})`,
    ...[detail, hint, where].filter((more): more is string => more !== null),
  ]);
  const why = run.endReason === 'cancelled' ? 'was canceled' : 'failed';
  const deleted = deletedOf(run);
  return [
    `"${run.name}" ${why}.`,
    ...messages.map((text) => text.slice(0, LONGEST_TEXT)),
    ...(deleted === null ? [] : [deleted]),
    url,
  ].join('\n');
}

/** A refusal as a tool's result, which the model can read and act on. */
export const refusedCall = (message: string): CallToolResult => ({
  content: [{ type: 'text', text: message }],
  isError: true,
});
