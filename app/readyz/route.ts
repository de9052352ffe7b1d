import { recentReadiness } from '@/server/runs/readiness';

/** Responds 200 only if the database, migrations, web, and a worker are ready, and lists the state of each. */
export async function GET(): Promise<Response> {
  const { checkedAt, ...readiness } = await recentReadiness();
  const isReady = Object.values(readiness).every(Boolean);
  return Response.json(
    { status: isReady ? 'ready' : 'not ready', ...readiness, checked_at: checkedAt.toISOString() },
    { status: isReady ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}
