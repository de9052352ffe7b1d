import { onTestFinished } from 'vitest';
import { fetchFromOwnServer } from './own-server';

type Answer = (asked: string) => Response | Promise<Response> | null;

/**
 * Answers requests of the page in place of its server until the test ends, or until it is called again.
 *
 * @param answer takes a request such as `GET /api/v1/…/groups`; null leaves it to the server
 */
export function answerInstead(answer: Answer): void {
  globalThis.fetch = async (input, init) =>
    (await answer(`${init?.method ?? 'GET'} ${String(input)}`)) ?? fetchFromOwnServer(input, init);
  onTestFinished(() => {
    globalThis.fetch = fetchFromOwnServer;
  });
}

/** What a page reads of a server that failed. */
export const FAILED = 'The server tripped.';

/** The response of a server that failed. */
export const failed = (): Response =>
  Response.json({ error: { code: 'internal', message: FAILED, request_id: 'r-1' } }, { status: 500 });

/** A response that doesn't arrive while the test runs. */
export function never(): Promise<Response> {
  return new Promise((resolve) => onTestFinished(() => resolve(failed())));
}
