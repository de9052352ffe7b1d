'use client';

import { Button, UnstyledButton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconChevronRight, IconExternalLink, IconTableRow } from '@tabler/icons-react';
import { EmptyLine, EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import { MOST_AUTO_RUN_ROWS } from '@/lib/contract/schedules/auto-runs';
import { formatCount } from '@/lib/results/table/row-counts';
import { jobPanel } from '@/lib/schedules/job-address';
import type { JobStepProps } from '../job/job-step';
import styles from '../jobs.module.css';
import type { Job } from '../use-jobs';
import { Problem, UNKNOWN } from './auto-run-parts';
import { useRefreshDecorations } from './use-auto-runs';

/** What each row of a job's results is sent to. */
export function RowAutoRuns({ command, job, orgSlug }: JobStepProps & { job: Job }) {
  const panels = useSidePanels();
  const refresh = useRefreshDecorations();
  // A button is created in another tab.
  useWindowEvent('focus', () => void refresh());
  const { commandId, scheduledJobId: jobId, decorations } = job;
  const { rowDecorations } = command.template;
  const hasNone = rowDecorations.length === 0 && decorations.length === 0;
  const link = (
    <Button onClick={() => panels.push(jobPanel({ commandId, jobId, step: 'link' }))}>Add row button</Button>
  );
  return (
    <SidePanel title="For each row" context={job.name} footer={hasNone ? undefined : link}>
      {hasNone && (
        <EmptyNotice
          icon={<IconTableRow size={22} stroke={1.75} />}
          title="This command has no row buttons"
          action={
            <Button
              component="a"
              href={`${paths.builder(orgSlug, commandId)}&flOpenCreateDecorationSidePanel=true`}
              target="_blank"
              rightSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
            >
              Create a row button in a new tab
            </Button>
          }
        >
          A row button opens another command, filled in with a row. A job can run that command for each row of
          its result.
        </EmptyNotice>
      )}
      {!hasNone && decorations.length === 0 && (
        <EmptyLine>Nothing else runs. Add a row button to run its command for each row.</EmptyLine>
      )}
      {decorations.length > 0 && (
        <ul className={styles.list} aria-label="For each row">
          {decorations.map(({ decorationId, name, targetName, problem }) => (
            <li key={decorationId}>
              <UnstyledButton
                className={styles.item}
                onClick={() => panels.push(jobPanel({ commandId, jobId, step: 'decoration', decorationId }))}
              >
                <span className={styles.names}>
                  <span className={styles.name}>{targetName ?? UNKNOWN}</span>
                  <span className={styles.value}>{name}</span>
                  <Problem problem={problem} />
                </span>
                <IconChevronRight size={16} stroke={1.75} aria-hidden />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
      {!hasNone && (
        <p className={styles.note}>
          When a run of this job succeeds, each row of its result runs the other command, with the rights of{' '}
          {job.owner.name}: the first {formatCount(MOST_AUTO_RUN_ROWS)} rows. If there are more, the bulk run
          in the history says how many were left out.
        </p>
      )}
    </SidePanel>
  );
}
