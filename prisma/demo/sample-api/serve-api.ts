import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { ownerOfKey, sampleApiKeyHeader } from '@/server/sandbox/sample-api-key';
import { Problem } from './answers';
import { DeskStore } from './desk-store';
import { routeFor } from './routes';

const basePath = '/v1';
/** What needs no key: the base URL itself, and the API's status. */
const openPaths = [basePath, `${basePath}/`, `${basePath}/health`];
const largestBodyBytes = 6_000_000;

/** The sample API of the sandboxes: the support desk of a fictional shop. */
export interface SampleApi {
  origin: string;
  close(): Promise<void>;
}

/** How long an idle connection is kept. */
const KEEP_ALIVE_MS = 75_000;

/**
 * Listens only on the loopback address. Without a key, callers see only the status; a key opens the desk of its
 * sandbox. The API calls no other service.
 *
 * @param secret what the keys are derived from
 */
export async function serveSampleApi(options: {
  port: number;
  folder: string;
  secret: string;
}): Promise<SampleApi> {
  const store = new DeskStore(options.folder);
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing, (request) => respond(request, store, options.secret));
  });
  // Callers close what they no longer use. A connection that the server closed at the moment of their next request would
  // fail it, and on a busy machine the default of five seconds ends at such moments.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen({ port: options.port, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function respond(request: Request, store: DeskStore, secret: string): Promise<Response> {
  const url = new URL(request.url);
  // A web page can point its own domain name at this address. Its requests would then carry that name.
  if (url.hostname !== '127.0.0.1') throw new Problem(421, 'Another host', 'Call this API at 127.0.0.1.');
  if (request.method === 'GET' && openPaths.includes(url.pathname)) {
    return Response.json({ status: 'up', name: 'Support desk' });
  }
  const owner = ownerOfKey(secret, request.headers.get(sampleApiKeyHeader) ?? '');
  if (owner === null) {
    throw new Problem(401, 'Key required', `Send the key of your sandbox in ${sampleApiKeyHeader}.`);
  }
  const path = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : '';
  const route = routeFor(request.method, path);
  if (route === null)
    throw new Problem(404, 'Nothing here', `${request.method} ${url.pathname} doesn't exist.`);
  const query = Object.fromEntries(url.searchParams);
  const desk = await store.desk(owner);
  return route.handler({ request, query, params: route.params, owner, desk, store });
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const response = await requestOf(incoming, gone.signal)
    .then(handle)
    .catch((error: unknown) => responseTo(error, gone.signal));
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, [...response.headers].flat());
  outgoing.end(body);
}

async function requestOf(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = 'GET', headers, url = '/' } = incoming;
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of incoming) {
    sizeBytes += chunk.length;
    // The rest of a request that is too large is read and dropped, so that the sender receives the response.
    if (sizeBytes <= largestBodyBytes) chunks.push(chunk);
  }
  if (sizeBytes > largestBodyBytes) {
    throw new Problem(413, 'Too large', `A request may have ${largestBodyBytes / 1_000_000} MB.`);
  }
  const address = `http://${headers.host ?? 'nowhere.invalid'}${url}`;
  if (!URL.canParse(address)) throw new Problem(400, 'No address', "The request's address is not valid.");
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const hasBody = method !== 'GET' && method !== 'HEAD' && sizeBytes > 0;
  return new Request(address, {
    method,
    headers: given,
    signal,
    body: hasBody ? Buffer.concat(chunks) : null,
  });
}

function responseTo(error: unknown, signal: AbortSignal): Response {
  if (error instanceof Problem) return error.toResponse();
  if (!signal.aborted) process.stderr.write(`${inspect(error)}\n`);
  return new Problem(
    500,
    'A fault of the API',
    'Try again. If it fails again, restart Pushboard.',
  ).toResponse();
}
