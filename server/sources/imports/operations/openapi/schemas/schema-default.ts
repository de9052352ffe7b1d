import type { JsonValue } from '@/lib/base/json';
import { compareDecimals, parseDecimal } from '@/lib/inputs/decimal';
import type { InputType } from '@/lib/inputs/input';
import { isNode, jsonOf, type Node, valueAt } from '@/server/sources/imports/parse/node';
import { numberAsWritten, numberInJson, textOfScalar } from '@/server/sources/imports/parse/written';

/** A schema's default, as its type reads it: numbers keep their digits, and `07` is a text where a text is expected. */
export function defaultOf(schema: Node, type: InputType): JsonValue {
  const value = valueAt(schema, 'default');
  return jsonOf(value) === null && value !== null ? null : typed(schema, 'default', value, type);
}

function typed(
  container: Node | unknown[],
  key: string | number,
  value: unknown,
  type: InputType | null,
): JsonValue {
  if (Array.isArray(value)) {
    const element = type?.jsonType === 'array' ? type.element : null;
    return value.map((item, at) => typed(value, at, item, element));
  }
  if (isNode(value)) {
    const types = new Map(type?.properties?.map((property) => [property.key, property.type]));
    return Object.fromEntries(
      Object.keys(value).map((name) => [
        name.replaceAll('\0', ''),
        typed(value, name, value[name], types.get(name) ?? null),
      ]),
    );
  }
  return scalar(container, key, value, type);
}

function scalar(
  container: Node | unknown[],
  key: string | number,
  value: unknown,
  type: InputType | null,
): JsonValue {
  if (type !== null && type.alternatives === undefined) {
    if (type.jsonType === 'string') return textOfScalar(container, key, value)?.replaceAll('\0', '') ?? null;
    if (type.jsonType === 'number') {
      const number = numberAsWritten(container, key, value);
      if (number !== null) return optionOf(type, number) ?? number;
    }
  }
  if (typeof value === 'number') return numberInJson(container, key, value);
  return jsonOf(value);
}

/** The option that is the same number in another form; null if there is none. */
function optionOf({ options }: InputType, number: JsonValue): string | null {
  const decimal = parseDecimal(String(number));
  const isSame = (option: string): boolean => {
    const other = parseDecimal(option);
    return decimal !== null && other !== null && compareDecimals(decimal, other) === 0;
  };
  return options?.includes(String(number)) ? null : (options?.find(isSame) ?? null);
}
