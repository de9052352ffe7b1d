import { parseDecimal } from '@/lib/inputs/decimal';
import type { JsonValue } from '@/lib/json';
import type { ProductOutcome } from './product';
import type { PsqlOutcome } from './psql';

/** Answers `to_json` of a value's text, as the server makes it, with intervals in ISO 8601. */
export type AsServerJson = (text: string, type: string) => Promise<string>;

/**
 * Null where both answered the same; else what differs, in words. Our JSON is a form of its own, so each cell is
 * compared by its type: numbers by their decimal value, binary by its bytes, arrays and intervals by what the
 * server's own `to_json` says of psql's text, and everything that stays text byte for byte.
 */
export async function difference(
  ours: ProductOutcome,
  theirs: PsqlOutcome,
  asServerJson: AsServerJson,
): Promise<string | null> {
  if (ours.errorCode !== theirs.errorCode) return `error ${ours.errorCode} against ${theirs.errorCode}`;
  if (ours.errorCode !== null) return null;
  // A function without a result is a row with nothing in it to psql, and nothing to us.
  if (ours.columns.length === 0) {
    const isNothing = theirs.rows.every((row) => row.every((cell) => cell === '' || cell === null));
    return isNothing ? null : `nothing against ${JSON.stringify(theirs.rows.slice(0, 3))}`;
  }
  if (!ours.isScalar) {
    const [left, right] = [ours.columns.map(({ name }) => name), theirs.columns];
    if (JSON.stringify(left) !== JSON.stringify(right)) return `columns ${left} against ${right}`;
  }
  if (ours.rows.length !== theirs.rows.length)
    return `${ours.rows.length} rows against ${theirs.rows.length}`;
  for (const [index, row] of ours.rows.entries()) {
    for (const [column, cell] of row.entries()) {
      const type = ours.columns[column]?.type ?? 'unknown';
      const text = theirs.rows[index]?.[column] ?? null;
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
  // JSON's null is a value of json, and null all the same.
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
  // Years that ISO 8601 has no four digits for stay the server's text.
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

/** The first holds every number as text; the second holds ours. */
function isSameTree(theirs: JsonValue, ours: JsonValue, elementType: string): boolean {
  if (Array.isArray(theirs)) {
    if (!Array.isArray(ours) || theirs.length !== ours.length) return false;
    return theirs.every((item, index) => isSameTree(item, ours[index] ?? null, elementType));
  }
  if (theirs === null || ours === null || typeof theirs === 'boolean') return theirs === ours;
  if (typeof theirs === 'object') {
    if (typeof ours !== 'object' || Array.isArray(ours)) return false;
    const keys = Object.keys(theirs);
    return (
      keys.length === Object.keys(ours).length &&
      keys.every(
        (key) => Object.hasOwn(ours, key) && isSameTree(theirs[key] ?? null, ours[key] ?? null, elementType),
      )
    );
  }
  const text = elementType.startsWith('timestamp') ? String(theirs).replace('T', ' ') : String(theirs);
  return typeof ours !== 'object' && isSameScalar(elementType, ours, text);
}

function isSameText(left: string, right: string): boolean {
  if (left === right) return true;
  const [a, b] = [parseDecimal(left), parseDecimal(right)];
  return a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b);
}

/** JSON text in which every number is a string, so that no digit is lost when it is read. */
function quoteNumbers(json: string): string {
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  return json.replace(tokens, (token) => (token.startsWith('"') ? token : `"${token}"`));
}
