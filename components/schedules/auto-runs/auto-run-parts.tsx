'use client';

import type { ReactNode } from 'react';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { jobPanel } from '@/lib/schedules/job-address';
import { Part } from '../job/job-part';
import type { JobStepProps } from '../job/job-step';
import styles from '../jobs.module.css';
import type { Job } from '../use-jobs';

/** A command that was deleted, or that the reader may not see. */
export const UNKNOWN = 'A command that was deleted or that you cannot see';

interface AutoRunPartsProps extends Pick<JobStepProps, 'command'> {
  job: Job;
  /** What stands between what follows a success and what follows a failure. */
  children: ReactNode;
}

/** What the runs of a job lead to, in the list of its parts. */
export function AutoRunParts({ command, job, children }: AutoRunPartsProps) {
  const panels = useSidePanels();
  const { commandId, scheduledJobId: jobId, decorations, errorDecoration } = job;
  const open = (step: 'decorations' | 'error') => panels.push(jobPanel({ commandId, jobId, step }));
  return (
    <>
      <Part label="For each row" onOpen={() => open('decorations')}>
        {decorations.length === 0
          ? 'Nothing else runs'
          : decorations.map(({ decorationId, name, targetName, problem }) => (
              <span key={decorationId} className={styles.line}>
                {targetName ?? UNKNOWN} <span className={styles.machine}>{name}</span>
                <Problem problem={problem} />
              </span>
            ))}
      </Part>
      {children}
      {(command.template.errorDecoration !== null || errorDecoration !== null) && (
        <Part label="After a failure" onOpen={() => open('error')}>
          {errorDecoration === null ? 'Nothing else runs' : (errorDecoration.targetName ?? UNKNOWN)}
          <Problem problem={errorDecoration?.problem ?? null} />
        </Part>
      )}
    </>
  );
}

/** Why an auto-run doesn't run now. */
export function Problem({ problem }: { problem: string | null }) {
  return problem === null ? null : <span className={styles.problem}>{problem}</span>;
}
