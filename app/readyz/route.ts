import { recentReadiness } from '@/server/runs/readiness';

/**
 * Responds 200 only if the database, migrations, web, and a worker are ready, and lists the state of each. Services outside
 * that don't answer are listed, too: Pushboard serves what it can without them.
 */
export async function GET(): Promise<Response> {
  const { checkedAt, troubles, isHeld, seesFolder, ...readiness } = await recentReadiness();
  const isReady = Object.values(readiness).every(Boolean) && seesFolder;
  return Response.json(
    {
      status: isReady ? 'ready' : 'not ready',
      ...readiness,
      ...(seesFolder ? {} : { results_folder: false }),
      ...(isHeld ? { held: true } : {}),
      troubles,
      checked_at: checkedAt.toISOString(),
    },
    { status: isReady ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}
