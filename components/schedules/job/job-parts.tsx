'use client';

import { inputNames, nameOf } from '@/lib/inputs/input-names';
import type { JobPart } from '@/lib/schedules/job-address';
import { isRelative } from '@/lib/schedules/relative-dates';
import { IfItFailsPart, SendToPart } from '../alerts/alert-parts';
import { runningWords } from '../alerts/alert-words';
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
  const alerts = useAlerts(job);
  const zone = useReaderZone();
  return (
    <ul className={styles.list}>
      <Part label="When" onOpen={() => onOpen('schedule')}>
        {whenOf(job, zone)}
        {job.skipsDaysOff && ', not on days off'} <span className={styles.machine}>{job.cronExpression}</span>
      </Part>
      <Part label="Values" onOpen={() => onOpen('inputs')}>
        <ValueList job={job} />
      </Part>
      <SendToPart alerts={alerts} onOpen={() => onOpen('send')} />
      <AutoRunParts command={command} job={job}>
        <IfItFailsPart job={job} alerts={alerts} onOpen={() => onOpen('alerts')} />
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
