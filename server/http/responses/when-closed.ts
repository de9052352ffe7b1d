import type { ServerResponse } from 'node:http';
import { processWide } from '@/server/base/process-wide';

/**
 * Does something once a response is closed. All that ask share one listener: the framework adds seven of its own to a page,
 * and Node.js reports more than ten as a leak.
 */
export function whenClosed(response: ServerResponse, work: () => void): void {
  const all = processWide('work after responses', () => new WeakMap<ServerResponse, (() => void)[]>());
  const known = all.get(response);
  if (known !== undefined) {
    known.push(work);
    return;
  }
  const works = [work];
  all.set(response, works);
  response.once('close', () => {
    for (const each of works) each();
  });
}
