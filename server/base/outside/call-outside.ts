import { noteAnswer, noteFault, type OutsideService } from '@/server/base/outside/troubles';
import { withDeadline } from '@/server/base/waiting/deadline';

/**
 * Calls a service of this installation, with a deadline that our side keeps whatever the service's library does. The log and
 * `/readyz` tell how it ended. Throws `TookTooLong` when the time is up.
 *
 * @param isAnswer whether an error is what the service said, such as a refusal, rather than silence
 */
export async function callOutside<T>(
  service: OutsideService,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  isAnswer: (error: unknown) => boolean = () => false,
): Promise<T> {
  try {
    const answer = await withDeadline(limitMs, null, work);
    noteAnswer(service);
    return answer;
  } catch (error) {
    if (isAnswer(error)) noteAnswer(service);
    else noteFault(service, error);
    throw error;
  }
}
