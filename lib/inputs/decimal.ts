/** A decimal number of any size: `digits` × 10^`exponent`, without leading or trailing zeros. */
export interface Decimal {
  negative: boolean;
  /** Empty for zero. */
  digits: string;
  exponent: number;
}

const grammar = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d{1,5}))?$/;

/** Parses decimal text, with or without an exponent; null if it isn't a number. Nothing is rounded. */
export function parseDecimal(text: string): Decimal | null {
  const match = grammar.exec(text);
  if (match === null) return null;
  const whole = match[2] ?? '';
  const fraction = match[3] ?? match[4] ?? '';
  const all = whole + fraction;
  let start = 0;
  while (all[start] === '0') start += 1;
  let end = all.length;
  while (end > start && all[end - 1] === '0') end -= 1;
  const digits = all.slice(start, end);
  if (digits === '') return { negative: false, digits: '', exponent: 0 };
  const exponent = Number(match[5] ?? '0') - fraction.length + (all.length - end);
  return { negative: match[1] === '-', digits, exponent };
}

/** True where the number has no fraction. */
export function isWhole(decimal: Decimal): boolean {
  return decimal.exponent >= 0;
}

/** Below zero, zero or above zero, as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const signA = signOf(a);
  const signB = signOf(b);
  if (signA !== signB) return signA - signB;
  return signA < 0 ? compareMagnitudes(b, a) : compareMagnitudes(a, b);
}

/** Plain decimal text without an exponent; for numbers whose size was checked before. */
export function decimalText({ negative, digits, exponent }: Decimal): string {
  if (digits === '') return '0';
  const sign = negative ? '-' : '';
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent);
  const point = digits.length + exponent;
  if (point > 0) return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  return `${sign}0.${'0'.repeat(-point)}${digits}`;
}

function signOf(decimal: Decimal): number {
  if (decimal.digits === '') return 0;
  return decimal.negative ? -1 : 1;
}

function compareMagnitudes(a: Decimal, b: Decimal): number {
  const size = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  if (size !== 0) return size;
  // Both start at the same power of ten and have no trailing zeros, so text order is numeric order.
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -1 : 1;
}
