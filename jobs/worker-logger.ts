import { Logger } from 'graphile-worker';
import { log } from '@/server/base/log';

/** Sends the queue's own messages to our log. Messages about each job are details. */
export function workerLogger(): Logger {
  return new Logger((scope) => (level, message) => {
    const fields = { queue: true, ...(scope.jobId === undefined ? {} : { job: scope.jobId }) };
    if (level === 'error') log().error(fields, message);
    else if (level === 'warning') log().warn(fields, message);
    else log().debug(fields, message);
  });
}
