import { exactJson } from '@/lib/base/exact-json';
import { ApiError } from './api-client';
import { randomId } from './random-id';

/** The ids of attempts whose outcome isn't known, by what was sent. In this page's memory alone: it may hold secrets. */
const unanswered = new Map<string, string>();

/**
 * Sends something that must not be done twice, under keys made of an id. If no answer comes, the next attempt to send the
 * same has the same id, so that the server does it once. Once there is an answer, sending it again is a new attempt.
 *
 * @param what what is sent, and to where
 * @throws what `send` throws
 */
export async function oneAttempt<Answer>(
  what: unknown,
  send: (id: string) => Promise<Answer>,
): Promise<Answer> {
  const text = exactJson(what);
  const id = unanswered.get(text) ?? randomId();
  unanswered.set(text, id);
  try {
    const answer = await send(id);
    unanswered.delete(text);
    return answer;
  } catch (error) {
    if (!mayBeDone(error)) unanswered.delete(text);
    throw error;
  }
}

/** Whether the server may have done what was asked, although the request failed. A conflict can be with its first attempt. */
export function mayBeDone(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status < 400 || error.status === 409 || error.status >= 500;
}
