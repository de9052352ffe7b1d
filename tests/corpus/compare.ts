import type { JsonValue } from '@/lib/base/json';
import { parseDecimal } from '@/lib/inputs/decimal';
import type { ProductOutcome } from './product';
import type { PsqlOutcome } from './psql';

/** Returns the server's `to_json` of a value's text, with intervals in ISO 8601. */
export type AsServerJson = (text: string, type: string) => Promise<string>;

/**
 * Returns null if both results are equal, or else the difference. Our JSON has its own format, so each cell is compared by
 * its type: numbers by their decimal value, binary by its bytes, arrays and intervals by the server's own `to_json` of
 * psql's text, and everything that stays text byte for byte.
 */
export async function difference(
  actual: ProductOutcome,
  expected: PsqlOutcome,
  asServerJson: AsServerJson,
): Promise<string | null> {
  if (actual.errorCode !== expected.errorCode)
    return `error ${actual.errorCode} against ${expected.errorCode}`;
  if (actual.errorCode !== null) return null;
  // A function without a result is an empty row in psql, and nothing in the product.
  if (actual.columns.length === 0) {
    const isNothing = expected.rows.every((row) => row.every((cell) => cell === '' || cell === null));
    return isNothing ? null : `nothing against ${JSON.stringify(expected.rows.slice(0, 3))}`;
  }
  if (!actual.isScalar) {
    const [left, right] = [actual.columns.map(({ name }) => name), expected.columns];
    if (JSON.stringify(left) !== JSON.stringify(right)) return `columns ${left} against ${right}`;
  }
  if (actual.rows.length !== expected.rows.length)
    return `${actual.rows.length} rows against ${expected.rows.length}`;
  for (const [index, row] of actual.rows.entries()) {
    for (const [column, cell] of row.entries()) {
      const type = actual.columns[column]?.type ?? 'unknown';
      const text = expected.rows[index]?.[column] ?? null;
      if (!(await isSame(type, cell, text, asServerJson))) {
        return `${type} ${JSON.stringify(cell)} against ${JSON.stringify(text)}`;
      }
    }
  }
  return null;
}

async function isSame(
  type: string,
  cell: JsonValue,
  text: string | null,
  asServerJson: AsServerJson,
): Promise<boolean> {
  // JSON's null is a value of json, but still null.
  if (cell === null && (type === 'json' || type === 'jsonb')) return text === null || text === 'null';
  if (cell === null || text === null) return cell === text;
  if (type.endsWith('[]')) {
    const json = await asServerJson(text, type);
    return isSameTree(JSON.parse(quoteNumbers(json)), cell, type.replace(/(\[\])+$/, ''));
  }
  if (type === 'interval') return cell === JSON.parse(await asServerJson(text, type));
  return isSameScalar(type, cell, text);
}

function isSameScalar(type: string, cell: JsonValue, text: string): boolean {
  // Years that don't have four digits in ISO 8601 stay the server's text.
  if (type.startsWith('timestamp') && cell === text) return true;
  switch (type) {
    case 'boolean':
      return cell === (text === 't' || text === 'true');
    case 'bytea':
      return cell === Buffer.from(text.slice(2), 'hex').toString('base64');
    case 'json':
    case 'jsonb':
      return isSameTree(JSON.parse(quoteNumbers(text)), cell, 'text');
    case 'timestamp without time zone':
      return cell === text.replace(' ', 'T');
    case 'timestamp with time zone':
      return cell === text.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z');
    case 'time with time zone':
      return (
        Date.parse(`2000-01-01T${cell}`) === Date.parse(`2000-01-01T${text}:00`.replace(/(:\d\d):00$/, '$1'))
      );
    case 'money':
      return cell === text.replace(/[$,]/g, '');
    default:
      return typeof cell === 'object' ? false : isSameText(String(cell), text);
  }
}

/** In the first, every number is text; in the second, numbers are ours. */
function isSameTree(expected: JsonValue, actual: JsonValue, elementType: string): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || expected.length !== actual.length) return false;
    return expected.every((item, index) => isSameTree(item, actual[index] ?? null, elementType));
  }
  if (expected === null || actual === null || typeof expected === 'boolean') return expected === actual;
  if (typeof expected === 'object') {
    if (typeof actual !== 'object' || Array.isArray(actual)) return false;
    const keys = Object.keys(expected);
    return (
      keys.length === Object.keys(actual).length &&
      keys.every(
        (key) =>
          Object.hasOwn(actual, key) && isSameTree(expected[key] ?? null, actual[key] ?? null, elementType),
      )
    );
  }
  const text = elementType.startsWith('timestamp') ? String(expected).replace('T', ' ') : String(expected);
  return typeof actual !== 'object' && isSameScalar(elementType, actual, text);
}

function isSameText(left: string, right: string): boolean {
  if (left === right) return true;
  const [a, b] = [parseDecimal(left), parseDecimal(right)];
  return a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b);
}

/** JSON text in which every number is a string, so that parsing loses no digit. */
function quoteNumbers(json: string): string {
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  return json.replace(tokens, (token) => (token.startsWith('"') ? token : `"${token}"`));
}
