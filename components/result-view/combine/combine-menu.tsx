'use client';

import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { type BulkCounts, leftOutWords } from '@/lib/results/bulk-counts';
import { type CombinedRuns, useCombineRuns } from './use-combine-runs';

const tables = [
  { label: 'CSV', format: 'csv', withParams: false, withErrors: false },
  { label: 'Excel', format: 'xlsx', withParams: false, withErrors: false },
  { label: 'CSV with values', format: 'csv', withParams: true, withErrors: false },
  { label: 'Excel with values', format: 'xlsx', withParams: true, withErrors: false },
] as const;
const withErrors = [
  { label: 'CSV with values and errors', format: 'csv', withParams: true, withErrors: true },
  { label: 'Excel with values and errors', format: 'xlsx', withParams: true, withErrors: true },
] as const;

interface CombineMenuProps {
  orgId: string;
  runs: CombinedRuns;
  title: string;
  /** The rows of a bulk run, if that is what is downloaded. */
  counts?: BulkCounts;
  /** The button that opens the menu. */
  target: (isBusy: boolean) => ReactElement;
}

/** Downloads the results of several runs as one file, as CSV or as a spreadsheet, with their values or without. */
export function CombineMenu({ orgId, runs, title, counts, target }: CombineMenuProps) {
  const combine = useCombineRuns();
  const lost = counts === undefined ? null : leftOutWords(counts);
  const item = ({ label, ...choice }: (typeof tables | typeof withErrors)[number]) => (
    <Menu.Item key={label} onClick={() => combine.mutate({ orgId, of: runs, ...choice })}>
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>{target(combine.isPending)}</Menu.Target>
      <Menu.Dropdown>
        {(counts === undefined || counts.failed + counts.canceled < counts.total) && (
          <>
            <Menu.Label>{lost === null ? title : `${title}, without ${lost}`}</Menu.Label>
            {tables.map(item)}
          </>
        )}
        {lost !== null && (
          <>
            <Menu.Label>All rows, with the errors of {lost}</Menu.Label>
            {withErrors.map(item)}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
