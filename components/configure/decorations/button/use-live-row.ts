'use client';

import { useQuery } from '@tanstack/react-query';
import type { JsonValue } from '@/lib/base/json';
import { readFields } from '@/lib/outputs/field-paths';
import { cellText, readTable, readTables } from '@/lib/results/table/result-table';
import { lastRunQuery } from '../../output/use-outputs';
import type { ButtonEditorState } from './use-button-editor';

/** The first row, or the first object, of a command's last result. */
export interface LiveRow {
  runId: number;
  startedAt: string;
  /** The text of an output in it; null where the result doesn't have it. */
  textOf(path: string): string | null;
}

/** Null if the command has never returned such a row. */
export function useLiveRow({ command, kind, resultSet }: ButtonEditorState) {
  return useQuery({
    ...lastRunQuery(command),
    select: (run): LiveRow | null => {
      if (run === null || run.startedAt === null) return null;
      const textOf = kind === 'row' ? ofTable(run.payload, resultSet ?? 0) : ofDocument(run.payload);
      return textOf === null ? null : { runId: run.runId, startedAt: run.startedAt, textOf };
    },
  });
}

function ofTable(payload: JsonValue, resultSet: number): LiveRow['textOf'] | null {
  const table = (readTables(payload) ?? [readTable(payload)])[resultSet];
  const row = table?.rows[0];
  if (table === undefined || table === null || row === undefined) return null;
  return (path) => {
    const at = table.columns.findIndex(({ name }) => name === path);
    return at < 0 ? null : cellText(row[at] ?? null);
  };
}

function ofDocument(payload: JsonValue): LiveRow['textOf'] | null {
  if (payload === null || typeof payload !== 'object') return null;
  return (path) => {
    const [first] = readFields(payload, path);
    return first === undefined ? null : cellText(first);
  };
}
