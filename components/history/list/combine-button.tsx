'use client';

import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useCombineRuns } from '@/components/result-view/use-combine-runs';
import type { RunSummary } from '../use-history';
import styles from './selection-bar.module.css';

const choices = [
  { label: 'CSV', format: 'csv', withParams: false },
  { label: 'Excel', format: 'xlsx', withParams: false },
  { label: 'CSV with values', format: 'csv', withParams: true },
  { label: 'Excel with values', format: 'xlsx', withParams: true },
] as const;

/** Downloads the results of the selected runs as one file. */
export function CombineButton({ runs }: { runs: readonly RunSummary[] }) {
  const combine = useCombineRuns();
  const orgId = runs[0]?.orgId ?? '';
  return (
    <Menu position="bottom-end" width={270}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          loading={combine.isPending}
          aria-label="Combine download of selected runs"
          title="Combine download of selected runs"
        >
          <span className={styles.words}>Combine download</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Combine download of selected runs</Menu.Label>
        {choices.map(({ label, format, withParams }) => (
          <Menu.Item
            key={label}
            onClick={() =>
              combine.mutate({ orgId, runIds: runs.map(({ runId }) => runId), format, withParams })
            }
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
