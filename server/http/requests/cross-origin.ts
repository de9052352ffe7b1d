/** The names that MCP and OAuth clients send. Browsers never take the wildcard for `Authorization`. */
const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Last-Event-ID',
  'Mcp-Session-Id',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  '*',
].join(', ');

/** What a page of another site may read of a response, in addition to its body. */
const EXPOSED_HEADERS = [
  'WWW-Authenticate',
  'Mcp-Session-Id',
  'MCP-Protocol-Version',
  'Retry-After',
  'X-Request-Id',
].join(', ');

/** Browsers ask at most this seldom; most allow no longer than two hours. */
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/**
 * Lets pages of every site read a response. Only for what nothing but a token in the request opens: browsers leave cookies out,
 * so a page has only what it was given.
 */
export function readableEverywhere(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('Access-Control-Allow-Origin', '*');
  headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  return new Response(response.body, { status: response.status, headers });
}

/** Returns the handler that tells browsers which requests pages of other sites may send. It decides nothing by the request. */
export function preflight(...methods: readonly string[]): () => Response {
  return () =>
    new Response(null, {
      status: 204,
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': methods.join(', '),
        'Access-Control-Allow-Headers': ALLOWED_HEADERS,
        'Access-Control-Max-Age': String(PREFLIGHT_MAX_AGE_SECONDS),
      },
    });
}
