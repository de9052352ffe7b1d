import { withDeadline } from '@/server/base/waiting/deadline';
import { TookTooLong } from '@/server/base/waiting/within-time';
import { ConnectorError } from './connector-error';

/** How long a source may take in all until a session is open: finding the host, connecting, TLS, and signing in. */
export const openingMs = 20_000;

/**
 * Opens a session in time, and only while its caller waits. `open` gets a signal by which it closes its sockets. Throws
 * `timed_out` when the time is up, and `cancelled` when the caller has left.
 *
 * @param where the host and port, for people
 */
export async function openInTime<T>(
  where: string,
  caller: AbortSignal | null,
  open: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withDeadline(openingMs, caller, open);
  } catch (error) {
    if (caller?.aborted) {
      throw new ConnectorError('cancelled', 'The call was stopped before the source answered.', null, {
        cause: error,
      });
    }
    if (!(error instanceof TookTooLong)) throw error;
    const message = `${where} did not let Pushboard in within ${openingMs / 1000} seconds. Check host and port, the firewalls in between, and the server's log.`;
    throw new ConnectorError('timed_out', message, null, { cause: error });
  }
}
