import { NOT_STORED, refusalWithoutToken } from '@/server/http/metrics/metrics-token';
import { recentCounts } from '@/server/http/metrics/read-counts';

/**
 * Returns as JSON how long the oldest run in line has waited, in seconds, and how many runs and places there are, for
 * programs that start and stop workers. Refuses as the metrics do; 503 without current counts, so that nobody takes old
 * ones for news.
 */
export async function answerStats(request: Request): Promise<Response> {
  const refusal = refusalWithoutToken(request);
  if (refusal !== null) return refusal;
  const counts = await recentCounts();
  if (counts === null)
    return Response.json(
      { message: 'The database gave no counts.' },
      { status: 503, headers: { ...NOT_STORED, 'Retry-After': '5' } },
    );
  const inState = (state: string): number =>
    counts.openRuns.reduce((total, each) => total + (each.state === state ? each.count : 0), 0);
  return Response.json(
    {
      queue_age_seconds: counts.queueAge,
      waiting: inState('waiting'),
      executing: counts.placesInUse,
      elsewhere: inState('elsewhere'),
      workers: counts.workers,
      places: counts.places,
    },
    { headers: NOT_STORED },
  );
}
