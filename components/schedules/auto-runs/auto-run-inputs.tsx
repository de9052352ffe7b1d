'use client';

import { Button, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useMemo, useState } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { latestError } from '@/components/ui/feedback/latest-error';
import { QueryState } from '@/components/ui/feedback/query-state';
import { FieldsSkeleton } from '@/components/ui/loading/fields-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { isSecretMark } from '@/lib/base/secret-mark';
import { ApiError } from '@/lib/client/api-client';
import type { InputValues } from '@/lib/inputs/input';
import { jobPanel } from '@/lib/schedules/job-address';
import type { JobStepProps } from '../job/job-step';
import { askedInputs, useValues, ValuesForm } from '../job/values-form';
import styles from '../jobs.module.css';
import { type Command, type Job, useJobCommand } from '../use-jobs';
import { Problem } from './auto-run-parts';
import {
  type GivenInputs,
  type JobDecoration,
  useRemoveErrorAutoRun,
  useSaveDecoration,
  useSaveErrorAutoRun,
} from './use-auto-runs';

const FORM = 'auto-run-inputs';
const TITLE = 'Values';
const AFTER_FAILURE = 'After a failure';

type JobProps = JobStepProps & { job: Job };

/** The job's own values for the command of a row decoration: a new link, or one that there is. */
export function RowInputs({ command, job, decorationId }: JobProps & { decorationId: number }) {
  const panels = useSidePanels();
  const { commandId, scheduledJobId: jobId } = job;
  const linked = job.decorations.find((each) => each.decorationId === decorationId);
  const decoration = command.template.rowDecorations.find((each) => each.decorationId === decorationId);
  const save = useSaveDecoration(job, decorationId, linked !== undefined);
  const filled = new Map(
    (decoration?.maps ?? []).filter(({ isFilled }) => isFilled).map(({ inputKey, path }) => [inputKey, path]),
  );
  function done(): void {
    if (linked === undefined) panels.popTo(jobPanel({ commandId, jobId, step: 'decorations' }));
    else panels.pop();
  }
  return (
    <TargetPanel
      job={job}
      targetId={decoration?.canRun === true ? decoration.targetCommandId : null}
      missing={
        decoration === undefined
          ? 'This button was deleted.'
          : 'This button opens a command that you cannot run.'
      }
    >
      {(target) => (
        <ValuesPanel
          job={job}
          target={target}
          filled={filled}
          saved={linked?.targetCommandId === target.commandId ? linked.inputs : []}
          save={(values, onError) => save.mutate(values, { onSuccess: done, onError })}
          isSaving={save.isPending}
          error={save.error}
        />
      )}
    </TargetPanel>
  );
}

/** The job's own values for the command of the error jump. */
export function ErrorInputs({ command, job }: JobProps) {
  const panels = useSidePanels();
  const save = useSaveErrorAutoRun(job);
  const remove = useRemoveErrorAutoRun(job);
  const jump = command.template.errorDecoration;
  const { errorDecoration: linked } = job;
  const unlink =
    linked === null ? undefined : (
      <Button
        variant="subtle"
        color="red"
        mr="auto"
        loading={remove.isPending}
        onClick={() => remove.mutate(undefined, { onSuccess: panels.pop })}
      >
        Remove from this job
      </Button>
    );
  return (
    <TargetPanel
      job={job}
      targetId={jump?.canRun === true ? jump.targetCommandId : null}
      title={AFTER_FAILURE}
      missing={
        jump === null ? (
          <EmptyNotice
            icon={<IconAlertTriangle size={22} stroke={1.75} />}
            title="This command has no button on errors"
            action={
              <Button
                onClick={() =>
                  panels.push({
                    kind: 'decoration',
                    commandId: job.commandId,
                    of: 'error',
                    decorationId: null,
                    step: 'cmd',
                  })
                }
              >
                Add button on errors
              </Button>
            }
          >
            A button on errors opens another command when a run fails. A job can run that command by itself.
          </EmptyNotice>
        ) : (
          'The button on errors opens a command that you cannot run.'
        )
      }
      more={unlink}
    >
      {(target) => (
        <ValuesPanel
          job={job}
          target={target}
          filled={new Map()}
          saved={linked?.targetCommandId === target.commandId ? linked.inputs : []}
          about={
            <>
              <Problem problem={linked?.problem ?? null} />
              <p className={styles.note}>
                When a run of this job fails, {target.name} runs once, with the rights of {job.owner.name}.
              </p>
            </>
          }
          save={(values, onError) => save.mutate(values, { onSuccess: panels.pop, onError })}
          isSaving={save.isPending}
          error={latestError(save, remove)}
          more={unlink}
        />
      )}
    </TargetPanel>
  );
}

