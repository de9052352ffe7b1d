import type { Readable } from 'node:stream';
import { ConnectorError } from '../../connector-error';
import type { Body } from '../body';
import type { HttpLimits } from '../http-types';
import { decoders, isEncodingError } from './decoders';

/** No real response is compressed more often; each layer costs memory and time. */
const mostEncodings = 5;

/** The value of `Accept-Encoding`: the encodings that `readBody` can decode. */
export const acceptedEncodings = 'gzip, deflate, br';

/**
 * Reads a body to its end and decompresses it. Stops the transfer as soon as it exceeds the limit: a few kilobytes can
 * expand to gigabytes. The body stays counted in the memory share until the share is changed.
 *
 * @param read takes what arrives, so that its reader has it even if this throws
 */
export async function readBody(
  body: Readable,
  encodingHeader: string | null,
  { maximumBytes, memory }: Pick<HttpLimits, 'maximumBytes' | 'memory'>,
  read: Body,
): Promise<void> {
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
}

function decodedBody(body: Readable, encodingHeader: string | null): Readable {
  const encodings = (encodingHeader ?? '')
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'identity');
  if (encodings.length > mostEncodings) {
    const message = `The response is compressed ${encodings.length} times, and Pushboard decodes ${mostEncodings} at most. Ask the people who run the API.`;
    throw new ConnectorError('failed', message);
  }
  // The encoding that was applied last comes last.
  return encodings.reverse().reduce<Readable>((stream, encoding) => {
    const decode = decoders.get(encoding);
    if (decode === undefined) throw notDecodable(encoding, undefined);
    return decode(stream);
  }, body);
}

function notDecodable(encoding: string | null, cause: unknown): ConnectorError {
  const message = `The response has the encoding "${encoding}", but could not be decompressed. Ask the people who run the API.`;
  return new ConnectorError('failed', message, null, { cause });
}

function tooLarge(maximumBytes: number): ConnectorError {
  const message = `The response is larger than ${maximumBytes / 1_000_000} MB, the limit for one call. Request less at once, such as a page.`;
  return new ConnectorError('failed', message);
}
