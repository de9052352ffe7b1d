/** Tells that the process is alive. It checks nothing else, so that a slow database doesn't cause a restart. */
export async function GET(): Promise<Response> {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } });
}
