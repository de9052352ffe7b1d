/** Shorter responses are sent uncompressed: compressing one costs more than sending it. */
const SMALL = 8 * 1024;

const bodies = new WeakMap<Response, Uint8Array>();

/** A response of JSON, as text or as its bytes. */
export function jsonResponse(
  json: string | Uint8Array<ArrayBuffer>,
  status: number,
  headers: Headers,
): Response {
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (json.length < SMALL) headers.set('Cache-Control', 'no-store, no-transform');
  const response = new Response(json, { status, headers });
  if (typeof json !== 'string') bodies.set(response, json);
  return response;
}

/** The bytes that a response was made of by `jsonResponse`, without reading its stream; undefined for other responses. */
export const bytesOf = (response: Response): Uint8Array | undefined => bodies.get(response);
