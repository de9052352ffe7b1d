'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JsonValue } from '@/lib/base/json';
import { readFields } from '@/lib/outputs/field-paths';
import { writtenText } from '@/lib/results/display-value';
import { rowHolds } from '@/lib/results/look/row-terms';
import { personLocale } from '@/lib/results/person-locale';
import { cellText, type ResultTable, readTable, readTables } from '@/lib/results/table/result-table';
import type { RowTerm } from '@/lib/settings/condition-terms';
import { lastRunQuery } from '../../output/use-outputs';
import type { ButtonEditorState } from './use-button-editor';

/** The first row with the button, or the first object, of a command's last result. */
export interface LiveRow {
  runId: number;
  startedAt: string;
  /** Whether it has the button: if no row has it, this is the first one. */
  hasButton: boolean;
  /** The text of an output in it, as it fills in an input; null where the result doesn't have it. */
  textOf(path: string): string | null;
  /** The same as the result writes it. */
  writtenOf(path: string): string | null;
}

/** A value of the row with its column's type; undefined where the result doesn't have it. */
type CellOf = (path: string) => { value: JsonValue; type: string } | undefined;

type Found = Pick<LiveRow, 'hasButton'> & { cellOf: CellOf };

/** Null if the command has never returned such a row. */
export function useLiveRow({ command, kind, resultSet, shownWhen }: ButtonEditorState) {
  return useQuery({
    ...lastRunQuery(command),
    select: (run): LiveRow | null => {
      if (run === null || run.startedAt === null) return null;
      const found =
        kind === 'row' ? ofTable(tableOf(run.payload, resultSet), shownWhen) : ofDocument(run.payload);
      if (found === null) return null;
      const { cellOf, hasButton } = found;
      const textOf = (path: string): string | null => {
        const cell = cellOf(path);
        return cell === undefined ? null : cellText(cell.value);
      };
      const writtenOf = (path: string): string | null => {
        const { value = null, type = '' } = cellOf(path) ?? {};
        return writtenText(value, { name: path, type }, personLocale()) ?? textOf(path);
      };
      return { runId: run.runId, startedAt: run.startedAt, hasButton, textOf, writtenOf };
    },
  });
}

/** The limits for suggested values: a longer list is hard to choose from, and a longer text is not a value that repeats. */
const MOST_VALUES = 50;
const LONGEST_VALUE = 80;

/** Returns some values that a column had in the last result, as suggestions for a condition. */
export function useKnownValues({ command, resultSet }: ButtonEditorState) {
  const { data: run } = useQuery(lastRunQuery(command));
  const table = useMemo(() => tableOf(run?.payload ?? null, resultSet), [run, resultSet]);
  return (path: string): string[] => {
    const at = table?.columns.findIndex(({ name }) => name === path) ?? -1;
    const texts = (table?.rows ?? []).map((row) => cellText(row[at] ?? ''));
    const short = texts.filter((text) => text !== '' && text.length <= LONGEST_VALUE);
    return [...new Set(short)].slice(0, MOST_VALUES);
  };
}

function tableOf(payload: JsonValue, resultSet: number | null): ResultTable | null {
  return (readTables(payload) ?? [readTable(payload)])[resultSet ?? 0] ?? null;
}

function ofTable(table: ResultTable | null, terms: readonly RowTerm[]): Found | null {
  const [first] = table?.rows ?? [];
  if (table === null || first === undefined) return null;
  const isOn = rowHolds(
    terms,
    table.columns.map(({ name }) => name),
  );
  const own = table.rows.find(isOn);
  const row = own ?? first;
  const cellOf: CellOf = (path) => {
    const at = table.columns.findIndex(({ name }) => name === path);
    return at < 0 ? undefined : { value: row[at] ?? null, type: table.columns[at]?.type ?? '' };
  };
  return { cellOf, hasButton: own !== undefined };
}

function ofDocument(payload: JsonValue): Found | null {
  if (payload === null || typeof payload !== 'object') return null;
  const cellOf: CellOf = (path) => {
    const [first] = readFields(payload, path);
    return first === undefined ? undefined : { value: first, type: '' };
  };
  return { cellOf, hasButton: true };
}
