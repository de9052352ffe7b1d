'use client';

import { UnstyledButton } from '@mantine/core';
import { IconCalendarClock } from '@tabler/icons-react';
import Link from 'next/link';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import { paths } from '@/lib/base/paths';
import { jobPanel } from '@/lib/schedules/job-address';
import styles from './scheduled-line.module.css';
import { type Command, useCommandJobs } from './use-jobs';

/** That a command runs by itself, and when next, with the way to the job. Nothing for one without a job that is on. */
export default function ScheduledLine({ command, orgSlug }: { command: Command; orgSlug: string }) {
  const panels = useSidePanels();
  const { commandId } = command;
  const jobs = useCommandJobs(command, false).data?.filter(({ nextRunAt }) => nextRunAt !== null) ?? [];
  const [next, ...others] = jobs;
  if (next === undefined || next.nextRunAt === null) return null;
  const { scheduledJobId: jobId } = next;
  return (
    <p className={styles.line}>
      <IconCalendarClock size={16} stroke={1.75} aria-hidden />
      <span>
        Scheduled:{' '}
        <UnstyledButton
          className={styles.job}
          onClick={() => panels.push(jobPanel({ commandId, jobId, step: 'view' }))}
        >
          {next.name}
        </UnstyledButton>{' '}
        runs next <Moment at={next.nextRunAt} as="coming" />.
        {others.length > 0 && (
          <>
            {' '}
            <Link
              href={`${paths.builder(orgSlug, commandId)}&panel=configure:${commandId}&configure-tab=jobs`}
            >
              {others.length === 1 ? '1 more job' : `${others.length} more jobs`}
            </Link>
          </>
        )}
      </span>
    </p>
  );
}
