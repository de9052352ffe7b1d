import { digitsOf, exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import type { PostgresType } from '@/lib/type-systems/postgres/postgres-types';
import { ConnectorError } from '@/server/connectors/_shared/connector-error';
import type { RoutineArgument } from '../executable';
import { arrayLiteral, rowLiteral } from './array-literal';

/** The text of a value in the type's input format; null for NULL. */
export function bindText(type: PostgresType, value: JsonValue): string | null {
  if (value === null) return null;
  switch (type.kind) {
    case 'domain':
      return bindText(type.base, value);
    case 'array':
      return Array.isArray(value) ? bindArray(type.element, value, type.delimiter) : plainText(value);
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

/** The placeholder with its type, e.g. `$1::shop.order_status`. The server itself has quoted the type names. */
export function typedPlaceholder(position: number, { type, cast }: RoutineArgument): string {
  const placeholder = `$${position}`;
  if (cast === null) return placeholder;
  // Money is parsed in the server's locale; by way of numeric, the decimal separator is always a point.
  const inner = innermost(type);
  if (inner === 'money') return `${placeholder}::pg_catalog.numeric::${cast}`;
  if (inner === 'money[]') return `${placeholder}::pg_catalog.numeric[]::${cast}`;
  return `${placeholder}::${cast}`;
}

function innermost(type: PostgresType): string {
  return type.kind === 'domain' ? innermost(type.base) : type.name;
}

function bindArray(element: PostgresType, items: JsonValue[], delimiter = ','): string {
  const isNested = !takesLists(element) && items.some(Array.isArray);
  if (isNested) {
    const lists = items.map((item) => (Array.isArray(item) ? bindArray(element, item, delimiter) : 'NULL'));
    return `{${lists.join(delimiter)}}`;
  }
  return arrayLiteral(
    items.map((item) => bindText(element, item)),
    delimiter,
  );
}

/** Types whose single values are lists, so that a list within a list is not another dimension. */
function takesLists(type: PostgresType): boolean {
  if (type.kind === 'domain') return type.base.kind === 'array' || takesLists(type.base);
  return type.name === 'json' || type.name === 'jsonb';
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
  if (name === 'json' || name === 'jsonb') return exactJson(value);
  if (name === 'bytea' && typeof value === 'string' && !value.startsWith('\\x')) return hexOf(value);
  return plainText(value);
}

function hexOf(base64: string): string {
  // One extra character of base64 isn't a whole byte, and would be dropped silently.
  if (base64.replace(/=+$/, '').length % 4 === 1) {
    throw new ConnectorError(
      'failed',
      'A binary value is not valid base64: its end is missing. Fill it in again.',
    );
  }
  return `\\x${Buffer.from(base64, 'base64').toString('hex')}`;
}

function plainText(value: JsonValue): string {
  return typeof value === 'object' ? exactJson(value) : (digitsOf(value) ?? String(value));
}
