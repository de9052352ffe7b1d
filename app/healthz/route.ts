/** The process lives; nothing else is looked at, so that a slow database does not get it restarted. */
export async function GET(): Promise<Response> {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } });
}
