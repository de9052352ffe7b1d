import { processWide } from '@/server/base/process-wide';

type Json = string | Uint8Array<ArrayBuffer>;

const SMALL = 8 * 1024;

/** Whether a response is sent uncompressed: compressing a small one costs more than sending it. */
export const isSmall = (json: Json): boolean => json.length < SMALL;

const bodies = () => processWide('bodies of responses', () => new WeakMap<Response, Json>());

/** A response of JSON, as text or as its bytes. */
export function jsonResponse(json: Json, status: number, headers: Headers): Response {
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (isSmall(json)) headers.set('Cache-Control', 'no-store, no-transform');
  const response = new Response(isSmall(json) ? json : whenRead(json), { status, headers });
  bodies().set(response, json);
  return response;
}

/** A response copies the bytes it is given, which would be megabytes for a list that is sent by `jsonOf` anyway. */
const whenRead = (json: Json): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(typeof json === 'string' ? new TextEncoder().encode(json) : json);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );

/** What a response was made of by `jsonResponse`, without reading its stream; undefined for other responses. */
export const jsonOf = (response: Response): Json | undefined => bodies().get(response);
