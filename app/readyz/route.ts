import { recentReadiness } from '@/server/readiness';

/** 200 only while database, migrations, web and a worker serve; which one does not is told to all. */
export async function GET(): Promise<Response> {
  const readiness = await recentReadiness();
  const isReady = Object.values(readiness).every(Boolean);
  return Response.json(
    { status: isReady ? 'ready' : 'not ready', ...readiness },
    { status: isReady ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  );
}
