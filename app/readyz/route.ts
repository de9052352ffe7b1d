import { recentReadiness } from '@/server/runs/readiness';

/**
 * Responds 200 if this process can serve people: the database takes changes, its schema is not older than the code, and the
 * folder of results is the shared one. What other processes lack is listed, too, such as a worker: taking this one out of
 * rotation would fix none of it.
 */
export async function GET(): Promise<Response> {
  const { checkedAt, troubles, isHeld, seesFolder, missingTags, missingKeys, ...readiness } =
    await recentReadiness();
  const isReady = readiness.database && readiness.migrations === true && seesFolder === true;
  return Response.json(
    {
      status: isReady ? 'ready' : 'not ready',
      ...readiness,
      ...(seesFolder === false ? { results_folder: false } : {}),
      ...(isHeld ? { held: true } : {}),
      ...(missingTags.length > 0 ? { missing_worker_tags: missingTags } : {}),
      ...(missingKeys.length > 0 ? { missing_keys: missingKeys } : {}),
      troubles: troubles.map(({ service, since }) => ({ service, since })),
      checked_at: checkedAt.toISOString(),
    },
    { status: isReady ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}
