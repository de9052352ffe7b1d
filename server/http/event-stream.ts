import type { StreamEvent } from '@/server/http/context';
import { processWide } from '@/server/process-wide';

/** Keeps proxies from closing a quiet stream, and tells us of callers who have left. */
const HEARTBEAT_MS = 15_000;

const openStreams = (): Set<() => void> => processWide('open streams', () => new Set());

/** Ends every open stream, so that a server that is stopping need not wait for its callers. */
export function endAllStreams(): void {
  for (const end of openStreams()) end();
}

function lines({ event, id, data }: StreamEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Server-sent events from `events` until it ends, the caller leaves, or the process stops.
 *
 * @param onStop called once when the stream is over, so that whoever makes the events stops waiting.
 */
export function eventStreamResponse(
  events: AsyncIterable<StreamEvent>,
  headers: Headers,
  onStop: () => void,
): Response {
  const iterator = events[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const heartbeat = setInterval(() => controller.enqueue(encoder.encode(': here\n\n')), HEARTBEAT_MS);
      let isOver = false;
      stop = () => {
        if (isOver) return;
        isOver = true;
        clearInterval(heartbeat);
        openStreams().delete(stop);
        onStop();
        controller.close();
      };
      openStreams().add(stop);
      controller.enqueue(encoder.encode('retry: 1000\n\n'));
      void pump();

      async function pump(): Promise<void> {
        try {
          for (let next = await iterator.next(); !next.done && !isOver; next = await iterator.next()) {
            controller.enqueue(encoder.encode(lines(next.value)));
          }
          stop();
        } catch (error) {
          if (isOver) return;
          isOver = true;
          clearInterval(heartbeat);
          openStreams().delete(stop);
          onStop();
          controller.error(error);
        }
      }
    },
    cancel() {
      stop();
    },
  });
  headers.set('Content-Type', 'text/event-stream; charset=utf-8');
  headers.set('Cache-Control', 'no-cache, no-transform');
  headers.set('X-Accel-Buffering', 'no');
  return new Response(body, { headers });
}
