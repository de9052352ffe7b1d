import { Logger } from 'graphile-worker';
import { log } from '@/server/log';

/** The queue's own messages in our log. What it tells of every job is detail. */
export function workerLogger(): Logger {
  return new Logger((scope) => (level, message) => {
    const fields = { queue: true, ...(scope.jobId === undefined ? {} : { job: scope.jobId }) };
    if (level === 'error') log().error(fields, message);
    else if (level === 'warning') log().warn(fields, message);
    else log().debug(fields, message);
  });
}