interface TargetPanelProps {
  job: Job;
  /** Null if nothing can be chosen; `missing` says why. */
  targetId: number | null;
  missing: React.ReactNode;
  title?: string;
  more?: React.ReactNode;
  children: (target: Command) => React.ReactNode;
}

function TargetPanel({ job, targetId, missing, title = TITLE, more, children }: TargetPanelProps) {
  const target = useJobCommand(job.orgId, targetId ?? job.commandId);
  if (targetId !== null && target.data !== undefined) return children(target.data);
  return (
    <SidePanel title={title} context={job.name} footer={more}>
      {targetId === null ? (
        <div>{missing}</div>
      ) : (
        <QueryState
          query={target}
          errorTitle="Error fetching command!"
          loading={<FieldsSkeleton fields={2} />}
        >
          {() => null}
        </QueryState>
      )}
    </SidePanel>
  );
}

interface ValuesPanelProps {
  job: Job;
  target: Command;
  /** The columns that fill inputs, by the key of the input. */
  filled: ReadonlyMap<string, string>;
  saved: JobDecoration['inputs'];
  save(values: { inputs: GivenInputs; confirmation?: string }, onError: (error: Error) => void): void;
  isSaving: boolean;
  error: Error | null;
  /** What stands above the form. */
  about?: React.ReactNode;
  more?: React.ReactNode;
}

function ValuesPanel(props: ValuesPanelProps) {
  const { job, target, filled, saved, save, isSaving, error, about, more } = props;
  const panels = useSidePanels();
  const [confirmation, setConfirmation] = useState('');
  const [before] = useState<InputValues>(() =>
    Object.fromEntries(saved.map(({ input, valueJson }) => [input.key, valueJson])),
  );
  const kept = new Set(Object.keys(before).filter((key) => isSecretMark(before[key])));
  // What a row fills is not asked for.
  const asking = useMemo(() => {
    const inputs = target.template.inputs.filter(({ key }) => !filled.has(key));
    return { ...target, template: { ...target.template, inputs } };
  }, [target, filled]);
  const open = Object.fromEntries(Object.entries(before).filter(([key]) => !kept.has(key)));
  const form = useValues(asking.template.inputs, open, kept);
  const asked = askedInputs(asking.template.inputs);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!form.check()) return;
    const values: InputValues = {
      ...Object.fromEntries([...kept].map((key) => [key, before[key] ?? null])),
      ...form.values,
    };
    const inputs = asked.flatMap(({ key, inputId }) => {
      const value = values[key];
      return value === undefined ? [] : [{ inputId, valueJson: value }];
    });
    save({ inputs, ...(confirmation === '' ? {} : { confirmation }) }, (thrown) => {
      if (thrown instanceof ApiError) form.refuse(thrown.issues, 'runrams');
    });
  }
  return (
    <SidePanel
      title={TITLE}
      context={`${job.name} → ${target.name}`}
      footer={
        <>
          {more ?? (
            <Button variant="default" onClick={panels.pop}>
              Cancel
            </Button>
          )}
          <Button type="submit" form={FORM} loading={isSaving}>
            Save
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <Stack gap="lg">
          {about}
          {[...filled].length > 0 && (
            <p className={styles.note}>
              Each row fills in {[...filled].map(([key, path]) => `${key} from ${path}`).join(', ')}.
            </p>
          )}
          {asked.length === 0 ? (
            <p>No other inputs are left to choose.</p>
          ) : (
            <ValuesForm command={asking} form={form} zone={job.cronTimezone} kept={kept} />
          )}
          {target.confirmationWord !== null && (
            <TextInput
              label={`Type “${target.confirmationWord}” to confirm that it runs unattended`}
              description={
                saved.length > 0 ? 'Leave empty to keep the word that was typed before.' : undefined
              }
              value={confirmation}
              onChange={(event) => setConfirmation(event.currentTarget.value)}
            />
          )}
          {error !== null && <ErrorNotice error={error} />}
        </Stack>
      </form>
    </SidePanel>
  );
}
