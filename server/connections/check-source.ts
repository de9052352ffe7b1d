import { withDeadline } from '@/server/base/waiting/deadline';
import { TookTooLong } from '@/server/base/waiting/within-time';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { Checked } from '@/server/connectors/types';
import type { OpenSource } from './open-credential';

/** How long a check of a connection may take in all, whatever the source does meanwhile. */
const checkMs = 60_000;

/**
 * Opens a connection and says what is there, while its caller waits: when the caller leaves, the sockets are closed. Throws a
 * `ConnectorError`.
 *
 * @param caller null where several callers share the answer
 */
export async function checkSource(
  caller: AbortSignal | null,
  open: (signal: AbortSignal) => Promise<OpenSource>,
  limitMs = checkMs,
): Promise<Checked> {
  try {
    return await withDeadline(limitMs, caller, async (signal) => {
      const { connector, connection, context } = await open(signal);
      return connector.check(connection, context, signal);
    });
  } catch (error) {
    if (caller?.aborted)
      throw new ConnectorError('cancelled', 'The check was stopped.', null, { cause: error });
    if (!(error instanceof TookTooLong)) throw error;
    const message = `The source did not answer within ${limitMs / 1000} seconds. Try again, or ask the people who run it.`;
    throw new ConnectorError('timed_out', message, null, { cause: error });
  }
}
