const EXPOSED_ALWAYS = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
];

/** Values of `Content-Type` that need no question beforehand. */
const PLAIN_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
const PLAIN_HEADERS = ['accept', 'accept-language', 'content-language'];
const PLAIN_METHODS = ['GET', 'HEAD', 'POST'];

const listOf = (value: string | null): string[] =>
  (value ?? '').split(',').map((part) => part.trim().toLowerCase());

/**
 * Sends requests as a browser does for a page of another site, without credentials: it asks beforehand where it must, and
 * hides what the response doesn't open. Throws a `TypeError` for what the browser would refuse.
 */
export function fetchFrom(origin: string): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.headers.set('origin', origin);
    await askBeforehand(request, origin);
    const response = await fetch(request);
    refuseClosed(response, origin);
    return onlyExposed(response);
  };
}

async function askBeforehand(request: Request, origin: string): Promise<void> {
  const { method, url, headers } = request;
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? 'text/plain';
  const own = [...headers.keys()].filter(
    (name) =>
      name !== 'origin' &&
      !PLAIN_HEADERS.includes(name) &&
      !(name === 'content-type' && PLAIN_TYPES.includes(type)),
  );
  if (own.length === 0 && PLAIN_METHODS.includes(method)) return;
  const answer = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': own.join(','),
    },
  });
  if (!answer.ok)
    throw new TypeError(`The preflight of ${method} ${url} was answered with ${answer.status}.`);
  refuseClosed(answer, origin);
  const methods = listOf(answer.headers.get('access-control-allow-methods'));
  if (!PLAIN_METHODS.includes(method) && !methods.includes(method.toLowerCase())) {
    throw new TypeError(`${method} ${url} is not allowed.`);
  }
  const allowed = listOf(answer.headers.get('access-control-allow-headers'));
  // The wildcard does not count for this one.
  const closed = own.filter(
    (name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')),
  );
  if (closed.length > 0) throw new TypeError(`The headers ${closed.join(', ')} are not allowed at ${url}.`);
}

function refuseClosed({ headers, url }: Response, origin: string): void {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed !== '*' && allowed !== origin) throw new TypeError(`${url} is closed to ${origin}.`);
}

function onlyExposed(response: Response): Response {
  const exposed = [...EXPOSED_ALWAYS, ...listOf(response.headers.get('access-control-expose-headers'))];
  const headers = [...response.headers].filter(([name]) => exposed.includes(name));
  return new Response(response.body, { status: response.status, headers });
}
