import type { FileDownload } from '@/server/operations/context';

const LONGEST_NAME = 120;

/** Windows takes a name for a device, whatever its ending. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=\.|$)/i;

/** A name that every file system and header accepts: no path, no device, no control characters, bounded. */
export function safeFileName(name: string): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}"*/:<>?\\|%]+/gu, ' ').replace(/\s+/g, ' ');
  // By code points, since half a surrogate pair can't be sent. The end says what the file is.
  const safe = trimmed([...trimmed(plain)].slice(-LONGEST_NAME).join(''));
  return safe === '' ? 'result' : safe.replace(DEVICE, '_$1');
}

/** Windows drops dots and spaces at the end, and a dot at the beginning hides a file. */
const trimmed = (name: string): string => name.replace(/^[\s.]+|[\s.]+$/g, '');

/** As RFC 8187 has it: these are kept by `encodeURIComponent`, but have a meaning of their own there. */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /['()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

async function* upToEnd<T>(chunks: AsyncIterable<T>, onEnd: () => void): AsyncGenerator<T> {
  try {
    yield* chunks;
  } finally {
    onEnd();
  }
}

/**
 * A file to download, which browsers never render in our origin, whatever it contains. It is sent as fast as the client
 * reads, so that a large one doesn't fill memory; when the caller disconnects, its generation stops.
 *
 * @param onEnd called when the file was read completely, or will not be read further
 */
export function fileResponse(
  { fileName, contentType, chunks }: FileDownload,
  headers: Headers,
  onEnd: () => void,
): Response {
  const encoder = new TextEncoder();
  const iterator = upToEnd(chunks, onEnd);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const next = await iterator.next();
        if (next.done) return controller.close();
        const bytes = typeof next.value === 'string' ? encoder.encode(next.value) : next.value;
        // An empty chunk would stop the stream from pulling.
        if (bytes.length === 0) continue;
        return controller.enqueue(bytes);
      }
    },
    async cancel() {
      await iterator.return(undefined);
    },
  });
  const safe = safeFileName(fileName);
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_');
  headers.set('Content-Type', contentType);
  headers.set(
    'Content-Disposition',
    `attachment; filename="${ascii}"; filename*=UTF-8''${percentEncoded(safe)}`,
  );
  // Compressing hundreds of megabytes takes longer than sending them, and occupies a core of the server.
  headers.set('Cache-Control', 'no-store, no-transform');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Content-Security-Policy', "default-src 'none'; sandbox");
  return new Response(body, { headers });
}
