'use client';

import { useEffect, useMemo, useState } from 'react';
import { valuesOfRow } from '@/lib/bulk/bulk-values';
import type { Input, InputValues } from '@/lib/inputs/input';
import { checkValues, type ValueIssue } from '@/lib/values/check-values';
import type { ValuesCaller } from '@/lib/values/values-caller';
import type { Command } from '../use-command';
import type { BulkDraft } from './use-bulk-draft';

/** What is wrong with rows, by their index. */
export type RowIssues = ReadonlyMap<number, readonly ValueIssue[]>;

export interface CheckedRows {
  rows: readonly Record<string, string>[];
  /** What a row sends. */
  valuesOf(row: number): InputValues;
  issues: RowIssues;
  isChecking: boolean;
}

const SETTLE_MS = 250;
/** The page stays responsive between two slices of checks. */
const SLICE_MS = 12;
const noRows: readonly Record<string, string>[] = [];
const noIssues: RowIssues = new Map();

/** Checks each row by the rules of the form, in slices, a moment after the last change. */
export function useCheckedRows(
  command: Command,
  caller: ValuesCaller,
  draft: BulkDraft,
  formValues: InputValues,
): CheckedRows {
  const { inputs } = command.template;
  const { inputChecks } = command;
  const { paired, inputs: lined } = draft;
  const rows = paired.ok ? paired.rows : noRows;
  const [found, setFound] = useState({ rows: noRows, issues: noIssues });
  const valuesOf = useMemo(() => {
    const ofAll = constantValues(lined, inputs, formValues);
    return (row: number) => ({ ...ofAll, ...valuesOfRow(lined, rows[row] ?? {}) });
  }, [lined, inputs, formValues, rows]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const issues = new Map<number, ValueIssue[]>();
    const checkFrom = (first: number) => {
      const untilMs = performance.now() + SLICE_MS;
      let row = first;
      for (; row < rows.length && performance.now() < untilMs; row += 1) {
        const checked = checkValues(inputs, valuesOf(row), caller, inputChecks);
        if (!checked.ok) issues.set(row, checked.issues);
      }
      if (row < rows.length) timer = setTimeout(() => checkFrom(row), 0);
      else setFound({ rows, issues });
    };
    timer = setTimeout(() => checkFrom(0), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [rows, valuesOf, inputs, caller, inputChecks]);

  const isChecking = found.rows !== rows;
  return { rows, valuesOf, issues: isChecking ? noIssues : found.issues, isChecking };
}

/** The values that no line stands for: each row takes the form's. */
function constantValues(
  lined: readonly Input[],
  inputs: readonly Input[],
  formValues: InputValues,
): InputValues {
  const keys = new Set(lined.map(({ key }) => key));
  const files = inputs.filter((input) => input.type.component === 'b-file' && !keys.has(input.key));
  return Object.fromEntries(
    files.flatMap(({ key }) => {
      const value = Object.hasOwn(formValues, key) ? formValues[key] : undefined;
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
