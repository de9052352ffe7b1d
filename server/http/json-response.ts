import { processWide } from '@/server/process-wide';

const SMALL_CHARS = 8 * 1024;

/** Whether a response is sent uncompressed: compressing a small one costs more than sending it. */
export const isSmall = (json: string): boolean => json.length < SMALL_CHARS;

const texts = () => processWide('texts of responses', () => new WeakMap<Response, string>());

/** A response of JSON text. */
export function jsonResponse(json: string, status: number, headers: Headers): Response {
  headers.set('Content-Type', 'application/json; charset=utf-8');
  if (isSmall(json)) headers.set('Cache-Control', 'no-store, no-transform');
  const response = new Response(json, { status, headers });
  texts().set(response, json);
  return response;
}

/** The text of a response that was made here, without the detour through its stream; undefined for any other. */
export const jsonTextOf = (response: Response): string | undefined => texts().get(response);
