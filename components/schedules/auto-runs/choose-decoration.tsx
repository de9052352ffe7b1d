'use client';

import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { jobPanel } from '@/lib/schedules/job-address';
import type { JobStepProps } from '../job/job-step';
import styles from '../jobs.module.css';
import type { Job } from '../use-jobs';

/** The row decorations of the command that the job doesn't run yet. */
export function ChooseDecoration({ command, job }: JobStepProps & { job: Job }) {
  const panels = useSidePanels();
  const { commandId, scheduledJobId: jobId } = job;
  const linked = new Set(job.decorations.map(({ decorationId }) => decorationId));
  const others = command.template.rowDecorations.filter(({ decorationId }) => !linked.has(decorationId));
  return (
    <SidePanel
      title="Add row button"
      context={job.name}
      footer={
        <Button variant="default" onClick={panels.pop}>
          Cancel
        </Button>
      }
    >
      {others.length === 0 && <p>The job presses all row buttons of this command.</p>}
      {others.length > 0 && (
        <ul className={styles.list} aria-label="Row buttons">
          {others.map(({ decorationId, name, targetName, canRun, brokenReason }) => (
            <li key={decorationId}>
              <UnstyledButton
                className={styles.item}
                disabled={!canRun}
                onClick={() => panels.push(jobPanel({ commandId, jobId, step: 'values', decorationId }))}
              >
                <span className={styles.names}>
                  <span className={styles.name}>{name}</span>
                  <span className={styles.value}>
                    {canRun ? `Runs ${targetName}` : (brokenReason ?? 'Opens a command that you cannot run')}
                  </span>
                </span>
                <IconChevronRight size={16} stroke={1.75} aria-hidden />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  );
}
