import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ConnectorError } from '../connector-error';
import { Body } from './body';
import type { HttpLimits } from './http-types';

const decoders = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Nobody packs an answer more often; each layer costs memory and time. */
const mostEncodings = 5;

/** What `Accept-Encoding` offers: what `readBody` can undo. */
export const acceptedEncodings = 'gzip, deflate, br';

/**
 * Reads a body to its end, decompressed. Stops the transfer as soon as more has come than may be held: a few
 * kilobytes can unfold into gigabytes. The share holds the body until it is told otherwise.
 */
export async function readBody(
  body: Readable,
  encodingHeader: string | null,
  { maximumBytes, memory }: Pick<HttpLimits, 'maximumBytes' | 'memory'>,
): Promise<Body> {
  const read = new Body();
  const decoded = decodedBody(body, encodingHeader);
  try {
    for await (const chunk of decoded) {
      const sizeBytes = read.sizeBytes + chunk.length;
      if (sizeBytes > maximumBytes) throw tooLarge(maximumBytes);
      memory?.hold(sizeBytes);
      read.append(chunk);
    }
  } catch (error) {
    if (isEncodingError(error)) throw notDecodable(encodingHeader, error);
    throw error;
  } finally {
    decoded.destroy();
    body.destroy();
  }
  return read;
}

function decodedBody(body: Readable, encodingHeader: string | null): Readable {
  const encodings = (encodingHeader ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'identity');
  if (encodings.length > mostEncodings) {
    const message = `The answer is compressed ${encodings.length} times over, and at most ${mostEncodings} are undone. Ask whoever runs the API.`;
    throw new ConnectorError('failed', message);
  }
  // The last one was applied last.
  return encodings.reverse().reduce<Readable>((stream, encoding) => {
    const make = decoders.get(encoding);
    if (make === undefined) throw notDecodable(encoding, undefined);
    const decoder = make();
    // Whoever reads the decoder is told of the error; here is nobody to tell.
    pipeline(stream, decoder, () => {});
    return decoder;
  }, body);
}

/** zlib's own complaints, not those of the socket below. */
function isEncodingError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ERR__ERROR_|ERR_BROTLI)/.test(String(error.code));
}

function notDecodable(encoding: string | null, cause: unknown): ConnectorError {
  const message = `The answer is compressed as "${encoding}", and could not be unpacked. Ask whoever runs the API.`;
  return new ConnectorError('failed', message, null, { cause });
}

function tooLarge(maximumBytes: number): ConnectorError {
  const message = `The answer is larger than ${maximumBytes / 1_000_000} MB, more than Pushboard takes of one call. Ask for less of it at once, such as a page.`;
  return new ConnectorError('failed', message);
}
