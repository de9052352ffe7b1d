import { log } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';

/** While the database is down, the log says so this often: much waits for it, and fails several times a second. */
const SAID_EVERY_MS = 60_000;

const outage = () => processWide('database outage', () => ({ saidAtMs: Number.NEGATIVE_INFINITY }));

/** Logs that the database is down, unless the last minute's log says so. */
export function noteOutage(error: unknown): void {
  const nowMs = performance.now();
  if (nowMs - outage().saidAtMs < SAID_EVERY_MS) return;
  outage().saidAtMs = nowMs;
  log().warn({ err: error }, 'Waiting for the database');
}

/** Notes that the database answers, so that the log says so, and names the next outage at once. */
export function noteAnswer(): void {
  if (outage().saidAtMs === Number.NEGATIVE_INFINITY) return;
  outage().saidAtMs = Number.NEGATIVE_INFINITY;
  log().info('The database answers again');
}
