import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants } from 'node:zlib';
import { createRequest } from '@remix-run/node-fetch-server';
import compression from 'compression';
import type { AnyOperation } from '@/lib/contract/operation';
import { log } from '@/server/base/log';
import { processWide } from '@/server/base/process-wide';
import { API_PREFIX, operationsAt } from '@/server/http/doors/operation-paths';
import { zippedOf } from '@/server/http/responses/constant-json';
import { isSmall, jsonOf } from '@/server/http/responses/json-response';
import { whenClosed } from '@/server/http/responses/when-closed';

/** Answers a request to an operation, whose path's variable parts are `params`. */
type Handle = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** The handlers of the operations whose route files the framework has loaded, by operation id. */
const handlers = () => processWide('handlers of operations', () => new Map<string, Handle>());

/** Lets requests to an operation go to its handler directly from now on. */
export function openApiDoor({ id }: AnyOperation, handle: Handle): void {
  handlers().set(id, handle);
}

interface Found {
  handle: Handle;
  params: Record<string, string>;
}

/** The handler of a request; null if the framework must answer it, or load its route first. */
export function findHandler(method: string | undefined, target: string | undefined): Found | null {
  const path = target?.split('?', 1)[0];
  if (method === undefined || !path?.startsWith(`${API_PREFIX}/`)) return null;
  const match = operationsAt(path.slice(API_PREFIX.length));
  const operation = match?.value.get(method);
  const handle = operation === undefined ? undefined : handlers().get(operation.id);
  return match === null || handle === undefined ? null : { handle, params: match.params };
}

type Compress = ReturnType<typeof compression>;
const compress: Compress = compression();

/** Compressing a response of this size as well as possible takes longer than sending the bytes that it saves. */
const LARGE_BYTES = 256 * 1024;
/** As much as a socket holds for its reader. */
const PIECE_BYTES = 64 * 1024;
const compressFast: Compress = compression({
  level: 1,
  chunkSize: 128 * 1024,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 }, chunkSize: 128 * 1024 },
});

/**
 * Answers a request to an operation whose route is loaded, and returns whether it did. The framework, which would look for
 * the route and wrap request and response once more, takes longer for that than most operations take by themselves.
 */
export function answerDirectly(request: IncomingMessage, response: ServerResponse): boolean {
  const found = findHandler(request.method, request.url);
  if (found === null) return false;
  // What a refused caller still sends is dropped, so that its connection can be used again. The listener that feeds the
  // body would pause it as soon as more has arrived than was read.
  response.once('finish', () => {
    request.removeAllListeners('data');
    request.resume();
  });
  void answer(found, request, response);
  return true;
}

async function answer(
  { handle, params }: Found,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    // Whatever name callers use for us, the address of a request only says what they ask for.
    const incoming = createRequest(request, response, { host: 'localhost' });
    await send(request, response, await handle(incoming, { params: Promise.resolve(params) }));
  } catch (error) {
    log().error({ err: error }, 'A response could not be sent');
    response.destroy();
  }
}

async function send(request: IncomingMessage, response: ServerResponse, answered: Response): Promise<void> {
  const { status, headers, body } = answered;
  const json = jsonOf(answered);
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  if (json === undefined) return compressed(compress, request, response, () => pass(response, body));
  const zipped = zippedOf(json);
  if (zipped !== undefined && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    response.setHeader('Content-Encoding', 'gzip');
    return endInPieces(response, zipped);
  }
  if (isSmall(json)) {
    response.setHeader('Content-Length', Buffer.byteLength(json));
    response.end(json);
    return;
  }
  if (json.length < LARGE_BYTES)
    return compressed(compress, request, response, async () => void response.end(json));
  return compressed(compressFast, request, response, () => endInPieces(response, json));
}

/**
 * Passes a body on as fast as the caller takes it, with the same few listeners however often it waits: none is taken off
 * a response that is compressed. When the caller leaves, no more of the body is asked for.
 */
async function pass(response: ServerResponse, body: Response['body']): Promise<void> {
  if (body === null || response.req.method === 'HEAD') {
    response.end();
    return body?.cancel();
  }
  const reader = body.getReader();
  let goOn = (): void => {};
  response.on('drain', () => goOn());
  whenClosed(response, () => {
    goOn();
    reader.cancel().catch(() => undefined);
  });
  // A stream of events is begun before its first event.
  response.flushHeaders();
  while (!response.destroyed) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!response.write(value) && !response.destroyed) {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
  }
  response.end();
}

/** Writes as fast as the caller takes it, so that it can be told how much was taken; see `SlowReaders`. */
async function endInPieces(response: ServerResponse, json: string | Uint8Array): Promise<void> {
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  };
  // Callers may leave at any time.
  await pipeline(Readable.from(pieces(), { objectMode: false }), response).catch(() => undefined);
}

/** Compresses what `write` writes, if the caller understands that and the headers allow it. */
const compressed = (
  how: Compress,
  request: IncomingMessage,
  response: ServerResponse,
  write: () => Promise<void>,
): Promise<void> =>
  new Promise((resolve, reject) => {
    how(request, response, () => write().then(resolve, reject));
  });
