import { NOT_STORED, refusalWithoutToken } from '@/server/http/metrics/metrics-token';
import { type Counts, type GroupCounts, NO_GROUP, recentCounts } from '@/server/http/metrics/read-counts';

/**
 * Returns as JSON how long the oldest run in line has waited, in seconds, and how many runs and places there are, for
 * programs that start and stop workers; with `?tag=`, of the workers with that tag and the runs that go to them. Refuses as the metrics do; 503 without current counts, so that nobody takes old
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
  const tag = new URL(request.url).searchParams.get('tag');
  const { queueAge, waiting, executing, elsewhere, workers, places } =
    tag === null ? allOf(counts) : (counts.groups.get(tag) ?? NO_GROUP);
  return Response.json(
    { queue_age_seconds: queueAge, waiting, executing, elsewhere, workers, places },
    { headers: NOT_STORED },
  );
}

function allOf({ openRuns, queueAge, placesInUse, workers, places }: Counts): GroupCounts {
  const inState = (state: string): number =>
    openRuns.reduce((total, each) => total + (each.state === state ? each.count : 0), 0);
  return {
    queueAge,
    waiting: inState('waiting'),
    executing: placesInUse,
    elsewhere: inState('elsewhere'),
    workers,
    places,
  };
}
