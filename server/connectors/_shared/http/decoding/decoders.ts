import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createInflate, createInflateRaw } from 'node:zlib';
import { ByteSource, EndedEarly } from './byte-source';
import { gunzipped, NotGzip } from './gunzip';

type Decoder = (encoded: Readable) => Readable;

/** By the name in `Content-Encoding`. */
export const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', (encoded) => through(encoded, createBrotliDecompress())],
]);

function gunzip(encoded: Readable): Readable {
  return Readable.from(gunzipped(encoded), { objectMode: false });
}

/** `deflate` means zlib's format (RFC 9110 §8.4.1.2), but some servers leave its header out. */
function inflate(encoded: Readable): Readable {
  return Readable.from(inflated(encoded), { objectMode: false });
}

async function* inflated(encoded: Readable): AsyncGenerator<Buffer> {
  const input = new ByteSource(encoded);
  const front = await input.peek(2);
  if (front.length === 0) return;
  const decoder = isZlibHeader(front) ? createInflate() : createInflateRaw();
  yield* through(Readable.from(chunksOf(input), { objectMode: false }), decoder);
}

/** The method, and a checksum over both bytes (RFC 1950 §2.2). */
function isZlibHeader(front: Buffer): boolean {
  const [method = 0, flags = 0] = front;
  return (method & 0x0f) === 8 && (method * 256 + flags) % 31 === 0;
}

async function* chunksOf(input: ByteSource): AsyncGenerator<Buffer> {
  try {
    for (let chunk = await input.chunk(); chunk !== null; chunk = await input.chunk()) yield chunk;
  } finally {
    input.close();
  }
}

function through(encoded: Readable, decoder: Transform): Readable {
  // The reader of the decoder gets the error; here it is ignored.
  pipeline(encoded, decoder, () => {});
  return decoder;
}

/** Whether the data itself is at fault, not the socket below it. */
export function isEncodingError(error: unknown): boolean {
  if (error instanceof NotGzip || error instanceof EndedEarly) return true;
  return error instanceof Error && 'code' in error && /^(Z_|ERR__ERROR_|ERR_BROTLI)/.test(String(error.code));
}
