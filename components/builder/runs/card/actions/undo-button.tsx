'use client';

import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useParams } from 'next/navigation';
import type { Run } from '@/components/run-stream/use-run';
import { paths } from '@/lib/base/paths';
import { followUpAddress } from '@/lib/results/follow-ups';
import { undoValues } from '@/lib/results/undo-values';
import styles from '../run-result.module.css';

/** Opens the command that takes a run back, filled in. The server says whether that is offered, and decides again. */
export function UndoButton({ run, undo }: { run: Run; undo: NonNullable<Run['undo']> }) {
  const { orgSlug } = useParams<{ orgSlug?: string }>();
  if (orgSlug === undefined) return null;
  const builder = paths.builder(decodeURIComponent(orgSlug), undo.commandId);
  const address = followUpAddress(builder, undoValues(undo.maps, run), { runId: run.runId, kind: 'undo' });
  return (
    <div className={styles.undo}>
      <Button
        component="a"
        href={address}
        target="_blank"
        rel="noopener"
        variant="default"
        size="xs"
        leftSection={<IconArrowBackUp size={14} stroke={1.75} aria-hidden />}
        aria-label={`Undo: ${undo.name}, opens in a new tab`}
        title={`Opens “${undo.name}” in a new tab, filled in from this run`}
      >
        Undo
      </Button>
    </div>
  );
}
