'use client';

import { Checkbox, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { runningBounds } from '@/lib/settings/running-settings';
import { type Job, useUpdateJob } from '../use-jobs';
import type { JobStepProps } from './job-step';

const FORM = 'job-running';
const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

/** How the runs of a job differ from others of its command. */
export function JobRunning({ command, job }: JobStepProps & { job: Job }) {
  const panels = useSidePanels();
  const update = useUpdateJob(job);
  const [allowsOverlap, setOverlap] = useState(job.allowsOverlap);
  const [timeoutSeconds, setTimeoutSeconds] = useState(job.timeoutSeconds);
  const [retryCount, setRetryCount] = useState(job.retryCount);
  const isSafe = command.template.warningTag === 'safe';
  function submit(event: FormEvent): void {
    event.preventDefault();
    update.mutate({ allowsOverlap, timeoutSeconds, retryCount }, { onSuccess: panels.pop });
  }
  return (
    <SidePanel
      title="Limits"
      context={job.name}
      footer={<FormFooter form={FORM} label="Save" isPending={update.isPending} />}
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <Stack gap="lg">
          <Checkbox
            label="Start a run even if the one before is in progress"
            description="Otherwise that time is skipped, and the history says so."
            checked={allowsOverlap}
            onChange={(event) => setOverlap(event.currentTarget.checked)}
          />
          <TextInput
            type="number"
            label="Time limit in seconds"
            description="Empty for the command's own."
            min={runningBounds.timeoutSeconds.least}
            max={runningBounds.timeoutSeconds.most}
            value={timeoutSeconds ?? ''}
            onChange={(event) => setTimeoutSeconds(numberOf(event.currentTarget.value))}
          />
          <TextInput
            type="number"
            label="Retries after a failure"
            description={
              isSafe
                ? "Empty for the command's own."
                : 'Only commands that are set to “Reads data” are retried.'
            }
            min={runningBounds.retryCount.least}
            max={runningBounds.retryCount.most}
            disabled={!isSafe}
            value={retryCount ?? ''}
            onChange={(event) => setRetryCount(numberOf(event.currentTarget.value))}
          />
          {update.error !== null && <ErrorNotice error={update.error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}
