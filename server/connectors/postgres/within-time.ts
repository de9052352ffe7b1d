import type { Client } from 'pg';
import { ConnectorError } from '../_shared/connector-error';

/** What a look at a server's catalog or version may take; somebody waits for it with a page open. */
const longestMs = 60_000;

/**
 * Does what a person waits for, such as reading the catalog. A server that takes a minute over it has its session
 * ended; throws `timed_out` then. Runs are not for this: they have a limit of their own.
 */
export async function withinTime<T>(
  client: { connection: Client['connection'] },
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => {
    const message = `The server did not answer within ${longestMs / 1000} seconds. Try again, or ask whoever looks after it.`;
    client.connection.stream.destroy(new ConnectorError('timed_out', message));
  }, longestMs);
  return work().finally(() => clearTimeout(timer));
}
