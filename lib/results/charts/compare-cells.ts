import { digitsOf } from '@/lib/base/exact-json';
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
    if (typeof cell !== 'number' && digitsOf(cell) === null) return false;
    sawNumber = true;
  }
  return sawNumber;
}

/** What a cell is compared by. */
export interface CellKey {
  /** Null for a cell that isn't a number, and in a column that isn't numeric. */
  decimal: Decimal | null;
  isTrue: boolean | null;
  text: string;
}

/** Reads what a non-null cell is compared by, so that sorting reads each cell once. */
export function cellKey(cell: JsonValue, numeric: boolean): CellKey {
  const decimal = numeric ? asDecimal(cell) : null;
  const isTrue = typeof cell === 'boolean' ? cell : null;
  return { decimal, isTrue, text: decimal === null ? cellText(cell) : '' };
}

/**
 * Compares two non-null cells. Decimal text of any length is compared exactly in a numeric column; values that aren't
 * numbers there (NaN, infinities) sort after the numbers.
 */
export const compareCells = (a: JsonValue, b: JsonValue, numeric: boolean): number =>
  compareKeys(cellKey(a, numeric), cellKey(b, numeric));

/** The same of cells of one column whose keys were read before. */
export function compareKeys(a: CellKey, b: CellKey): number {
  if (a.decimal !== null && b.decimal !== null) return compareDecimals(a.decimal, b.decimal);
  if (a.decimal !== null) return -1;
  if (b.decimal !== null) return 1;
  if (a.isTrue !== null && b.isTrue !== null) return Number(a.isTrue) - Number(b.isTrue);
  return collator.compare(a.text, b.text);
}

const collator = new Intl.Collator('en');

function asDecimal(value: JsonValue): Decimal | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  return parseDecimal(
    cellText(value)
      .replace(/^([-+]?)\$/, '$1')
      .replaceAll(',', ''),
  );
}
