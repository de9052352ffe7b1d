import { parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import type { InputType } from '@/lib/inputs/input';
import { coerceValue } from '@/lib/values/coerce-value';
import { parseArrayLiteral } from '../values/array-literal';

/** A declared default: a value if it is a literal of the type, otherwise its expression. */
export interface Default {
  value: JsonValue;
  expression: string | null;
}

const none: Default = { value: null, expression: null };
/** A cast contains a type's name and modifiers, never an operator or a call. */
const cast = String.raw`(?:::(?:[\w.\s,"]|\(\d+(?:,-?\d+)?\)|\[\])+)?`;
const nullLiteral = new RegExp(`^NULL${cast}$`, 'i');
const bareLiteral = new RegExp(`^\\(?(-?\\d+(?:\\.\\d+)?|true|false)\\)?${cast}$`, 'i');
const textLiteral = new RegExp(`^(E?)'((?:[^']|'')*)'${cast}$`);
const emptyArray = new RegExp(`^ARRAY\\[\\]${cast}$`, 'i');

/** Parses a default as `pg_get_function_arg_default` prints it. */
export function readDefault(expression: string | null, type: InputType): Default {
  if (expression === null || nullLiteral.test(expression)) return none;
  const literal = literalOf(expression);
  const value = literal === null ? undefined : typedValue(literal, type);
  if (value === undefined) return { value: null, expression };
  return { value, expression: null };
}

/** The literal's text in the type's input format; null for anything else. */
function literalOf(expression: string): string | null {
  if (emptyArray.test(expression)) return '{}';
  const bare = bareLiteral.exec(expression)?.[1];
  if (bare !== undefined) return bare;
  const text = textLiteral.exec(expression);
  if (text === null) return null;
  const plain = (text[2] ?? '').replaceAll("''", "'");
  return text[1] === 'E' ? plain.replaceAll('\\\\', '\\') : plain;
}

function typedValue(literal: string, type: InputType): JsonValue | undefined {
  const read = readAs(literal, type);
  if (read === undefined || read === null) return undefined;
  const coerced = coerceValue(type, read);
  return coerced.ok ? coerced.value : undefined;
}

function readAs(literal: string, type: InputType): JsonValue | undefined {
  switch (type.jsonType) {
    case 'boolean':
      return /^t(rue)?$/i.test(literal) ? true : /^f(alse)?$/i.test(literal) ? false : undefined;
    case 'number':
      return Number.isSafeInteger(Number(literal)) && String(Number(literal)) === literal
        ? Number(literal)
        : literal;
    case 'string':
      return literal;
    case 'array':
      return readArray(literal, type.element);
    case 'object':
      return type.properties === null ? readJson(literal) : undefined;
  }
}

function readArray(literal: string, element: InputType | null): JsonValue | undefined {
  if (element === null) return undefined;
  const unreadable = Symbol('unreadable');
  try {
    return (
      parseArrayLiteral(literal, (item) => {
        const read = readAs(item, element);
        if (read === undefined) throw unreadable;
        return read;
      }) ?? undefined
    );
  } catch (error) {
    if (error === unreadable) return undefined;
    throw error;
  }
}

function readJson(literal: string): JsonValue | undefined {
  try {
    return parseExactJson(literal);
  } catch {
    return undefined;
  }
}
