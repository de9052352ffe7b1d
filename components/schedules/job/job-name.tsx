'use client';

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { confirmUnattended } from '@/components/command/confirm-unattended';
import { NameForm } from '@/components/ui/fields/name-form';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { LONGEST_JOB_NAME } from '@/lib/contract/schedules/scheduled-job';
import { type Job, useCreateJob, useUpdateJob } from '../use-jobs';
import type { JobStepProps } from './job-step';
import { useNewJob } from './new-job-draft';
import { TryItNow } from './try-it-now';
import styles from './values-form.module.css';

const FORM = 'job-name';

/** What a job is called: the last step of a new one. */
export function JobName({ command, job, orgSlug }: JobStepProps) {
  return job === null ? <NewName command={command} orgSlug={orgSlug} /> : <SavedName job={job} />;
}

function NewName({ command, orgSlug }: Omit<JobStepProps, 'job'>) {
  const panels = useSidePanels();
  const { commandId, confirmationWord } = command;
  const { draft, forget } = useNewJob(commandId, command.template.inputs);
  const create = useCreateJob(command);
  const [confirmation, setConfirmation] = useState('');
  async function save(name: string): Promise<void> {
    if (!(await confirmUnattended(command, 'When the job fires'))) return;
    const { values: params, ...plan } = draft;
    create.mutate(
      { ...plan, name, params, ...(confirmationWord === null ? {} : { confirmation }) },
      {
        onSuccess: () => {
          forget();
          const configure = { kind: 'configure', commandId } as const;
          if (panels.stack.includes(`configure:${commandId}`)) panels.popTo(configure);
          else panels.closeAll();
        },
      },
    );
  }
  return (
    <SidePanel
      title={`Schedule ${command.name}`}
      context="Step 3 of 3: name"
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Back
          </Button>
          <TryItNow orgSlug={orgSlug} command={command} values={draft.values} zone={draft.cronTimezone} />
          <Button type="submit" form={FORM} loading={create.isPending}>
            Save
          </Button>
        </>
      }
    >
      <NameForm
        formId={FORM}
        initialName={command.name}
        error={create.error}
        onSave={(name) => void save(name)}
        maxLength={LONGEST_JOB_NAME}
      />
      <p className={styles.quiet}>
        Who gets the results, and who hears of failures, is set in the job once it is saved.
      </p>
      {confirmationWord !== null && (
        <TextInput
          label={`Type “${confirmationWord}” to confirm that it runs unattended`}
          description="People confirm each run of this command with the word. When the job fires, nobody is there to type it."
          value={confirmation}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
      )}
    </SidePanel>
  );
}

function SavedName({ job }: { job: Job }) {
  const panels = useSidePanels();
  const update = useUpdateJob(job);
  return (
    <SidePanel
      title="Name"
      context={job.name}
      footer={<FormFooter form={FORM} label="Save" isPending={update.isPending} />}
    >
      <NameForm
        formId={FORM}
        initialName={job.name}
        error={update.error}
        maxLength={LONGEST_JOB_NAME}
        onSave={(name) => update.mutate({ name }, { onSuccess: panels.pop })}
      />
    </SidePanel>
  );
}
