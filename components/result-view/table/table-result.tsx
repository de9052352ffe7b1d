'use client';

import { useMemo } from 'react';
import { readTable } from '@/lib/results/table/result-table';
import { FetchedJson } from '../json/fetched-json';
import type { PayloadProps } from '../payload';
import { TableViews } from './table-views';

const FIRST = { kind: 'column', resultSet: 0 } as const;

/** One table of rows. */
export default function TableResult({ payload, commandId }: PayloadProps) {
  const table = useMemo(() => readTable(payload), [payload]);
  if (table === null) return <FetchedJson payload={payload} commandId={commandId} />;
  return <TableViews table={table} label="Result" source={FIRST} commandId={commandId} />;
}
