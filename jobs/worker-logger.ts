import { Logger } from 'graphile-worker';
import { log } from '@/server/base/log';
import { troubles } from '@/server/base/outside/troubles';

/** Sends the queue's own messages to our log. Messages about each job are details. */
export function workerLogger(): Logger {
  return new Logger((scope) => (level, message) => {
    const fields = { queue: true, ...(scope.jobId === undefined ? {} : { job: scope.jobId }) };
    if (level === 'error' && waitsForMail(scope.taskIdentifier)) log().debug(fields, message);
    else if (level === 'error') log().error(fields, message);
    else if (level === 'warning') log().warn(fields, message);
    else log().debug(fields, message);
  });
}

/** An outage of the mail server is in the log once, with its reason, rather than with each message that waits for it. */
const waitsForMail = (task: string | undefined): boolean =>
  task === 'send_sign_in_link' && troubles().some(({ service }) => service === 'mail');
