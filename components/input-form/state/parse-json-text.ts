import type { JsonValue } from '@/lib/base/json';
import { compareDecimals, parseDecimal } from '@/lib/inputs/decimal';

export type ParsedJson = { ok: true; value: JsonValue } | { ok: false; message: string };

/** The documents' message for text that isn't JSON. */
export const INVALID_JSON = 'Invalid JSON format';

/** Strings and numbers in JSON text; a string is matched as a whole, so that digits in it aren't taken for a number. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON text. A number that a double would round is refused: it can be sent as text, with all its digits. */
export function parseJsonText(text: string): ParsedJson {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, message: INVALID_JSON };
  }
  const rounded = text.match(token)?.find((literal) => !literal.startsWith('"') && !isExact(literal));
  if (rounded === undefined) return { ok: true, value };
  return { ok: false, message: `${rounded} cannot be held exactly as a JSON number; write it in quotes` };
}

function isExact(literal: string): boolean {
  const written = parseDecimal(literal);
  const held = parseDecimal(String(Number(literal)));
  return written !== null && held !== null && compareDecimals(written, held) === 0;
}
