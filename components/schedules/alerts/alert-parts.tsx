'use client';

import { goesWithResult, isOfFailures } from '@/lib/schedules/alerts';
import { Part } from '../job/job-part';
import type { Job } from '../use-jobs';
import { failureWords, recipientsWords } from './alert-words';
import { useSendsMail } from './no-mail-server';
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
      <Unsent alerts={alerts.filter(goesWithResult)} />
    </Part>
  );
}

/** Says that those who are told by mail aren't, while no mail server is set up. */
function Unsent({ alerts }: Pick<AlertPartProps, 'alerts'>) {
  const sendsMail = useSendsMail();
  if (sendsMail || !alerts.some(({ channel }) => channel === 'email')) return null;
  return '. Mail is not sent: no mail server is set up';
}

/** What follows a failure, in the list of a job's parts. */
export function IfItFailsPart({ job, alerts, onOpen }: AlertPartProps & { job: Pick<Job, 'retryCount'> }) {
  return (
    <Part label="If it fails" onOpen={onOpen}>
      {failureWords(job, alerts.filter(isOfFailures))}
      <Unsent alerts={alerts.filter(isOfFailures)} />
    </Part>
  );
}
