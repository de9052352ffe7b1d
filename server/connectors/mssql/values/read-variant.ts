import { TYPE } from 'tedious/lib/data-type.js';
import { readCollation } from 'tedious/lib/metadata-parser.js';
import type { ParserOptions } from 'tedious/lib/token/stream-parser.js';
import { readValue } from 'tedious/lib/value-parser.js';
import { heldText } from '@/lib/base/exact-mark';
import type { JsonValue } from '@/lib/base/json';
import { decodeText, plainMetadata } from './code-pages';
import { readExact, readSingle } from './exact-values';

/** A `sql_variant`: its type, what that type needs besides, and the value without a length. */
export function readVariant(bytes: Buffer, options: ParserOptions): JsonValue {
  const type = TYPE[bytes.readUInt8(0)];
  const propertyBytes = bytes.readUInt8(1);
  const properties = bytes.subarray(2, 2 + propertyBytes);
  const value = bytes.subarray(2 + propertyBytes);
  if (type === undefined) return value.toString('base64');
  // Of a decimal: precision and scale; of a time: its scale.
  const exact = readExact({ name: type.name, scale: properties.at(-1) }, value);
  if (exact !== null) return exact;
  switch (type.name) {
    case 'NVarChar':
    case 'NChar':
      return heldText(value.toString('utf16le'));
    case 'VarChar':
    case 'Char':
      return heldText(decodeText(value, { collation: readCollation(properties, 2).value }, options));
    case 'UniqueIdentifier':
      return guidText(value);
    case 'VarBinary':
    case 'Binary':
      return value.toString('base64');
    default:
      return numberOf(readValue(value, 0, { ...plainMetadata, type }, options).value, type.name);
  }
}

function numberOf(read: unknown, typeName: string): JsonValue {
  if (typeof read === 'number') return typeName === 'Real' ? readSingle(read) : read;
  return typeof read === 'boolean' ? read : String(read);
}

/** A GUID: its first three parts are in little-endian order. */
function guidText(bytes: Buffer): string {
  const swapped = (from: number, to: number): string =>
    Buffer.from(bytes.subarray(from, to)).reverse().toString('hex');
  const parts = [swapped(0, 4), swapped(4, 6), swapped(6, 8), bytes.toString('hex', 8, 10)];
  return [...parts, bytes.toString('hex', 10, 16)].join('-').toUpperCase();
}
