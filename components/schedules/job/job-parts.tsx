'use client';

import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { goesWithResult, isOfFailures } from '@/lib/schedules/alerts';
import type { JobPart } from '@/lib/schedules/job-address';
import { isRelative } from '@/lib/schedules/relative-dates';
import { failureWords, recipientsWords, runningWords } from '../alerts/alert-words';
import { useAlerts } from '../alerts/use-alerts';
import { AutoRunParts } from '../auto-runs/auto-run-parts';
import { whenOf } from '../job-words';
import styles from '../jobs.module.css';
import type { Command, Job } from '../use-jobs';
import { useReaderZone } from '../use-reader-zone';
import { Part, valueText } from './job-part';

interface JobPartsProps {
  command: Command;
  job: Job;
  onOpen: (step: JobPart['step']) => void;
}

/** What is set of a job, in the order in which it happens. */
export function JobParts({ command, job, onOpen }: JobPartsProps) {
  const alerts = useAlerts(job).data ?? [];
  const zone = useReaderZone();
  return (
    <ul className={styles.list}>
      <Part label="When" onOpen={() => onOpen('schedule')}>
        {whenOf(job, zone)} <span className={styles.machine}>{job.cronExpression}</span>
      </Part>
      <Part label="Values" onOpen={() => onOpen('inputs')}>
        <ValueList job={job} />
      </Part>
      <Part label="Send to" onOpen={() => onOpen('send')}>
        {recipientsWords(alerts.filter(goesWithResult))}
      </Part>
      <AutoRunParts command={command} job={job}>
        <Part label="If it fails" onOpen={() => onOpen('alerts')}>
          {failureWords(job, alerts.filter(isOfFailures))}
        </Part>
      </AutoRunParts>
      <Part label="Limits" onOpen={() => onOpen('running')}>
        {runningWords(job)}
      </Part>
    </ul>
  );
}

function ValueList({ job }: { job: Job }) {
  if (job.inputs.length === 0) return 'None: the command runs with its defaults';
  const names = inputNames(job.inputs.map(({ input }) => input));
  return (
    <span className={styles.chips}>
      {job.inputs.map(({ input, valueJson }) => (
        <span key={input.inputId}>
          {nameOf(names, input.key)}{' '}
          <span className={styles.machine} data-told={isRelative(valueJson) || undefined}>
            {valueText(valueJson)}
          </span>
        </span>
      ))}
    </span>
  );
}
