import { AppError } from '@/server/base/errors';

/** The largest JSON body; uploads have their own limit. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

function tooLarge(mostBytes: number): AppError {
  return new AppError('too_large', `The request is larger than ${Math.floor(mostBytes / 1_000_000)} MB.`);
}

/** Yields the body of a request as it comes. Throws 413 as soon as more is announced or has come than is allowed. */
export async function* boundedChunks(request: Request, mostBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes);
  let sizeBytes = 0;
  for await (const chunk of request.body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > mostBytes) throw tooLarge(mostBytes);
    yield chunk;
  }
}

/** Returns the bytes of a request. Throws 413 as soon as more is announced or has come than is allowed. */
export async function boundedBytes(request: Request, mostBytes: number): Promise<Buffer> {
  const announcedBytes = request.headers.get('content-length');
  // The server takes no more than was announced.
  if (announcedBytes !== null && Number(announcedBytes) <= mostBytes) {
    return Buffer.from(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundedChunks(request, mostBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Returns the body of a request as text. Throws 413 as soon as more is announced or has come than is allowed. */
export async function boundedText(request: Request, mostBytes: number): Promise<string> {
  return (await boundedBytes(request, mostBytes)).toString('utf8');
}

/**
 * The JSON of a request, not yet checked; undefined where there is none. Another content type is refused,
 * because a foreign page may send those without asking first.
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const text = (await boundedBytes(request, MAX_BODY_BYTES)).toString('utf8');
  if (text === '') return undefined;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new AppError(
      'unsupported_media_type',
      'Send the body as JSON, with Content-Type: application/json.',
    );
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid', 'The body is not valid JSON.', { cause });
  }
}
