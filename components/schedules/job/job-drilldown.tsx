'use client';

import { Button, Stack, Switch } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import Link from 'next/link';
import { TakeOver } from '@/components/command/dependents/take-over';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import { paths } from '@/lib/base/paths';
import { type JobPart, jobPanel } from '@/lib/schedules/job-address';
import styles from '../jobs.module.css';
import { type Job, useRunJobNow, useTakeJob, useUpdateJob } from '../use-jobs';
import { ComingRuns } from '../when/coming-runs';
import { JobMenu } from './job-menu';
import { JobParts } from './job-parts';
import type { JobStepProps } from './job-step';
import { RecentRuns } from './recent-runs';

type DrilldownProps = JobStepProps & { job: Job };

/** A job as it stands: when it runs, with what, what follows, and how it went. Each part opens its own panel. */
export function JobDrilldown({ command, job, orgSlug }: DrilldownProps) {
  const panels = useSidePanels();
  const update = useUpdateJob(job);
  const run = useRunJobNow(job);
  const take = useTakeJob(job);
  const { commandId, scheduledJobId: jobId } = job;
  const open = (step: JobPart['step']) => panels.push(jobPanel({ commandId, jobId, step }));
  return (
    <SidePanel
      title={job.name}
      startsAtTitle
      context={<Link href={paths.builder(orgSlug, commandId)}>{job.commandName}</Link>}
      actions={
        <>
          <Switch
            label={job.isEnabled ? 'On' : 'Paused'}
            labelPosition="left"
            aria-label={`${job.name} is on`}
            checked={job.isEnabled}
            disabled={job.isDeleted || update.isPending}
            onChange={(event) => update.mutate({ isEnabled: event.currentTarget.checked })}
          />
          <JobMenu command={command} job={job} orgSlug={orgSlug} onOpen={open} />
        </>
      }
      footer={
        <>
          <span className={styles.owner}>
            Runs as {job.owner.name}{' '}
            {job.pausedReason === null && !job.isDeleted && (
              <TakeOver of={job} keeps="Its times and values" take={take} />
            )}
          </span>
          {job.isDeleted ? (
            <Button loading={update.isPending} onClick={() => update.mutate({ isDeleted: false })}>
              Restore
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
              loading={run.isPending}
              onClick={() => run.mutate()}
            >
              Run now
            </Button>
          )}
        </>
      }
    >
      <Stack gap="lg">
        {run.error !== null && <ErrorNotice error={run.error} />}
        {update.error !== null && <ErrorNotice error={update.error} />}
        <StateNotice job={job} />
        <JobParts command={command} job={job} onOpen={open} />
        <ComingRuns job={job} />
        <RecentRuns job={job} orgSlug={orgSlug} />
        <p className={styles.note}>
          Changed by {job.modifiedBy.name}, <Moment at={job.modifiedAt} as="ago" inSentence />
        </p>
      </Stack>
    </SidePanel>
  );
}

/** Why a job doesn't run, and the way out. */
function StateNotice({ job }: { job: Job }) {
  const take = useTakeJob(job);
  if (job.pausedReason === null) return null;
  return (
    <div className={styles.notice} role="status">
      <p>{job.pausedReason}</p>
      {!job.isMine && (
        <Button variant="default" size="compact-sm" loading={take.isPending} onClick={() => take.mutate()}>
          Take over
        </Button>
      )}
      {take.error !== null && <ErrorNotice error={take.error} />}
    </div>
  );
}
