'use client';

import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { SECRET_MARK } from '@/lib/base/secret-mark';
import { ApiError } from '@/lib/client/api-client';
import type { Input, InputValues } from '@/lib/inputs/input';
import { jobPanel } from '@/lib/schedules/job-address';
import { type Job, useUpdateJob } from '../use-jobs';
import type { JobStepProps } from './job-step';
import { useNewJob } from './new-job-draft';
import { askedInputs, useValues, ValuesForm } from './values-form';

const FORM = 'job-inputs';

/** The values that a job runs with: the second step of a new one. */
export function JobInputs({ command, job }: JobStepProps) {
  return job === null ? <NewInputs command={command} /> : <SavedInputs command={command} job={job} />;
}

function NewInputs({ command }: Pick<JobStepProps, 'command'>) {
  const panels = useSidePanels();
  const { inputs } = command.template;
  const { draft, set } = useNewJob(command.commandId, inputs);
  const form = useValues(inputs, draft.values);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!form.check()) return;
    set({ values: form.values });
    panels.push(jobPanel({ commandId: command.commandId, jobId: null, step: 'name' }));
  }
  return (
    <SidePanel
      title={`Schedule ${command.name}`}
      context="Step 2 of 3: values"
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Back
          </Button>
          <Button type="submit" form={FORM}>
            Next: name
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <ValuesForm command={command} form={form} zone={draft.cronTimezone} />
      </form>
    </SidePanel>
  );
}

/** The values of a job as its form starts: a password that it has stays, unless one is typed. */
const savedValues = (job: Job): InputValues =>
  Object.fromEntries(job.inputs.map(({ input, valueJson }) => [input.key, valueJson]));

const withKeptSecrets = (inputs: readonly Input[], saved: InputValues, values: InputValues): InputValues => ({
  ...Object.fromEntries(
    inputs
      .filter(({ key }) => saved[key] === SECRET_MARK || isMark(saved[key]))
      .map(({ key }) => [key, saved[key] ?? null]),
  ),
  ...values,
});

const isMark = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'is_set' in value && value.is_set === true;

function SavedInputs({ command, job }: Pick<JobStepProps, 'command'> & { job: Job }) {
  const panels = useSidePanels();
  const { inputs } = command.template;
  const update = useUpdateJob(job);
  const [saved] = useState(() => savedValues(job));
  const kept = new Set(Object.keys(saved).filter((key) => isMark(saved[key])));
  const form = useValues(
    inputs,
    Object.fromEntries(Object.entries(saved).filter(([key]) => !kept.has(key))),
    kept,
  );
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!form.check()) return;
    const asked = new Set(askedInputs(inputs).map(({ key }) => key));
    const values = Object.fromEntries(
      Object.entries(withKeptSecrets(inputs, saved, form.values)).filter(([key]) => asked.has(key)),
    );
    update.mutate(
      { params: values },
      {
        onSuccess: panels.pop,
        onError: (error) => error instanceof ApiError && form.refuse(error.issues, 'runrams'),
      },
    );
  }
  return (
    <SidePanel
      title="Values"
      context={job.name}
      footer={<FormFooter form={FORM} label="Save" isPending={update.isPending} />}
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <ValuesForm command={command} form={form} zone={job.cronTimezone} kept={kept} />
        {update.error !== null && <ErrorNotice error={update.error} />}
      </form>
    </SidePanel>
  );
}
