'use client';

import { useCallback, useMemo, useState } from 'react';
import { ApiError, callApi } from '@/lib/client/api-client';
import { createBulkRun, startBulkRun } from '@/lib/contract/runs/bulk';
import type { ValueIssue } from '@/lib/values/check-values';
import { randomId } from '../runs/random-id';
import type { Command } from '../use-command';
import { askBeforeBulk } from './ask-before-bulk';
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

const CELL = /^runramsList\[(\d+)\]\.(.*)$/s;

/**
 * All rows without a problem are ticked at first. What the server refuses is shown in its cells.
 *
 * @param sourceRunId the run whose result the rows are from
 * @param numberOf the number that a row has where it comes from
 */
export function useBulkStart(
  command: Command,
  checked: CheckedRows,
  sourceRunId: number | null,
  numberOf: (row: number) => number,
  onStarted: (runId: number) => void,
): BulkStart {
  const { rows } = checked;
  const [unticked, setUnticked] = useState<{ rows: typeof rows; of: ReadonlySet<number> }>({
    rows,
    of: new Set(),
  });
  const [refused, setRefused] = useState<{ rows: typeof rows; issues: RowIssues }>({
    rows,
    issues: new Map(),
  });
  const [state, setState] = useState<{ isStarting: boolean; error: unknown }>({
    isStarting: false,
    error: null,
  });
  const issues = useMemo(
    () => (refused.rows === rows ? new Map([...checked.issues, ...refused.issues]) : checked.issues),
    [checked.issues, refused, rows],
  );
  const isTicked = useCallback(
    (row: number) => !issues.has(row) && !(unticked.rows === rows && unticked.of.has(row)),
    [issues, unticked, rows],
  );
  const ticked = useMemo(() => rows.map((_, row) => row).filter(isTicked), [rows, isTicked]);

  async function run(): Promise<void> {
    if (ticked.length === 0 || checked.isChecking || checked.error !== null || state.isStarting) return;
    const extras = await askBeforeBulk(command, ticked.length, issues.size);
    if (extras === null) return;
    setState({ isStarting: true, error: null });
    const { orgId, commandId, template } = command;
    const attempt = randomId();
    try {
      const rows = ticked.map(checked.valuesOf);
      const rowNumbers = ticked.map(numberOf);
      const body = { templateId: template.templateId, commandId, sourceRunId, rows, rowNumbers };
      const { runId } = await callApi(
        createBulkRun,
        { params: { orgId }, body },
        { idempotencyKey: `${attempt}-create`, isTrusted: true },
      );
      await callApi(
        startBulkRun,
        { params: { orgId }, body: { runId, commandId, ...extras } },
        { idempotencyKey: `${attempt}-start` },
      );
      setState({ isStarting: false, error: null });
      onStarted(runId);
    } catch (error) {
      setRefused({ rows, issues: issuesOf(error, ticked) });
      setState({ isStarting: false, error });
    }
  }

  return {
    ticked,
    isTicked,
    toggle: (row) =>
      setUnticked((before) => ({ rows, of: toggled(before.rows === rows ? before.of : new Set(), row) })),
    tickAll: (isOn) => setUnticked({ rows, of: new Set(isOn ? [] : rows.keys()) }),
    issues,
    ...state,
    run: () => void run(),
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
