/** Proxies end a request whose response doesn't begin in time: many after a minute, some after half of one. */
export const BEGINS_AFTER_MS = 20_000;
/** They also end one that is silent for that long. */
const SPACE_EVERY_MS = 15_000;

/** What becomes of an answer that comes late. */
interface LateAnswer {
  /** The body to send if the work fails. The status has been sent by then. */
  bodyOfFailure: (thrown: unknown) => Promise<string>;
  /** Called once when nothing more is done for the request. */
  release: () => void;
}

/** Whether work is done in time; throws as the work does. */
export async function isInTime(work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), BEGINS_AFTER_MS);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}

/**
 * A response of JSON that begins now, with status 200, before its body is known. Until then it sends spaces, which JSON
 * allows in front of a value, so that no proxy takes it for dead.
 */
export function begunResponse(
  body: Promise<string | Uint8Array>,
  headers: Headers,
  { bodyOfFailure, release }: LateAnswer,
): Response {
  const encoder = new TextEncoder();
  const space = encoder.encode(' ');
  let heartbeat: NodeJS.Timeout | undefined;
  let isOver = false;
  const end = (): boolean => {
    if (isOver) return false;
    isOver = true;
    clearInterval(heartbeat);
    release();
    return true;
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(space);
      heartbeat = setInterval(() => controller.enqueue(space), SPACE_EVERY_MS);
      body.catch(bodyOfFailure).then(
        (json) => {
          if (!end()) return;
          controller.enqueue(typeof json === 'string' ? encoder.encode(json) : json);
          controller.close();
        },
        (error) => {
          if (end()) controller.error(error);
        },
      );
    },
    // The caller left.
    cancel: () => void end(),
  });
  headers.set('Content-Type', 'application/json; charset=utf-8');
  // Compressing would hold the spaces back, and so would a proxy's buffer.
  headers.set('Cache-Control', 'no-store, no-transform');
  headers.set('X-Accel-Buffering', 'no');
  return new Response(stream, { headers });
}
