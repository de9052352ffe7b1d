'use client';

import { goesWithResult, isOfFailures } from '@/lib/schedules/alerts';
import { Part } from '../job/job-part';
import type { Job } from '../use-jobs';
import { failureWords, recipientsWords } from './alert-words';
import type { JobAlert } from './use-alerts';

interface AlertPartProps {
  alerts: readonly JobAlert[];
  onOpen: () => void;
}

/** Who gets the results, in the list of a job's parts. */
export function SendToPart({ alerts, onOpen }: AlertPartProps) {
  return (
    <Part label="Send to" onOpen={onOpen}>
      {recipientsWords(alerts.filter(goesWithResult))}
    </Part>
  );
}

/** What follows a failure, in the list of a job's parts. */
export function IfItFailsPart({ job, alerts, onOpen }: AlertPartProps & { job: Pick<Job, 'retryCount'> }) {
  return (
    <Part label="If it fails" onOpen={onOpen}>
      {failureWords(job, alerts.filter(isOfFailures))}
    </Part>
  );
}
