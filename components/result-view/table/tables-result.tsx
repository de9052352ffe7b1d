'use client';

import { Tabs } from '@mantine/core';
import { useMemo } from 'react';
import { readTables } from '@/lib/results/table/result-table';
import { formatCount } from '@/lib/results/table/row-counts';
import { EmptyResult } from '../empty-result';
import { FetchedJson } from '../json/fetched-json';
import { useOpenTable } from '../look/use-look';
import { useOutputSettings } from '../output-settings';
import type { PayloadProps } from '../payload';
import { TableViews } from './table-views';

/** Several result sets, each on its own tab. */
export default function TablesResult({ payload, commandId }: PayloadProps) {
  const tables = useMemo(() => readTables(payload), [payload]);
  const sources = useMemo(
    () => tables?.map((_, resultSet) => ({ kind: 'column' as const, resultSet })) ?? [],
    [tables],
  );
  const { runId } = useOutputSettings();
  const [openTable, open] = useOpenTable(runId);
  if (tables === null) return <FetchedJson payload={payload} commandId={commandId} />;
  if (tables.length === 0) return <EmptyResult />;
  const numbered = tables.map((table, index) => ({
    table,
    source: sources[index] ?? { kind: 'column' as const, resultSet: index },
    name: `Result ${index + 1}`,
    tab: tabOf(index),
  }));
  return (
    <Tabs
      value={tabOf(Math.min(openTable, tables.length - 1))}
      onChange={(tab) => open(numbered.findIndex((each) => each.tab === tab))}
      keepMounted={false}
    >
      <Tabs.List px={16}>
        {numbered.map(({ table, name, tab }) => (
          <Tabs.Tab key={tab} value={tab}>
            {name} · {formatCount(table.rows.length)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {numbered.map(({ table, source, name, tab }) => (
        <Tabs.Panel key={tab} value={tab}>
          <TableViews table={table} label={name} source={source} commandId={commandId} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** A part of an id, which has no spaces. */
const tabOf = (resultSet: number): string => `result-${resultSet + 1}`;
