import type { FileAnswer } from '@/server/http/context';

/** A name that file systems and headers of every kind take: no path, no control characters, not endless. */
function safeFileName(name: string): string {
  const safe = name
    .replace(/[\p{Cc}\p{Cf}"*/:<>?\\|%]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return safe === '' ? 'result' : safe.slice(-120);
}

/**
 * A file to save, never to be shown in our own origin, whatever it holds. It goes out as fast as it is taken, so
 * that a large one does not gather in memory; when the caller leaves, the making ends.
 */
export function fileResponse({ fileName, contentType, chunks }: FileAnswer, headers: Headers): Response {
  const encoder = new TextEncoder();
  const iterator = chunks[Symbol.asyncIterator]();
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
      await iterator.return?.();
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
