'use client';

import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import type { Run } from '@/components/run-stream/use-run';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { BulkBar } from './bulk-bar';
import styles from './bulk-summary.module.css';
import { useBulkRun } from './use-bulk-run';

/** A bulk run where the result of a run stands: its counts, and the way to its rows. */
export function BulkSummary({ run: { orgId, commandId, runId, bulkProgress } }: { run: Run }) {
  const panels = useSidePanels();
  const { progress = bulkProgress, pace } = useBulkRun({ orgId, commandId, runId });
  if (progress === null) return null;
  return (
    <div className={styles.box}>
      <BulkBar progress={progress} pace={pace} />
      <Button
        variant="default"
        leftSection={<IconStack2 size={16} stroke={1.75} aria-hidden />}
        onClick={() => panels.push({ kind: 'bulk-run', commandId, runId })}
      >
        Show the rows
      </Button>
    </div>
  );
}
