'use client';

import { Button, Loader, Progress } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconCircleMinus, IconClock } from '@tabler/icons-react';
import Link from 'next/link';
import { useSidePanels } from '@/components/ui/side-panels/use-side-panels';
import { paths } from '@/lib/paths';
import { RoutineName } from './addition-list';
import styles from './sync-panel.module.css';
import type { CommitProgress, RowProgress } from './use-commit';

/** The chosen rows, each with how far it is, and what to do next with those that became commands. */
export function CommitSummary({ progress, orgSlug }: { progress: CommitProgress; orgSlug: string }) {
  const { rows, byCloudId, isGoing } = progress;
  const states = rows.map(({ cloudId }) => byCloudId.get(cloudId)?.state ?? 'waiting');
  const done = states.filter((state) => state === 'success' || state === 'error').length;
  const failed = states.filter((state) => state === 'error').length;
  return (
    <div className={styles.summary}>
      <div role="status" className={styles.counts}>
        {isGoing ? `${done} of ${rows.length} done` : `${done - failed} added`}
        {failed > 0 && `, ${failed} failed`}
        {!isGoing && done < rows.length && `, ${rows.length - done} called off`}
      </div>
      {isGoing && <Progress value={(done / rows.length) * 100} aria-label="Progress" />}
      <table className={styles.summaryTable} aria-label="Summary of Additions">
        <thead className={styles.unseen}>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Routine</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const at = byCloudId.get(row.cloudId) ?? { state: 'waiting' };
            return (
              <tr key={row.cloudId} className={styles.summaryRow}>
                <td>
                  <StateIcon progress={at} />
                </td>
                <td className={styles.summaryName}>
                  <RoutineName row={row} />
                  {at.state === 'error' && <span className={styles.rowError}>{at.message}</span>}
                </td>
                <td className={styles.next}>
                  {at.state === 'success' && (
                    <NextSteps commandId={at.commandId} name={at.name} orgSlug={orgSlug} />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function StateIcon({ progress }: { progress: RowProgress }) {
  switch (progress.state) {
    case 'in_progress':
      return <Loader size={16} aria-label="In progress" />;
    case 'success':
      return (
        <IconCircleCheck className={styles.good} size={16} stroke={1.75} role="img" aria-label="Added" />
      );
    case 'error':
      return (
        <IconAlertCircle className={styles.bad} size={16} stroke={1.75} role="img" aria-label="Failed" />
      );
    case 'cancelled':
      return <IconCircleMinus size={16} stroke={1.75} role="img" aria-label="Called off" />;
    case 'waiting':
      return <IconClock size={16} stroke={1.75} role="img" aria-label="Waiting" />;
  }
}

function NextSteps({ commandId, name, orgSlug }: { commandId: number; name: string; orgSlug: string }) {
  const panels = useSidePanels();
  const href = paths.builder(orgSlug, commandId);
  return (
    <>
      <Button
        component="a"
        href={href}
        target="_blank"
        rel="noopener"
        variant="default"
        size="compact-sm"
        aria-label={`Open ${name} in a new tab`}
      >
        Open
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Configure ${name}`}
        onClick={() => panels.push(`configure:${commandId}`)}
      >
        Configure
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Share ${name}`}
        onClick={() => panels.push(`share:${commandId}`)}
      >
        Share
      </Button>
      <Button
        component={Link}
        href={href}
        variant="subtle"
        color="gray"
        size="compact-sm"
        aria-label={`Go To Command ${name}`}
      >
        Go To Command
      </Button>
    </>
  );
}
