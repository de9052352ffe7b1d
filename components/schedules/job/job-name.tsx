'use client';

import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { confirmUnattended } from '@/components/command/confirm-unattended';
import { NameForm } from '@/components/ui/fields/name-form';
import { FormFooter } from '@/components/ui/panels/form-footer';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { ShownOnce } from '@/components/ui/text/shown-once';
import { LONGEST_JOB_NAME } from '@/lib/contract/schedules/scheduled-job';
import { jobPanel } from '@/lib/schedules/job-address';
import { shownDraft } from '../alerts/alert-lists';
import { IfItFailsPart, SendToPart } from '../alerts/alert-parts';
import { SignatureNote } from '../alerts/signing-key';
import styles from '../jobs.module.css';
import { type CreatedJob, type Job, useCreateJob, useUpdateJob } from '../use-jobs';
import type { JobStepProps } from './job-step';
import { useNewJob } from './new-job-draft';
import { OpenForm } from './open-form';

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
  const open = (step: 'send' | 'alerts') => panels.push(jobPanel({ commandId, jobId: null, step }));
  function leave(): void {
    const configure = { kind: 'configure', commandId } as const;
    if (panels.stack.includes(`configure:${commandId}`)) panels.popTo(configure);
    else panels.closeAll();
  }
  async function save(name: string): Promise<void> {
    if (!(await confirmUnattended(command, 'When the job fires'))) return;
    const { values: params, alerts: drafts, ...plan } = draft;
    const alerts = drafts.map(({ alert }) => alert);
    create.mutate(
      { ...plan, name, params, alerts, ...(confirmationWord === null ? {} : { confirmation }) },
      {
        onSuccess: (made) => {
          forget();
          if (made.alerts.every(({ signingKey }) => signingKey === null)) leave();
        },
      },
    );
  }
  if (create.isSuccess) return <NewKeys name={create.data.name} alerts={create.data.alerts} onDone={leave} />;
  const alerts = draft.alerts.map(shownDraft);
  return (
    <SidePanel
      title={`Schedule ${command.name}`}
      context="Step 3 of 3: name"
      footer={
        <>
          <Button variant="default" onClick={panels.pop}>
            Back
          </Button>
          <OpenForm orgSlug={orgSlug} command={command} values={draft.values} zone={draft.cronTimezone} />
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
      <ul className={styles.list} aria-label="Who hears of its runs">
        <SendToPart alerts={{ data: alerts, error: null }} onOpen={() => open('send')} />
        <IfItFailsPart
          job={{ retryCount: null }}
          alerts={{ data: alerts, error: null }}
          onOpen={() => open('alerts')}
        />
      </ul>
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

interface NewKeysProps {
  name: string;
  alerts: CreatedJob['alerts'];
  onDone: () => void;
}

/** The keys that sign the messages to the webhooks of a job, right after it was saved. */
function NewKeys({ name, alerts, onDone }: NewKeysProps) {
  return (
    <SidePanel
      title="Keys of webhooks"
      context={`${name} is saved`}
      footer={<Button onClick={onDone}>Done</Button>}
    >
      <Stack gap="lg">
        {alerts.map(
          ({ alertId, target, signingKey }) =>
            signingKey !== null && <ShownOnce key={alertId} label={`Key for ${target}`} text={signingKey} />,
        )}
        <SignatureNote />
      </Stack>
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
