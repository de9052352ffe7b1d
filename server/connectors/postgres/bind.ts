import type { JsonValue } from '@/lib/json';
import type { PostgresType } from '@/lib/type-systems/postgres';
import { arrayLiteral, rowLiteral } from './array-literal';

/** Polymorphic arguments take any type; text is what a form can always give. */
const polymorphicCasts = new Map([
  ['anyelement', 'text'],
  ['anynonarray', 'text'],
  ['anycompatible', 'text'],
  ['anycompatiblenonarray', 'text'],
  ['"any"', 'text'],
  ['anyarray', 'text[]'],
  ['anycompatiblearray', 'text[]'],
]);

/** The text of a value as the type's input function reads it; null for NULL. */
export function bindText(type: PostgresType, value: JsonValue): string | null {
  if (value === null) return null;
  switch (type.kind) {
    case 'domain':
      return bindText(type.base, value);
    case 'array':
      return Array.isArray(value) ? bindArray(type.element, value) : plainText(value);
    case 'composite':
      return typeof value === 'object' && !Array.isArray(value)
        ? bindRow(type.attributes, value)
        : plainText(value);
    case 'base':
      return bindBase(type.name, value);
    case 'enum':
    case 'range':
      return plainText(value);
    case 'pseudo':
      return Array.isArray(value) ? bindArray({ kind: 'base', name: 'text' }, value) : plainText(value);
  }
}

/** The placeholder with its type, e.g. `$1::shop.order_status`. Type names are the server's own, quoted by it. */
export function typedPlaceholder(position: number, type: PostgresType): string {
  const placeholder = `$${position}`;
  if (type.kind === 'pseudo') {
    const cast = polymorphicCasts.get(type.name);
    return cast === undefined ? placeholder : `${placeholder}::${cast}`;
  }
  // Money is read in the server's locale; by way of numeric the point is always the decimal one.
  const inner = innermost(type);
  if (inner === 'money') return `${placeholder}::numeric::${type.name}`;
  if (inner === 'money[]') return `${placeholder}::numeric[]::${type.name}`;
  return `${placeholder}::${castName(type.name)}`;
}

/** In a cast, `character` and `bit` would mean a length of one. */
export function castName(name: string): string {
  return name.replace(/^character(?=$|\[)/, 'bpchar').replace(/^bit(?=$|\[)/, '"bit"');
}

function innermost(type: PostgresType): string {
  return type.kind === 'domain' ? innermost(type.base) : type.name;
}

function bindArray(element: PostgresType, items: JsonValue[]): string {
  const isNested = !isJson(element) && items.some(Array.isArray);
  if (isNested) {
    return `{${items.map((item) => (Array.isArray(item) ? bindArray(element, item) : 'NULL')).join(',')}}`;
  }
  const elements = items.map((item) => bindText(element, item));
  return arrayLiteral(elements, element.name === 'box' ? ';' : ',');
}

function bindRow(
  attributes: { key: string; type: PostgresType }[],
  row: { [key: string]: JsonValue },
): string {
  return rowLiteral(
    attributes.map(({ key, type }) => bindText(type, Object.hasOwn(row, key) ? (row[key] ?? null) : null)),
  );
}

function bindBase(name: string, value: JsonValue): string {
  if (name === 'json' || name === 'jsonb') return JSON.stringify(value);
  if (name === 'bytea' && typeof value === 'string' && !value.startsWith('\\x')) {
    return `\\x${Buffer.from(value, 'base64').toString('hex')}`;
  }
  return plainText(value);
}

function isJson(type: PostgresType): boolean {
  return type.kind === 'domain' ? isJson(type.base) : type.name === 'json' || type.name === 'jsonb';
}

function plainText(value: JsonValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
