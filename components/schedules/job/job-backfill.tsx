'use client';

import { Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import type { Job } from '../use-jobs';
import { useBackfillJob } from '../use-jobs';
import type { JobStepProps } from './job-step';
import { MomentField, momentOf } from './moment-field';

const FORM = 'job-backfill';

/** Runs a job for times that it missed. */
export function JobBackfill({ job }: JobStepProps & { job: Job }) {
  const panels = useSidePanels();
  const backfill = useBackfillJob(job);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const span = { from: momentOf(from), to: momentOf(to) };
  const isValid = span.from !== null && span.to !== null && span.from <= span.to;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (span.from !== null && span.to !== null)
      backfill.mutate({ from: span.from, to: span.to }, { onSuccess: panels.pop });
  }
  return (
    <SidePanel
      title="Run missed times"
      context={job.name}
      footer={<FormFooter form={FORM} label="Run" isDisabled={!isValid} isPending={backfill.isPending} />}
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <Stack gap="lg">
          <p>
            Runs the job once for every time in this span that it missed, with the dates of that time. Enter
            both in your own time zone.
          </p>
          <MomentField label="From" text={from} onChange={setFrom} />
          <MomentField label="To" text={to} onChange={setTo} />
          {backfill.error !== null && <ErrorNotice error={backfill.error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}
