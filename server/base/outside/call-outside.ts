import { noteAnswer, noteFault, type OutsideService } from '@/server/base/outside/troubles';
import { withDeadline } from '@/server/base/waiting/deadline';

interface Reading {
  /** Whether an error is what the service said, such as a refusal, rather than silence. */
  isAnswer?: (error: unknown) => boolean;
  /** What to fix, for the log: which server, and what is wrong with it. */
  reasonOf?: (error: unknown) => string;
  /** The same without names, for diagnostics; undefined if it isn't known. */
  causeOf?: (error: unknown) => string | undefined;
}

/**
 * Calls a service of this installation, with a deadline that our side keeps whatever the service's library does. The log and
 * `/readyz` tell how it ended. Throws `TookTooLong` when the time is up.
 */
export async function callOutside<T>(
  service: OutsideService,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  { isAnswer, reasonOf, causeOf }: Reading = {},
): Promise<T> {
  try {
    const answer = await withDeadline(limitMs, null, work);
    noteAnswer(service);
    return answer;
  } catch (error) {
    if (isAnswer?.(error) === true) noteAnswer(service);
    else noteFault(service, error, { reason: reasonOf?.(error), cause: causeOf?.(error) });
    throw error;
  }
}
