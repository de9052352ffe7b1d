import type { JsonValue } from '@/lib/base/json';
import type { InputType } from '@/lib/inputs/input';
import { coerceValue } from '@/lib/values/coerce-value';
import { plainNumber } from '../values/exact-values';

/** A declared default: a value if it is a literal of the type, otherwise its expression. */
export interface Default {
  value: JsonValue;
  expression: string | null;
}

/** Parses a default as it is written in a definition. */
export function readDefault(text: string, type: InputType): Default {
  if (/^null$/i.test(text)) return { value: null, expression: null };
  const literal = literalOf(text, type);
  if (literal === null) return { value: null, expression: text };
  const coerced = coerceValue(type, literal);
  return coerced.ok && coerced.value !== null
    ? { value: coerced.value, expression: null }
    : { value: null, expression: text };
}

function literalOf(text: string, { jsonType }: InputType): JsonValue | null {
  const quoted = /^N?'((?:[^']|'')*)'$/is.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  if (/^0x/i.test(text)) return text;
  const number = /^([-+]?)\s*[$€£¥]?([\d.]+(?:e[+-]?\d+)?)$/i.exec(text);
  if (number !== null) {
    const plain = `${number[1] === '-' ? '-' : ''}${plainNumber(number[2] ?? '')}`;
    const isShort =
      jsonType === 'number' && Number.isSafeInteger(Number(plain)) && String(Number(plain)) === plain;
    return isShort ? Number(plain) : plain;
  }
  // A text may be written as a bare word.
  return jsonType === 'string' && /^\p{L}[\p{L}\p{N}_]*$/u.test(text) ? text : null;
}
