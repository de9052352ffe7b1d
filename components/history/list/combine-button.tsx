'use client';

import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { CombineMenu } from '@/components/result-view/combine/combine-menu';
import type { RunSummary } from '../use-history';
import styles from './selection-bar.module.css';

/** Downloads the results of the selected runs as one file. */
export function CombineButton({ runs }: { runs: readonly RunSummary[] }) {
  return (
    <CombineMenu
      orgId={runs[0]?.orgId ?? ''}
      runs={{ runIds: runs.map(({ runId }) => runId) }}
      title="Format"
      target={(isBusy) => (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          loading={isBusy}
          aria-label="Download in one file"
          title="Download the selected results in one file"
        >
          Download<span className={styles.words}>&nbsp;in one file</span>
        </Button>
      )}
    />
  );
}
