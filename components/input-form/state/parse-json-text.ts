import { doubledKey, parseExactJson, shownKey } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { INVALID_JSON } from '@/lib/values/check-json';

export type ParsedJson = { ok: true; value: JsonValue } | { ok: false; message: string };

/** Parses JSON text. Its numbers keep all their digits. Of a key with two values, one would be lost. */
export function parseJsonText(text: string): ParsedJson {
  try {
    const value = parseExactJson(text);
    const key = doubledKey(text);
    if (key === null) return { ok: true, value };
    return { ok: false, message: `Has two values for ${shownKey(key)}` };
  } catch {
    return { ok: false, message: INVALID_JSON };
  }
}
