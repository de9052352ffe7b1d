'use client';

import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { type CombinedRuns, useCombineRuns } from './use-combine-runs';

const choices = [
  { label: 'CSV', format: 'csv', withParams: false },
  { label: 'Excel', format: 'xlsx', withParams: false },
  { label: 'CSV with values', format: 'csv', withParams: true },
  { label: 'Excel with values', format: 'xlsx', withParams: true },
] as const;

interface CombineMenuProps {
  orgId: string;
  runs: CombinedRuns;
  title: string;
  /** The button that opens the menu. */
  target: (isBusy: boolean) => ReactElement;
}

/** Downloads the results of several runs as one file, as CSV or as a spreadsheet, with their values or without. */
export function CombineMenu({ orgId, runs, title, target }: CombineMenuProps) {
  const combine = useCombineRuns();
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>{target(combine.isPending)}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{title}</Menu.Label>
        {choices.map(({ label, format, withParams }) => (
          <Menu.Item key={label} onClick={() => combine.mutate({ orgId, of: runs, format, withParams })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
