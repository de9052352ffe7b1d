'use client';

import { useMemo } from 'react';
import { DataTable } from '@/components/ui/data-table/data-table';
import { type ResultTable, readTable } from '@/lib/runs/result-table';
import { EmptyResult } from './empty-result';
import { FetchedJson } from './fetched-json';
import type { PayloadProps } from './payload';
import styles from './result.module.css';
import { columnsOf } from './table-columns';

/** One table of rows. */
export default function TableResult({ payload }: PayloadProps) {
  const table = useMemo(() => readTable(payload), [payload]);
  return table === null ? <FetchedJson payload={payload} /> : <ResultGrid table={table} label="Result" />;
}

/** The rows of one result set in a grid. */
export function ResultGrid({ table, label }: { table: ResultTable; label: string }) {
  const columns = useMemo(() => columnsOf(table), [table]);
  if (table.columns.length === 0) return <EmptyResult />;
  return (
    <>
      <DataTable label={label} columns={columns} rows={table.rows} />
      {table.rows.length === 0 && <p className={styles.note}>No rows. The query ran, and nothing matched.</p>}
    </>
  );
}
