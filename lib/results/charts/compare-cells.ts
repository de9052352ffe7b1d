import type { JsonValue } from '@/lib/base/json';
import { compareDecimals, type Decimal, parseDecimal } from '@/lib/inputs/decimal';
import { cellText } from '../table/result-table';

/** Names of numeric types in Postgres and SQL Server. */
const numericType =
  /^(small|big|tiny)?int(eger|[248])?\b|^(numeric|decimal|real|float[48]?|double precision|money|smallmoney|oid|bit)\b/i;

/** Whether the cells of a column are numbers: by its type, or because all of them are. */
export function isNumericColumn(type: string, cells: Iterable<JsonValue>): boolean {
  if (/\[\]$/.test(type)) return false;
  if (numericType.test(type)) return true;
  if (type !== '') return false;
  let sawNumber = false;
  for (const cell of cells) {
    if (cell === null) continue;
    if (typeof cell !== 'number') return false;
    sawNumber = true;
  }
  return sawNumber;
}

/**
 * Compares two non-null cells. Decimal text of any length is compared exactly in a numeric column; values that aren't
 * numbers there (NaN, infinities) sort after the numbers.
 */
export function compareCells(a: JsonValue, b: JsonValue, numeric: boolean): number {
  if (numeric) {
    const left = asDecimal(a);
    const right = asDecimal(b);
    if (left !== null && right !== null) return compareDecimals(left, right);
    if (left !== null) return -1;
    if (right !== null) return 1;
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return collator.compare(cellText(a), cellText(b));
}

const collator = new Intl.Collator('en');

function asDecimal(value: JsonValue): Decimal | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  return parseDecimal(
    String(value)
      .replace(/^([-+]?)\$/, '$1')
      .replaceAll(',', ''),
  );
}
