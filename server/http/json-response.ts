import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const gzipped = promisify(gzip);

/** From so many characters on we compress ourselves: Next.js does it at a level that takes three times as long. */
const LARGE_CHARS = 100_000;
/** Shorter answers go out as they are: compressing one costs more than sending it. */
const SMALL_CHARS = 8 * 1024;
const FASTEST = 1;

/** An answer of JSON text, compressed where it is large and the caller can read that. */
export async function jsonResponse(
  json: string,
  status: number,
  headers: Headers,
  accepted: string | null,
): Promise<Response> {
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (json.length < SMALL_CHARS) headers.set('Cache-Control', 'no-store, no-transform');
  if (json.length < LARGE_CHARS || !/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted ?? '')) {
    return new Response(json, { status, headers });
  }
  headers.set('Content-Encoding', 'gzip');
  headers.append('Vary', 'Accept-Encoding');
  return new Response(new Uint8Array(await gzipped(json, { level: FASTEST })), { status, headers });
}
