import { clock } from '@/server/base/clock';
import { log, logOnce } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';

/** What an installation calls for itself, apart from its database and the sources of people. */
export type OutsideService = 'results' | 'mail' | 'sign_in' | 'directory' | 'traces';

/** A service that failed when it was last called. */
export interface Trouble {
  service: OutsideService;
  since: string;
  /** Why, in words without the names of hosts and people: `it refuses connections`; absent if that isn't known. */
  cause?: string;
}

interface Kept {
  sinceMs: number;
  lastMs: number;
  cause: string | undefined;
}

/** What is known about a fault: a reason for the log, which may name the host, and a cause as in `Trouble`. */
interface FaultWords {
  reason?: string | undefined;
  cause?: string | undefined;
}

/** A service that nothing has called for this long may work again. */
const FORGOTTEN_MS = 10 * 60_000;

const kept = () => processWide('troubles outside', () => new Map<OutsideService, Kept>());

/**
 * Notes that a call failed or took too long: `/readyz` says so until the service answers, and the log once, when it begins.
 * However many calls fail meanwhile, such as those of waiting messages, the cause is one line.
 */
export function noteFault(service: OutsideService, error: unknown, { reason, cause }: FaultWords = {}): void {
  const nowMs = clock.nowMs();
  const before = kept().get(service);
  kept().set(service, { sinceMs: before?.sinceMs ?? nowMs, lastMs: nowMs, cause });
  if (before !== undefined) return;
  logOnce(log(), 'warn', error, { reason, service }, 'A service that Pushboard calls does not answer');
}

/** Notes that a call was answered. */
export function noteAnswer(service: OutsideService): void {
  if (kept().delete(service)) log().info({ service }, 'The service answers again');
}

/** The services that failed when this process last called them. */
export function troubles(): Trouble[] {
  const nowMs = clock.nowMs();
  return [...kept()]
    .filter(([, { lastMs }]) => nowMs - lastMs < FORGOTTEN_MS)
    .map(([service, { sinceMs, cause }]) => ({
      service,
      since: new Date(sinceMs).toISOString(),
      ...(cause === undefined ? {} : { cause }),
    }));
}
