import { AppError } from '@/server/errors';

/** The largest JSON body; uploads have their own limit. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

const tooLarge = () =>
  new AppError('too_large', `The request is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB.`);

async function readText(request: Request): Promise<string> {
  const announcedBytes = request.headers.get('content-length');
  if (Number(announcedBytes ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  if (request.body === null) return '';
  // The server takes no more than was announced; without an announcement we count ourselves.
  if (announcedBytes !== null) return request.text();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of request.body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The JSON of a request, not yet checked; undefined where there is none. Another content type is refused,
 * because a foreign page may send those without asking first.
 */
export async function readJsonBody(request: Request): Promise<unknown> {
  const text = await readText(request);
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
