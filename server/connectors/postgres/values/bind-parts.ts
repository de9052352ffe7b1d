import type { JsonValue } from '@/lib/base/json';
import type { PostgresType } from '@/lib/type-systems/postgres/postgres-types';
import { bindText } from './bind';

/**
 * Whether a composite contains money: its text is parsed in the server's locale, where `1234.50` may be a hundred times
 * as much, so such a value is written part by part instead of as one text.
 */
export function holdsMoney(type: PostgresType): boolean {
  switch (type.kind) {
    case 'domain':
      return holdsMoney(type.base);
    case 'array':
      return holdsMoney(type.element);
    case 'composite':
      return type.attributes.some((attribute) => isMoney(attribute.type) || holdsMoney(attribute.type));
    default:
      return false;
  }
}

function isMoney(type: PostgresType): boolean {
  if (type.kind === 'domain') return isMoney(type.base);
  return type.kind === 'array' ? isMoney(type.element) : type.name === 'money';
}

/** The value as an expression of its parts; `bind` stores a text and returns its placeholder. */
export function partsOf(type: PostgresType, value: JsonValue, bind: (text: string | null) => string): string {
  const cast = castOf(type.name);
  if (value === null) return `NULL::${cast}`;
  switch (type.kind) {
    case 'domain':
      return `${partsOf(type.base, value, bind)}::${cast}`;
    case 'array':
      return Array.isArray(value)
        ? `${listOf(type.element, value, bind)}::${cast}`
        : `${bind(bindText(type, value))}::${cast}`;
    case 'composite': {
      if (typeof value !== 'object' || Array.isArray(value)) return `${bind(bindText(type, value))}::${cast}`;
      const parts = type.attributes.map(({ key, type: attribute }) =>
        partsOf(attribute, Object.hasOwn(value, key) ? (value[key] ?? null) : null, bind),
      );
      return `ROW(${parts.join(', ')})::${cast}`;
    }
    default: {
      const placeholder = bind(bindText(type, value));
      return type.name === 'money'
        ? `${placeholder}::pg_catalog.numeric::${cast}`
        : `${placeholder}::${cast}`;
    }
  }
}

/** A list within a list is another dimension, unless single values are lists. */
function listOf(element: PostgresType, items: JsonValue[], bind: (text: string | null) => string): string {
  const isNested = element.kind !== 'domain' && !/^jsonb?$/.test(element.name) && items.some(Array.isArray);
  const parts = items.map((item) =>
    isNested && Array.isArray(item) ? listOf(element, item, bind) : partsOf(element, item, bind),
  );
  return `ARRAY[${parts.join(', ')}]`;
}

/** `format_type` omits the length of these two, which in a cast would mean a length of one. */
function castOf(name: string): string {
  return name.replace(/^character(?=$|\[)/, 'bpchar').replace(/^bit(?=$|\[)/, '"bit"');
}
