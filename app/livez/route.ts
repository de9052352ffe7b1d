/** Tells that the process is alive, by the name that Kubernetes gives such a probe. It checks nothing else, like `/healthz`. */
export async function GET(): Promise<Response> {
  return Response.json({ status: 'ok' }, { headers: { 'Cache-Control': 'no-store' } });
}
