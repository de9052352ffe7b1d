'use client';

import { Button, Stack } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import Link from 'next/link';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Moment } from '@/components/ui/text/moment';
import { paths } from '@/lib/base/paths';
import { isSecretMark } from '@/lib/base/secret-mark';
import type { InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { type JobPart, jobPanel } from '@/lib/schedules/job-address';
import { isRelative } from '@/lib/schedules/relative-dates';
import { wordsOf } from '@/lib/schedules/words';
import { useAlerts } from '../alerts/use-alerts';
import { AutoRunParts } from '../auto-runs/auto-run-parts';
import styles from '../jobs.module.css';
import { type Job, useRunJobNow, useSkipNextTime, useTakeJob, useUpdateJob } from '../use-jobs';
import { Part, valueText } from './job-part';
import type { JobStepProps } from './job-step';
import { LastRuns } from './last-runs';
import { ManuallyTest } from './manually-test';

type DrilldownProps = JobStepProps & { job: Job };

/** Everything that is set of a job, each part with its own panel. */
export function JobDrilldown({ command, job, orgSlug }: DrilldownProps) {
  const panels = useSidePanels();
  const update = useUpdateJob(job);
  const run = useRunJobNow(job);
  const { commandId, scheduledJobId: jobId } = job;
  const open = (step: JobPart['step']) => panels.push(jobPanel({ commandId, jobId, step }));
  async function askToDelete(): Promise<void> {
    const isSure = await confirm({
      title: `Delete “${job.name}”?`,
      body: 'It no longer fires. Its runs stay in the history, and it can be restored.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (isSure) update.mutate({ isDeleted: true });
  }
  return (
    <SidePanel
      title={`Edit Job #${jobId}`}
      context={job.name}
      footer={
        job.isDeleted ? (
          <Button loading={update.isPending} onClick={() => update.mutate({ isDeleted: false })}>
            Restore
          </Button>
        ) : (
          <>
            <Button variant="default" color="red" onClick={() => void askToDelete()}>
              Delete
            </Button>
            <Button
              variant="default"
              loading={update.isPending}
              onClick={() => update.mutate({ isEnabled: !job.isEnabled })}
            >
              {job.isEnabled ? 'Pause' : 'Resume'}
            </Button>
          </>
        )
      }
    >
      <Stack gap="lg">
        <div className={styles.actions}>
          <Button
            component={Link}
            href={`${paths.history(orgSlug)}?filter=cron_job_id:${jobId}`}
            variant="default"
            leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
          >
            View History
          </Button>
          {!job.isDeleted && (
            <>
              <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
                Run Now
              </Button>
              <Button variant="default" onClick={() => open('backfill')}>
                Run Missed Times
              </Button>
            </>
          )}
          <ManuallyTest orgSlug={orgSlug} command={command} values={valuesOf(job)} zone={job.cronTimezone} />
        </div>
        {run.error !== null && <ErrorNotice error={run.error} />}
        <StateNotice job={job} />
        <ul className={styles.list}>
          <Part label="Name" onOpen={() => open('name')}>
            {job.name}
          </Part>
          <Part label="Schedule" onOpen={() => open('schedule')}>
            {wordsOf(job.cronExpression)} <span className={styles.machine}>{job.cronExpression}</span>
          </Part>
          <Part label="Timezone" onOpen={() => open('schedule')}>
            {job.cronTimezone}
          </Part>
          <Part label="Inputs" onOpen={() => open('inputs')}>
            <ValueList job={job} />
          </Part>
          <AutoRunParts command={command} job={job} />
          <Part label="Alerts" onOpen={() => open('alerts')}>
            <AlertWords job={job} />
          </Part>
          <Part label="Running" onOpen={() => open('running')}>
            {runningWords(job)}
          </Part>
        </ul>
        <dl className={styles.facts}>
          <dt>Command</dt>
          <dd>
            <Link href={paths.builder(orgSlug, commandId)}>{job.commandName}</Link>
          </dd>
          <dt>Next run</dt>
          <dd>
            <NextRun job={job} />
          </dd>
          <dt>Last run</dt>
          <dd>{job.lastRunAt === null ? '--' : <Moment at={job.lastRunAt} as="full" />}</dd>
          <dt>Last runs</dt>
          <dd>
            <LastRuns runs={job.lastRuns} />
          </dd>
          <dt>Runs as</dt>
          <dd>{job.owner.name}</dd>
          <dt>Changed by</dt>
          <dd>
            {job.modifiedBy.name}, <Moment at={job.modifiedAt} as="row" />
          </dd>
        </dl>
        {update.error !== null && <ErrorNotice error={update.error} />}
      </Stack>
    </SidePanel>
  );
}

/** The next time, which can be called off. */
function NextRun({ job }: { job: Job }) {
  const skip = useSkipNextTime(job);
  const { nextRunAt: time } = job;
  if (time === null) return '--';
  return (
    <>
      <Moment at={time} as="full" />{' '}
      <Button
        variant="subtle"
        size="compact-xs"
        loading={skip.isPending}
        onClick={() => skip.mutate({ time })}
      >
        Skip this time
      </Button>
      {skip.error !== null && <ErrorNotice error={skip.error} />}
    </>
  );
}

function AlertWords({ job }: { job: Job }) {
  const alerts = useAlerts(job);
  const targets = (alerts.data ?? []).map(({ target }) => target);
  return targets.length === 0 ? '--' : targets.join(', ');
}

const valuesOf = ({ inputs }: Job): InputValues =>
  Object.fromEntries(
    inputs.flatMap(({ input, valueJson }) => (isSecretMark(valueJson) ? [] : [[input.key, valueJson]])),
  );

/** Why a job doesn't fire, and the way out. */
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

function ValueList({ job }: { job: Job }) {
  if (job.inputs.length === 0) return '--';
  const names = inputNames(job.inputs.map(({ input }) => input));
  return job.inputs.map(({ input, valueJson }) => (
    <span key={input.inputId} className={styles.pair}>
      {nameOf(names, input.key)}{' '}
      <span className={styles.machine} data-told={isRelative(valueJson) || undefined}>
        {valueText(valueJson)}
      </span>
    </span>
  ));
}

function runningWords({ allowsOverlap, skipsDaysOff, timeoutSeconds, retryCount }: Job): string {
  const parts = [
    allowsOverlap ? 'may overlap' : null,
    skipsDaysOff ? 'leaves out days off' : null,
    timeoutSeconds === null ? null : `at most ${timeoutSeconds} s`,
    retryCount === null ? null : `${retryCount} further attempts`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'As the command' : parts.join(', ');
}
