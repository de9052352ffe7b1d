'use client';

import { Button, Checkbox, UnstyledButton } from '@mantine/core';
import { IconCalendarClock, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import { jobPanel } from '@/lib/schedules/job-address';
import { JobStateIcon } from './job-state-icon';
import { whenOf } from './job-words';
import styles from './jobs.module.css';
import { type Command, type Job, useCommandJobs } from './use-jobs';
import { useReaderZone } from './use-reader-zone';

/** The scheduled jobs of a command, in the panel that configures it. */
export function JobsTab({ command, tabs }: { command: Command; tabs: ReactNode }) {
  const panels = useSidePanels();
  const [showDeleted, setShowDeleted] = useState(false);
  const jobs = useCommandJobs(command, showDeleted);
  const { commandId } = command;
  const create = () => panels.push(jobPanel({ commandId, jobId: null, step: 'schedule' }));
  return (
    <SidePanel
      title={`Configure ${command.name}`}
      context="Scheduled jobs"
      startsAtTitle
      footer={
        <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />} onClick={create}>
          New job
        </Button>
      }
    >
      {tabs}
      <QueryState
        query={jobs}
        errorTitle="Error refreshing scheduled job list"
        loading={<ListSkeleton rows={2} />}
        isEmpty={(all) => all.length === 0}
        empty={
          <EmptyNotice icon={<IconCalendarClock size={22} stroke={1.75} />} title="No scheduled jobs yet">
            A job runs this command at set times, with the values that you choose and with your rights.
          </EmptyNotice>
        }
      >
        {(all) => <JobList jobs={all} />}
      </QueryState>
      <Checkbox
        mt="lg"
        label="Show deleted jobs"
        checked={showDeleted}
        onChange={(event) => setShowDeleted(event.currentTarget.checked)}
      />
    </SidePanel>
  );
}

function JobList({ jobs }: { jobs: readonly Job[] }) {
  const panels = useSidePanels();
  const zone = useReaderZone();
  return (
    <ul className={styles.list} aria-label="Scheduled jobs">
      {jobs.map((job) => (
        <li key={job.scheduledJobId}>
          <UnstyledButton
            className={styles.item}
            onClick={() =>
              panels.push(jobPanel({ commandId: job.commandId, jobId: job.scheduledJobId, step: 'view' }))
            }
          >
            <JobStateIcon job={job} />
            <span className={styles.names}>
              <span className={styles.name}>{job.name}</span>
              <span className={styles.quiet}>{whenOf(job, zone)}</span>
            </span>
            <span className={styles.next}>
              {job.nextRunAt === null ? (
                'Paused'
              ) : (
                <>
                  Next: <Moment at={job.nextRunAt} as="short" inSentence />
                </>
              )}
            </span>
            <IconChevronRight size={16} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
