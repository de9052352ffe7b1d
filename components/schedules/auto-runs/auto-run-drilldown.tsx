'use client';

import { Button, Stack } from '@mantine/core';
import Link from 'next/link';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { SidePanel } from '@/components/ui/panels/side-panel';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { paths } from '@/lib/base/paths';
import type { Input } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { jobPanel } from '@/lib/schedules/job-address';
import { Part, valueText } from '../job/job-part';
import type { JobStepProps } from '../job/job-step';
import { askedInputs } from '../job/values-form';
import styles from '../jobs.module.css';
import { type Job, useJobCommand } from '../use-jobs';
import { Problem, UNKNOWN } from './auto-run-parts';
import { type JobDecoration, useUnlinkDecoration } from './use-auto-runs';

type DrilldownProps = JobStepProps & { job: Job; decorationId: number };

/** Everything that is set of a decoration's auto-run. */
export function AutoRunDrilldown({ job, decorationId, orgSlug }: DrilldownProps) {
  const linked = job.decorations.find((each) => each.decorationId === decorationId);
  if (linked === undefined) {
    return (
      <SidePanel title="Row button" context={job.name}>
        This job doesn't press this row button.
      </SidePanel>
    );
  }
  return <Linked job={job} linked={linked} orgSlug={orgSlug} />;
}

function Linked({ job, linked, orgSlug }: { job: Job; linked: JobDecoration; orgSlug: string }) {
  const panels = useSidePanels();
  const { commandId, scheduledJobId: jobId } = job;
  const { decorationId, name, targetCommandId, targetName } = linked;
  const unlink = useUnlinkDecoration(job, decorationId, panels.pop);
  return (
    <SidePanel
      title={name}
      context={job.name}
      footer={
        <Button
          variant="subtle"
          color="red"
          mr="auto"
          loading={unlink.isPending}
          onClick={() => unlink.mutate(undefined)}
        >
          Remove from this job
        </Button>
      }
    >
      <Stack gap="lg">
        <Problem problem={linked.problem} />
        <dl className={styles.facts}>
          <dt>Command</dt>
          <dd>
            {targetCommandId === null ? (
              UNKNOWN
            ) : (
              <Link href={paths.builder(orgSlug, targetCommandId)}>{targetName}</Link>
            )}
          </dd>
          <dt>Button</dt>
          <dd>{name}</dd>
        </dl>
        {targetCommandId !== null && (
          <ul className={styles.list}>
            <Part
              label="Values"
              onOpen={() => panels.push(jobPanel({ commandId, jobId, step: 'values', decorationId }))}
            >
              <InputList orgId={job.orgId} targetId={targetCommandId} linked={linked} />
            </Part>
          </ul>
        )}
        {unlink.error !== null && <ErrorNotice error={unlink.error} />}
      </Stack>
    </SidePanel>
  );
}

/** Where each input gets its value. */
function InputList({ orgId, targetId, linked }: { orgId: string; targetId: number; linked: JobDecoration }) {
  const target = useJobCommand(orgId, targetId);
  if (target.data === undefined) return <LinesSkeleton lines={2} />;
  const inputs = askedInputs(target.data.template.inputs);
  if (inputs.length === 0) return 'No inputs';
  const names = inputNames(inputs);
  const hidden = new Set(target.data.template.inputs.filter((each) => each.hidden).map(({ key }) => key));
  return inputs.map((input) => (
    <span key={input.inputId} className={styles.line}>
      {nameOf(names, input.key)} <Source input={input} isHidden={hidden.has(input.key)} linked={linked} />
    </span>
  ));
}

interface SourceProps {
  input: Input;
  isHidden: boolean;
  linked: JobDecoration;
}

function Source({ input, isHidden, linked }: SourceProps) {
  const map = linked.decoration?.maps.find(({ inputId, isFilled }) => isFilled && inputId === input.inputId);
  if (map !== undefined) return <span className={styles.machine}>column {map.path}</span>;
  const own = linked.inputs.find(({ inputId }) => inputId === input.inputId);
  if (own !== undefined) return <span className={styles.machine}>{valueText(own.valueJson)}</span>;
  // A default fills in a form that a person sees; only a hidden input has it without one.
  const isNeeded = input.defaultAmbiguousInput === 'required' && !(isHidden && input.defaultValue !== null);
  return isNeeded ? <strong className={styles.needed}>Needs a value</strong> : '—';
}
