import { parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';

export type ParsedJson = { ok: true; value: JsonValue } | { ok: false; message: string };

/** The documents' message for text that isn't JSON. */
export const INVALID_JSON = 'Invalid JSON format';

/** Parses JSON text. Its numbers keep all their digits. */
export function parseJsonText(text: string): ParsedJson {
  try {
    return { ok: true, value: parseExactJson(text) };
  } catch {
    return { ok: false, message: INVALID_JSON };
  }
}
