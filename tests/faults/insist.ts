import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callApp, RefusedCall, SANDBOX } from '../support/doubles/remote-app';

export const RETRY_MS = 100;
/** A killed process is back long before: a request that is refused more often than this is refused for good. */
const MOST_TRIES = 3_000;

/**
 * Repeats a request with the same key until it gets a response, as a careful script does.
 *
 * @param first which of the web processes is asked first
 */
export async function insist(
  origins: readonly string[],
  first: number,
  operation: string,
  body: object,
): Promise<unknown> {
  const headers = { 'idempotency-key': randomUUID() };
  for (let attempt = first; ; attempt += 1) {
    const origin = origins[attempt % origins.length] ?? '';
    try {
      return await callApp(origin, 'POST', `/${SANDBOX}/${operation}`, body, headers);
    } catch (error) {
      // 409: an attempt with this key is still in progress, or its process has died.
      if (error instanceof RefusedCall && error.status < 500 && error.status !== 409) throw error;
      if (attempt - first >= MOST_TRIES) throw error;
      await sleep(RETRY_MS);
    }
  }
}
