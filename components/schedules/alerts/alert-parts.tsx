'use client';

import type { ReactNode } from 'react';
import { goesWithResult, isOfFailures } from '@/lib/schedules/alerts';
import { Part } from '../job/job-part';
import type { Job } from '../use-jobs';
import { failureWords, recipientsWords } from './alert-words';
import { useSendsMail } from './no-mail-server';
import type { JobAlert, useAlerts } from './use-alerts';

interface AlertPartProps {
  alerts: Pick<ReturnType<typeof useAlerts>, 'data' | 'error'>;
  onOpen: () => void;
}

/** Who gets the results, in the list of a job's parts. */
export function SendToPart({ alerts, onOpen }: AlertPartProps) {
  return (
    <Part label="Send to" onOpen={onOpen}>
      {wordsOfAlerts(alerts, goesWithResult, recipientsWords)}
    </Part>
  );
}

/** Describes the alerts that `isMeant` selects, or says that they are loading or could not be loaded. */
function wordsOfAlerts(
  { data, error }: AlertPartProps['alerts'],
  isMeant: (alert: JobAlert) => boolean,
  wordsOf: (alerts: JobAlert[]) => string,
): ReactNode {
  if (data === undefined) return error === null ? 'Loading…' : 'Could not be loaded';
  const alerts = data.filter(isMeant);
  return (
    <>
      {wordsOf(alerts)}
      <Unsent alerts={alerts} />
    </>
  );
}

/** Says that those who are told by mail aren't, while no mail server is set up. */
function Unsent({ alerts }: { alerts: readonly JobAlert[] }) {
  const sendsMail = useSendsMail();
  if (sendsMail || !alerts.some(({ channel }) => channel === 'email')) return null;
  return '. Mail is not sent: no mail server is set up';
}

/** What follows a failure, in the list of a job's parts. */
export function IfItFailsPart({ job, alerts, onOpen }: AlertPartProps & { job: Pick<Job, 'retryCount'> }) {
  return (
    <Part label="If it fails" onOpen={onOpen}>
      {wordsOfAlerts(alerts, isOfFailures, (all) => failureWords(job, all))}
    </Part>
  );
}
