import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll } from 'vitest';
import { keepConnections } from './keep-connections';

type Serve = (
  request: Request,
  context: { params: Promise<Record<string, string> | undefined> },
) => Promise<Response>;

/** A server on loopback for the route files outside `/api/v1`, as Next serves them, at an address known beforehand. */
export interface Site {
  url: string;
}

/**
 * Serves `app/{path}/route.ts` for each path. Await it at the top of a test file, so that `withApp` gets the address.
 */
export async function serveSite(): Promise<Site> {
  const server = createServer(keepConnections, (incoming, outgoing) => {
    answer(incoming, outgoing).catch((error) => {
      if (!outgoing.destroyed) outgoing.destroy(error as Error);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${port}` };
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { pathname } = new URL(incoming.url ?? '/', 'http://own.invalid');
  const module: Record<string, Serve | undefined> = await import(
    join(process.cwd(), 'app', pathname, 'route.ts')
  ).catch(() => ({}));
  const serve = module[incoming.method ?? 'GET'];
  if (serve === undefined) {
    outgoing.writeHead(404).end();
    return;
  }
  const left = new AbortController();
  outgoing.on('close', () => left.abort());
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers: headersOf(incoming),
    signal: left.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}),
  } as RequestInit);
  const response = await serve(request, { params: Promise.resolve(undefined) });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body as never), outgoing).catch(() => {});
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  return headers;
}
