'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { askBeforeBulk } from '@/components/bulk-run/ask-before-bulk';
import { keepLeftOut } from '@/components/bulk-run/left-out-rows';
import { refreshRuns } from '@/components/run-stream/use-running-runs';
import type { FileTable } from '@/lib/bulk/file-columns';
import { ApiError, callApi } from '@/lib/client/api-client';
import { oneAttempt } from '@/lib/client/one-attempt';
import { createBulkRun, startBulkRun } from '@/lib/contract/runs/bulk';
import type { ValueIssue } from '@/lib/values/check-values';
import type { Command } from '../use-command';
import type { BulkDraft } from './use-bulk-draft';
import type { CheckedRows, RowIssues } from './use-checked-rows';

/** Which rows run, and starting them. */
export interface BulkStart {
  /** Indexes of the rows that will run, in order. */
  ticked: readonly number[];
  isTicked(row: number): boolean;
  toggle(row: number): void;
  tickAll(isTicked: boolean): void;
  /** What is wrong with rows, here or according to the server. */
  issues: RowIssues;
  isStarting: boolean;
  error: unknown;
  run(): void;
}

type Rows = CheckedRows['rows'];

/** What is kept of rows, and of which. */
interface OfRows {
  source: unknown;
  rows: Rows;
}

const noRows: ReadonlySet<number> = new Set();

const isSame = (a: Rows[number] | undefined, b: Rows[number] | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

const CELL = /^runramsList\[(\d+)\]\.(.*)$/s;

/**
 * All rows without a problem are ticked at first. What the server refuses is shown in its cells.
 *
 * @param draft where the rows come from
 */
export function useBulkStart(
  command: Command,
  checked: CheckedRows,
  draft: BulkDraft,
  onStarted: (runId: number) => void,
): BulkStart {
  const { rows } = checked;
  const { source, origin, numberOf } = draft;
  // One that is changed stays unticked or refused as long as the rows are the same ones.
  const [unticked, setUnticked] = useState<OfRows & { of: ReadonlySet<number> }>({
    source,
    rows,
    of: new Set(),
  });
  const [refused, setRefused] = useState<OfRows & { issues: RowIssues }>({ source, rows, issues: new Map() });
  const isOfThese = useCallback(
    (kept: OfRows) => kept.source === source && kept.rows.length === rows.length,
    [source, rows],
  );
  const unticks = isOfThese(unticked) ? unticked.of : noRows;
  const queryClient = useQueryClient();
  const [state, setState] = useState<{ isStarting: boolean; error: unknown }>({
    isStarting: false,
    error: null,
  });
  const issues = useMemo(
    () =>
      isOfThese(refused)
        ? new Map([
            ...checked.issues,
            ...[...refused.issues].filter(([row]) => isSame(refused.rows[row], rows[row])),
          ])
        : checked.issues,
    [checked.issues, refused, rows, isOfThese],
  );
  const isTicked = useCallback((row: number) => !issues.has(row) && !unticks.has(row), [issues, unticks]);
  const ticked = useMemo(() => rows.map((_, row) => row).filter(isTicked), [rows, isTicked]);

  async function run(): Promise<void> {
    if (ticked.length === 0 || checked.isChecking || checked.error !== null || state.isStarting) return;
    const extras = await askBeforeBulk(command, { count: ticked.length, leftOut: issues.size });
    if (extras === null) return;
    setState({ isStarting: true, error: null });
    const { orgId, commandId, template } = command;
    try {
      const values = ticked.map(checked.valuesOf);
      const rowNumbers = ticked.map(numberOf);
      const body = { templateId: template.templateId, commandId, ...origin, rows: values, rowNumbers };
      const runId = await oneAttempt([orgId, body], async (attempt) => {
        const created = await callApi(
          createBulkRun,
          { params: { orgId }, body },
          { idempotencyKey: `${attempt}-create`, isTrusted: true },
        );
        const started = { params: { orgId }, body: { runId: created.runId, commandId, ...extras } };
        // With another note it isn't the same request, and the server refuses to start a run twice.
        await oneAttempt(started, (id) => callApi(startBulkRun, started, { idempotencyKey: `${id}-start` }));
        return created.runId;
      });
      setState({ isStarting: false, error: null });
      refreshRuns(queryClient);
      keepLeftOut(queryClient, runId, leftOutOf(draft, rows, [...issues.keys()]));
      onStarted(runId);
    } catch (error) {
      setRefused({ source, rows, issues: issuesOf(error, ticked) });
      setState({ isStarting: false, error });
    }
  }

  return {
    ticked,
    isTicked,
    toggle: (row) => setUnticked({ source, rows, of: toggled(unticks, row) }),
    tickAll: (isOn) => setUnticked({ source, rows, of: new Set(isOn ? [] : rows.keys()) }),
    issues,
    ...state,
    run: () => void run(),
  };
}

/** The rows that don't run because of a problem, as they were given. */
function leftOutOf(
  { file, inputs, numberOf }: BulkDraft,
  rows: Rows,
  problems: readonly number[],
): FileTable {
  const leftOut = [...problems].sort((a, b) => a - b);
  const columns = inputs.map(({ key }) => key);
  return {
    name: 'Rows that were left out',
    columns,
    isOfInputs: true,
    rows: leftOut.map((row) => columns.map((key) => rows[row]?.[key] ?? '')),
    numbers: leftOut.map(numberOf),
    ...(file?.isOfProgram === true && { isOfProgram: true }),
    ...(file?.holdsValues === true && { holdsValues: true }),
  };
}

function toggled(before: ReadonlySet<number>, row: number): ReadonlySet<number> {
  const after = new Set(before);
  if (!after.delete(row)) after.add(row);
  return after;
}

/** The server counts the rows that were sent, which are those ticked. */
function issuesOf(error: unknown, ticked: readonly number[]): RowIssues {
  const issues = new Map<number, ValueIssue[]>();
  if (!(error instanceof ApiError)) return issues;
  for (const { path, message } of error.issues) {
    const [, index, key = ''] = CELL.exec(path) ?? [];
    const row = ticked[Number(index)];
    if (row !== undefined) issues.set(row, [...(issues.get(row) ?? []), { key, message }]);
  }
  return issues;
}
