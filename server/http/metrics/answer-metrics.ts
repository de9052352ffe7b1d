import { pool } from '@/server/base/database/db';
import { replicaLagSeconds, replicaState } from '@/server/base/database/replica';
import { metrics } from '@/server/http/metrics/metrics';
import { NOT_STORED, refusalWithoutToken } from '@/server/http/metrics/metrics-token';
import { type Counts, freeResultBytes, recentCounts } from '@/server/http/metrics/read-counts';

/**
 * Returns the metrics in Prometheus' text format to callers who have the token.
 */
export async function answerMetrics(request: Request): Promise<Response> {
  const refusal = refusalWithoutToken(request);
  if (refusal !== null) return refusal;
  setPools();
  setReplica();
  const [counts, freeBytes] = await Promise.all([recentCounts(), freeResultBytes()]);
  setCounts(counts);
  const { registry, resultDiskFree } = metrics();
  if (freeBytes !== null) resultDiskFree.set(freeBytes);
  return new Response(await registry.metrics(), {
    headers: { ...NOT_STORED, 'Content-Type': registry.contentType },
  });
}

function setPools(): void {
  const { totalCount, idleCount, waitingCount } = pool();
  const { poolConnections, poolWaiting } = metrics();
  poolConnections.set({ state: 'idle' }, idleCount);
  poolConnections.set({ state: 'busy' }, totalCount - idleCount);
  poolWaiting.set(waitingCount);
}

/** Without a replica, both have no sample: a 0 would say that it is away. */
function setReplica(): void {
  const { replicaReady, replicaLag } = metrics();
  replicaReady.remove();
  replicaLag.remove();
  const state = replicaState();
  if (state === null) return;
  replicaReady.set(state.kind === 'ready' ? 1 : 0);
  const lagSeconds = replicaLagSeconds(state);
  if (lagSeconds !== null) replicaLag.set(lagSeconds);
}

/** Without counts, what was counted before is taken away rather than given out as if it were current. */
function setCounts(counts: Counts | null): void {
  const all = metrics();
  const counted = [all.openRuns, all.endedRuns, all.queueAge, all.workers, all.placesInUse];
  const ofGroups = [all.groupPlaces, all.groupPlacesInUse, all.groupQueueAge];
  const others = [all.places, all.resultBytes, all.mail, all.mailAge];
  for (const gauge of [...counted, ...ofGroups, ...others]) gauge.reset();
  all.databaseUp.set(counts === null ? 0 : 1);
  if (counts === null) return;
  for (const { count, ...labels } of counts.endedRuns) all.endedRuns.set(labels, count);
  for (const { state, trigger, count } of counts.openRuns) all.openRuns.inc({ state, trigger }, count);
  for (const [tag, { places, executing, queueAge }] of counts.groups) {
    all.groupPlaces.set({ tag }, places);
    all.groupPlacesInUse.set({ tag }, executing);
    all.groupQueueAge.set({ tag }, queueAge);
  }
  for (const { state, count } of counts.mail) all.mail.set({ state }, count);
  all.queueAge.set(counts.queueAge);
  all.workers.set(counts.workers);
  all.placesInUse.set(counts.placesInUse);
  all.places.set(counts.places);
  all.resultBytes.set(counts.resultBytes);
  all.mailAge.set(counts.mailAge);
}
