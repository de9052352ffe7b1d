import { processWide } from '@/server/base/process-wide';
import type { StreamEvent } from '@/server/operations/context';

/** Keeps proxies from closing a quiet stream, and detects callers who disconnected. */
const HEARTBEAT_MS = 15_000;

const openStreams = (): Set<() => void> => processWide('open streams', () => new Set());

/** Ends every open stream, so that a server that shuts down doesn't wait for its callers. */
export function endAllStreams(): void {
  for (const end of openStreams()) end();
}

/** Calls `end` if the process stops before the returned function is called. */
export function endWithProcess(end: () => void): () => void {
  openStreams().add(end);
  return () => openStreams().delete(end);
}

function lines({ event, id, data }: StreamEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Sends `events` as server-sent events until they end, the caller disconnects, or the process stops. Takes the next event
 * when the caller has taken the one before, so that a slow caller holds no more in memory than a fast one.
 *
 * @param watch starts to watch for anything else that ends the stream, and returns a function that stops watching
 * @param onStop called once when the stream is over, so that the producer of the events stops waiting
 */
export function eventStreamResponse(
  events: AsyncIterable<StreamEvent>,
  headers: Headers,
  watch: (end: () => void) => () => void,
  onStop: () => void,
): Response {
  const iterator = events[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let finish: (close: () => void) => void = () => {};
  let wake: () => void = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const hasRoom = () => (controller.desiredSize ?? 0) > 0;
      const heartbeat = setInterval(() => {
        if (hasRoom()) controller.enqueue(encoder.encode(': here\n\n'));
      }, HEARTBEAT_MS);
      let unwatch = () => {};
      const end = () => finish(() => controller.close());
      let isOver = false;
      finish = (close) => {
        if (isOver) return;
        isOver = true;
        clearInterval(heartbeat);
        openStreams().delete(end);
        unwatch();
        onStop();
        close();
        wake();
      };
      openStreams().add(end);
      controller.enqueue(encoder.encode('retry: 1000\n\n'));
      unwatch = watch(end);
      if (isOver) return unwatch();
      pump().then(end, (error) => finish(() => controller.error(error)));

      async function pump(): Promise<void> {
        for (let next = await iterator.next(); !next.done && !isOver; next = await iterator.next()) {
          controller.enqueue(encoder.encode(lines(next.value)));
          while (!isOver && !hasRoom()) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
        }
      }
    },
    pull: () => wake(),
    // The caller disconnected: the stream is already closed.
    cancel: () => finish(() => {}),
  });
  headers.set('Content-Type', 'text/event-stream; charset=utf-8');
  headers.set('Cache-Control', 'no-cache, no-transform');
  headers.set('X-Accel-Buffering', 'no');
  return new Response(body, { headers });
}
