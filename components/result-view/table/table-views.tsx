'use client';

import { type ReactNode, useMemo } from 'react';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import { chartOf } from '@/lib/results/charts/chart-of';
import type { TableSource } from '@/lib/results/table/arrange-columns';
import type { ResultTable } from '@/lib/results/table/result-table';
import type { RowFollowUps } from '../follow-ups/follow-ups';
import { useOutputSettings } from '../output-settings';
import styles from '../result.module.css';
import { ResultSkeleton } from '../result-skeleton';
import { ResultGrid } from './result-grid';
import { type ResultWay, ViewSwitch } from './view-switch';

/** Charts are large; their code is fetched with the first one opened. */
const chartPart = fetchedPart(() => import('./chart-result'));
/** So are tables of which the page has only a part. */
const wholePart = fetchedPart(() => import('./pages/whole-grid'));

/** The views of a table: as a table, and as charts if its columns suit them. */
export function useTableWays(
  table: ResultTable | null,
  label: string,
  source: TableSource,
  objects: RowFollowUps | null = null,
): ResultWay[] {
  const { isChartFirst, whole } = useOutputSettings();
  const chart = useMemo(() => (table === null ? null : chartOf(table)), [table]);
  if (table === null) return [];
  const grid: ResultWay = {
    name: 'Table',
    draw: (lead) => {
      const props = { table, label, source, lead, objects };
      if (whole === null || source.kind !== 'column') return <ResultGrid {...props} />;
      const { resultSet } = source;
      return (
        <Fetched part={wholePart} props={{ ...props, whole, resultSet }} fallback={<ResultSkeleton />} />
      );
    },
  };
  if (chart === null) return [grid];
  const charts: ResultWay = { name: 'Chart', draw: (lead) => drawChart(chart, lead) };
  return isChartFirst ? [charts, grid] : [grid, charts];
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
  source: TableSource;
  commandId: number;
}

/** A table, with a switch if it can also be a chart. */
export function TableViews({ table, label, source, commandId }: TableViewsProps) {
  return <ViewSwitch commandId={commandId} source={source} ways={useTableWays(table, label, source)} />;
}
