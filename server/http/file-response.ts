import type { FileAnswer } from '@/server/http/context';

const LONGEST_NAME = 120;

/** A name that file systems and headers of every kind take: no path, no control characters, not endless. */
function safeFileName(name: string): string {
  const safe = name
    .replace(/[\p{Cc}\p{Cf}\p{Cs}"*/:<>?\\|%]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  // By whole characters, since half a pair of surrogates cannot be sent.
  return safe === '' ? 'result' : [...safe].slice(-LONGEST_NAME).join('');
}

async function* upToEnd<T>(chunks: AsyncIterable<T>, onEnd: () => void): AsyncGenerator<T> {
  try {
    yield* chunks;
  } finally {
    onEnd();
  }
}

/**
 * A file to save, never to be shown in our own origin, whatever it holds. It goes out as fast as it is taken, so
 * that a large one does not gather in memory; when the caller leaves, the making ends.
 *
 * @param onEnd called when the file was taken whole, or nobody takes more of it.
 */
export function fileResponse(
  { fileName, contentType, chunks }: FileAnswer,
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
        // An empty chunk would end the pulling.
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
    `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(safe)}`,
  );
  // Compressing hundreds of megabytes takes longer than sending them, and a server's core for as long.
  headers.set('Cache-Control', 'no-store, no-transform');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('Content-Security-Policy', "default-src 'none'; sandbox");
  return new Response(body, { headers });
}
