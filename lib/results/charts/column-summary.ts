import type { JsonValue } from '@/lib/base/json';
import { type Decimal, decimalText, parseDecimal } from '@/lib/inputs/decimal';
import { cellText } from '../table/result-table';

/** What the values of one column come to. */
export interface ColumnSummary {
  values: number;
  different: number;
  blank: number;
  /** Null unless every value is a number. Exact, but for the average, which has at most six decimals more. */
  numbers: { sum: string; average: string; least: string; most: string } | null;
}

/** Beyond these, numbers are not added up: `1e5000` would be five thousand digits. */
const MOST_EXPONENT = 400;
const AVERAGE_DECIMALS = 6;

/** @param isNumeric whether the column's values are added up if they can be */
export function summarize(cells: readonly JsonValue[], isNumeric: boolean): ColumnSummary {
  const filled = cells.filter((cell) => cell !== null).map(cellText);
  return {
    values: filled.length,
    different: new Set(filled).size,
    blank: cells.length - filled.length,
    numbers: isNumeric ? sumUp(filled) : null,
  };
}

function sumUp(texts: readonly string[]): ColumnSummary['numbers'] {
  const decimals: Decimal[] = [];
  for (const text of texts) {
    const decimal = parseDecimal(text.replace(/^([-+]?)\$/, '$1').replaceAll(',', ''));
    if (decimal === null || Math.abs(decimal.exponent) > MOST_EXPONENT) return null;
    decimals.push(decimal);
  }
  if (decimals.length === 0) return null;
  const scale = Math.max(0, ...decimals.map(({ exponent }) => -exponent));
  const whole = decimals.map((decimal) => scaled(decimal, scale));
  const sum = whole.reduce((total, each) => total + each, 0n);
  let [least = 0n] = whole;
  let most = least;
  for (const each of whole) {
    if (each < least) least = each;
    if (each > most) most = each;
  }
  const finer = sum * 10n ** BigInt(AVERAGE_DECIMALS);
  return {
    sum: unscaled(sum, scale),
    average: unscaled(finer / BigInt(whole.length), scale + AVERAGE_DECIMALS),
    least: unscaled(least, scale),
    most: unscaled(most, scale),
  };
}

function scaled({ negative, digits, exponent }: Decimal, scale: number): bigint {
  const size = BigInt(digits === '' ? 0 : digits) * 10n ** BigInt(exponent + scale);
  return negative ? -size : size;
}

function unscaled(value: bigint, scale: number): string {
  const parsed = parseDecimal(`${value}e-${scale}`);
  return parsed === null ? String(value) : decimalText(parsed);
}
