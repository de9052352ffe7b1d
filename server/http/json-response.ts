/** Shorter responses are sent uncompressed: compressing one costs more than sending it. */
const SMALL_CHARS = 8 * 1024;

/** A response of JSON text. */
export function jsonResponse(json: string, status: number, headers: Headers): Response {
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (json.length < SMALL_CHARS) headers.set('Cache-Control', 'no-store, no-transform');
  return new Response(json, { status, headers });
}
