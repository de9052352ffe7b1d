'use client';

import { useQuery } from '@tanstack/react-query';
import type { JsonValue } from '@/lib/base/json';
import { readFields } from '@/lib/outputs/field-paths';
import { writtenText } from '@/lib/results/display-value';
import { personLocale } from '@/lib/results/person-locale';
import { cellText, readTable, readTables } from '@/lib/results/table/result-table';
import { lastRunQuery } from '../../output/use-outputs';
import type { ButtonEditorState } from './use-button-editor';

/** The first row, or the first object, of a command's last result. */
export interface LiveRow {
  runId: number;
  startedAt: string;
  /** The text of an output in it, as it fills in an input; null where the result doesn't have it. */
  textOf(path: string): string | null;
  /** The same as the result writes it. */
  writtenOf(path: string): string | null;
}

/** A value of the row with its column's type; undefined where the result doesn't have it. */
type CellOf = (path: string) => { value: JsonValue; type: string } | undefined;

/** Null if the command has never returned such a row. */
export function useLiveRow({ command, kind, resultSet }: ButtonEditorState) {
  return useQuery({
    ...lastRunQuery(command),
    select: (run): LiveRow | null => {
      if (run === null || run.startedAt === null) return null;
      const cellOf = kind === 'row' ? ofTable(run.payload, resultSet ?? 0) : ofDocument(run.payload);
      if (cellOf === null) return null;
      const textOf = (path: string): string | null => {
        const cell = cellOf(path);
        return cell === undefined ? null : cellText(cell.value);
      };
      const writtenOf = (path: string): string | null => {
        const { value = null, type = '' } = cellOf(path) ?? {};
        return writtenText(value, { name: path, type }, personLocale()) ?? textOf(path);
      };
      return { runId: run.runId, startedAt: run.startedAt, textOf, writtenOf };
    },
  });
}

function ofTable(payload: JsonValue, resultSet: number): CellOf | null {
  const table = (readTables(payload) ?? [readTable(payload)])[resultSet];
  const row = table?.rows[0];
  if (table === undefined || table === null || row === undefined) return null;
  return (path) => {
    const at = table.columns.findIndex(({ name }) => name === path);
    return at < 0 ? undefined : { value: row[at] ?? null, type: table.columns[at]?.type ?? '' };
  };
}

function ofDocument(payload: JsonValue): CellOf | null {
  if (payload === null || typeof payload !== 'object') return null;
  return (path) => {
    const [first] = readFields(payload, path);
    return first === undefined ? undefined : { value: first, type: '' };
  };
}
