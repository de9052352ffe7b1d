'use client';

import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { jobPanel } from '@/lib/schedules/job-address';
import { Part } from '../job/job-part';
import type { JobStepProps } from '../job/job-step';
import styles from '../jobs.module.css';
import type { Job } from '../use-jobs';

/** A command that was deleted, or that the reader may not see. */
export const UNKNOWN = 'A command that was deleted or that you cannot see';

/** What the runs of a job lead to, in the list of its parts. */
export function AutoRunParts({ command, job }: Pick<JobStepProps, 'command'> & { job: Job }) {
  const panels = useSidePanels();
  const { commandId, scheduledJobId: jobId, decorations, errorDecoration } = job;
  const open = (step: 'decorations' | 'error') => panels.push(jobPanel({ commandId, jobId, step }));
  return (
    <>
      <Part label="Decoration Auto-Runs" onOpen={() => open('decorations')}>
        {decorations.length === 0
          ? '--'
          : decorations.map(({ decorationId, name, targetName, problem }) => (
              <span key={decorationId} className={styles.pair}>
                {targetName ?? UNKNOWN} <span className={styles.machine}>{name}</span>
                <Problem problem={problem} />
              </span>
            ))}
      </Part>
      {(command.template.errorDecoration !== null || errorDecoration !== null) && (
        <Part label="Error Auto-Runs" onOpen={() => open('error')}>
          {errorDecoration === null ? '--' : (errorDecoration.targetName ?? UNKNOWN)}
          <Problem problem={errorDecoration?.problem ?? null} />
        </Part>
      )}
      {command.template.errorDecoration === null && errorDecoration === null && (
        <li className={styles.item}>
          <span className={styles.names}>
            <span className={styles.name}>Error Auto-Runs</span>
            <span className={styles.value}>--</span>
          </span>
        </li>
      )}
    </>
  );
}

/** Why an auto-run doesn't run now. */
export function Problem({ problem }: { problem: string | null }) {
  return problem === null ? null : <span className={styles.problem}>{problem}</span>;
}
