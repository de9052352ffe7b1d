'use client';

import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import { chartOf } from '@/lib/runs/chart-of';
import type { ResultTable } from '@/lib/runs/result-table';
import styles from './result.module.css';
import { ResultGrid } from './result-grid';
import { ResultSkeleton } from './result-skeleton';
import { type ResultWay, ViewSwitch } from './view-switch';

/** Charts are large; their code is fetched with the first one opened. */
const chartPart = fetchedPart(() => import('./chart-result'));

/** The views of a table: as a table, and as charts if its columns suit them. */
export function useTableWays(
  table: ResultTable | null,
  label: string,
  buttons: Pick<ComponentProps<typeof ResultGrid>, 'resultSet' | 'objects'> = {},
): ResultWay[] {
  const chart = useMemo(() => (table === null ? null : chartOf(table)), [table]);
  if (table === null) return [];
  return [
    { name: 'Table', draw: (lead) => <ResultGrid table={table} label={label} lead={lead} {...buttons} /> },
    ...(chart === null
      ? []
      : [{ name: 'Chart' as const, draw: (lead: ReactNode) => drawChart(chart, lead) }]),
  ];
}

function drawChart(chart: NonNullable<ReturnType<typeof chartOf>>, lead: ReactNode) {
  return (
    <>
      <div className={styles.ways}>{lead}</div>
      <Fetched part={chartPart} props={{ chart }} fallback={<ResultSkeleton />} />
    </>
  );
}

interface TableViewsProps {
  table: ResultTable;
  label: string;
  commandId: number;
  /** Which of several result sets, from 0. */
  resultSet?: number;
}

/** A table, with a switch if it can also be a chart. */
export function TableViews({ table, label, commandId, resultSet = 0 }: TableViewsProps) {
  return <ViewSwitch commandId={commandId} ways={useTableWays(table, label, { resultSet })} />;
}
