'use client';

import { IconLock } from '@tabler/icons-react';
import { ChooseCommand } from '@/components/command/pickers/choose-command';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import type { PanelPage } from '@/components/ui/panels/panel-page';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { mayConfigure } from '@/lib/commands/rights';
import { DAYS_OFF, type JobPart, jobPanel, jobPartAt, NEW_JOB } from '@/lib/schedules/job-address';
import { JobAlerts } from '../alerts/job-alerts';
import { AutoRunDrilldown } from '../auto-runs/auto-run-drilldown';
import { ErrorInputs, RowInputs } from '../auto-runs/auto-run-inputs';
import { ChooseDecoration } from '../auto-runs/choose-decoration';
import { RowAutoRuns } from '../auto-runs/row-auto-runs';
import { useJob, useJobCommand } from '../use-jobs';
import { DaysOffPanel } from '../when/days-off-panel';
import { JobSchedule } from '../when/job-schedule';
import { JobBackfill } from './job-backfill';
import { JobDrilldown } from './job-drilldown';
import { JobInputs } from './job-inputs';
import { JobName } from './job-name';
import { JobRunning } from './job-running';
import type { JobStepProps } from './job-step';

type JobPanelProps = { orgId: string } & PanelPage & PanelParams<'job'>;

const skeleton = <FieldsSkeleton fields={4} />;

/** One panel of a scheduled job: a step of a new one, or a part of one that there is. */
export function JobPanel({ job: address, ...page }: JobPanelProps) {
  const part = jobPartAt(address);
  if (address === DAYS_OFF) return <DaysOffPanel orgId={page.orgId} />;
  if (address === NEW_JOB) return <NewJob orgId={page.orgId} />;
  if (part === null)
    return <SidePanel title="Scheduled job">This address doesn't lead to a scheduled job.</SidePanel>;
  return <PartPanel {...page} {...part} />;
}

function NewJob({ orgId }: { orgId: string }) {
  const panels = useSidePanels();
  return (
    <ChooseCommand
      orgId={orgId}
      title="New job"
      onlyEngineers="Only engineers of a command put it on a schedule."
      onChoose={(commandId) => panels.push(jobPanel({ commandId, jobId: null, step: 'schedule' }))}
    />
  );
}

function PartPanel({
  orgId,
  org,
  commandId,
  jobId,
  step,
  decorationId,
}: Omit<JobPanelProps, 'job'> & JobPart) {
  const command = useJobCommand(orgId, commandId);
  const isEngineer = command.data !== undefined && mayConfigure(command.data);
  const job = useJob(orgId, commandId, isEngineer ? jobId : null);
  if (isEngineer && (jobId === null || job.data !== undefined)) {
    const props = { command: command.data, job: job.data ?? null, step, orgSlug: org.slug };
    return <Step key={step} {...props} {...(decorationId === undefined ? {} : { decorationId })} />;
  }
  return (
    <SidePanel title="Scheduled job">
      {isEngineer ? (
        <QueryState query={job} errorTitle="Error refreshing scheduled job list" loading={skeleton}>
          {() => null}
        </QueryState>
      ) : (
        <QueryState query={command} errorTitle="Error fetching command!" loading={skeleton}>
          {() => (
            <EmptyNotice
              icon={<IconLock size={22} stroke={1.75} />}
              title="Only engineers see scheduled jobs"
            >
              Ask an engineer of the command to change its schedules.
            </EmptyNotice>
          )}
        </QueryState>
      )}
    </SidePanel>
  );
}

function Step({ step, decorationId = 0, ...props }: JobStepProps & Pick<JobPart, 'step' | 'decorationId'>) {
  switch (step) {
    case 'schedule':
      return <JobSchedule {...props} />;
    case 'inputs':
      return <JobInputs {...props} />;
    case 'name':
      return <JobName {...props} />;
    case 'send':
      return <JobAlerts {...props} about="results" />;
    case 'alerts':
      return <JobAlerts {...props} about="failures" />;
    case 'backfill':
      return props.job === null ? null : <JobBackfill {...props} job={props.job} />;
    case 'running':
      return props.job === null ? null : <JobRunning {...props} job={props.job} />;
    case 'decorations':
      return props.job === null ? null : <RowAutoRuns {...props} job={props.job} />;
    case 'link':
      return props.job === null ? null : <ChooseDecoration {...props} job={props.job} />;
    case 'decoration':
      return props.job === null ? null : (
        <AutoRunDrilldown {...props} job={props.job} decorationId={decorationId} />
      );
    case 'values':
      return props.job === null ? null : <RowInputs {...props} job={props.job} decorationId={decorationId} />;
    case 'error':
      return props.job === null ? null : <ErrorInputs {...props} job={props.job} />;
    case 'view':
      return props.job === null ? null : <JobDrilldown {...props} job={props.job} />;
  }
}
