'use client';

import { type FormEvent, useState } from 'react';
import { NeedsApprovalEachTime } from '@/components/command/approval/needs-approval-each-time';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { parseCron } from '@/lib/schedules/cron-expression';
import { jobPanel } from '@/lib/schedules/job-address';
import type { JobStepProps } from '../job/job-step';
import { useNewJob } from '../job/new-job-draft';
import { type Job, useUpdateJob } from '../use-jobs';
import { ScheduleEditor } from './schedule-editor';

const FORM = 'job-schedule';

/** When a job fires: the first step of a new one. */
export function JobSchedule({ command, job }: JobStepProps) {
  return job === null ? <NewSchedule command={command} /> : <SavedSchedule name={job.name} job={job} />;
}

function NewSchedule({ command }: Pick<JobStepProps, 'command'>) {
  const panels = useSidePanels();
  const { draft, set } = useNewJob(command.commandId, command.template.inputs);
  const isValid = parseCron(draft.cronExpression).ok;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isValid) return;
    set({});
    panels.push(jobPanel({ commandId: command.commandId, jobId: null, step: 'inputs' }));
  }
  return (
    <SidePanel
      title={`Schedule ${command.name}`}
      context="Step 1 of 3: when"
      footer={<FormFooter form={FORM} label="Next: values" isDisabled={!isValid} />}
    >
      <NeedsApprovalEachTime command={command} />
      <form id={FORM} noValidate onSubmit={submit}>
        <ScheduleEditor orgId={command.orgId} plan={draft} onChange={set} />
      </form>
    </SidePanel>
  );
}

function SavedSchedule({ job, name }: { job: Job; name: string }) {
  const panels = useSidePanels();
  const update = useUpdateJob(job);
  const { cronExpression, cronTimezone, skipsDaysOff } = job;
  const [plan, setPlan] = useState({ cronExpression, cronTimezone, skipsDaysOff });
  const isChanged =
    plan.cronExpression !== cronExpression ||
    plan.cronTimezone !== cronTimezone ||
    plan.skipsDaysOff !== skipsDaysOff;
  const isValid = isChanged && parseCron(plan.cronExpression).ok;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isValid) update.mutate(plan, { onSuccess: panels.pop });
  }
  return (
    <SidePanel
      title="When"
      context={name}
      footer={<FormFooter form={FORM} label="Save" isDisabled={!isValid} isPending={update.isPending} />}
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <ScheduleEditor
          orgId={job.orgId}
          plan={plan}
          skippedTimes={job.skippedTimes}
          onChange={(changes) => setPlan({ ...plan, ...changes })}
        />
        {update.error !== null && <ErrorNotice error={update.error} />}
      </form>
    </SidePanel>
  );
}
