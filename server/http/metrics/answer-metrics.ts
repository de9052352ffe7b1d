import { timingSafeEqual } from 'node:crypto';
import { pool } from '@/server/base/database/db';
import { env } from '@/server/base/env';
import { hashOfToken } from '@/server/base/ids';
import { metrics } from '@/server/http/metrics/metrics';
import { type Counts, freeResultBytes, recentCounts } from '@/server/http/metrics/read-counts';

const NOT_STORED = { 'Cache-Control': 'no-store' };

/**
 * Returns the metrics in Prometheus' text format to callers who have the token: 401 without it, and 404 where no token is
 * set, as if there were no metrics.
 */
export async function answerMetrics(request: Request): Promise<Response> {
  const { metricsToken } = env();
  if (metricsToken === undefined) return new Response('Not found\n', { status: 404, headers: NOT_STORED });
  if (!isToken(request.headers.get('authorization'), metricsToken)) {
    return new Response('Send METRICS_TOKEN as a bearer token.\n', {
      status: 401,
      headers: { ...NOT_STORED, 'WWW-Authenticate': 'Bearer' },
    });
  }
  setPools();
  const [counts, freeBytes] = await Promise.all([recentCounts(), freeResultBytes()]);
  setCounts(counts);
  const { registry, resultDiskFree } = metrics();
  if (freeBytes !== null) resultDiskFree.set(freeBytes);
  return new Response(await registry.metrics(), {
    headers: { ...NOT_STORED, 'Content-Type': registry.contentType },
  });
}

/** Hashes are compared, because a comparison in constant time needs equal lengths. */
function isToken(authorization: string | null, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(hashOfToken(given), hashOfToken(token));
}

function setPools(): void {
  const { totalCount, idleCount, waitingCount } = pool();
  const { poolConnections, poolWaiting } = metrics();
  poolConnections.set({ state: 'idle' }, idleCount);
  poolConnections.set({ state: 'busy' }, totalCount - idleCount);
  poolWaiting.set(waitingCount);
}

/** Without counts, what was counted before is taken away rather than given out as if it were current. */
function setCounts(counts: Counts | null): void {
  const all = metrics();
  const counted = [all.openRuns, all.endedRuns, all.queueAge, all.workers, all.placesInUse];
  for (const gauge of [...counted, all.places, all.resultBytes, all.mail, all.mailAge]) gauge.reset();
  all.databaseUp.set(counts === null ? 0 : 1);
  if (counts === null) return;
  for (const { count, ...labels } of counts.endedRuns) all.endedRuns.set(labels, count);
  for (const { state, trigger, count } of counts.openRuns) all.openRuns.set({ state, trigger }, count);
  for (const { state, count } of counts.mail) all.mail.set({ state }, count);
  all.queueAge.set(counts.queueAge);
  all.workers.set(counts.workers);
  all.placesInUse.set(counts.placesInUse);
  all.places.set(counts.workers * env().workerConcurrency);
  all.resultBytes.set(counts.resultBytes);
  all.mailAge.set(counts.mailAge);
}
