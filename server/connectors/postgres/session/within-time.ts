import type { Client } from 'pg';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';

/** The time limit for reading a server's catalog or version, while a person waits on a page. */
const longestMs = 60_000;

/**
 * Runs work that a person waits for, such as reading the catalog. If the server takes longer than a minute, its session
 * is ended and this throws `timed_out`. Not for runs, which have their own limit.
 */
export async function withinTime<T>(
  client: { connection: Client['connection'] },
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => {
    const message = `The server did not respond within ${longestMs / 1000} seconds. Try again, or ask its administrator.`;
    client.connection.stream.destroy(new ConnectorError('timed_out', message));
  }, longestMs);
  return work().finally(() => clearTimeout(timer));
}
