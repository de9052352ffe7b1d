import type { Constraints } from '@/lib/inputs/input';

/**
 * The bounds of a decimal number by its precision and scale: `(5, 2)` holds ±999.99. A scale below zero rounds to tens,
 * one above the precision to fractions.
 */
export function decimalConstraints(precision: number, scale: number): Constraints {
  const maximum = shiftPoint('9'.repeat(precision), scale);
  const step = shiftPoint('1', scale);
  return { minimum: exactNumber(`-${maximum}`), maximum: exactNumber(maximum), step: exactNumber(step) };
}

/** The digits divided by 10^scale, as decimal text. */
function shiftPoint(digits: string, scale: number): string {
  if (scale <= 0) return digits + '0'.repeat(-scale);
  const padded = digits.padStart(scale + 1, '0');
  return `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
}

function exactNumber(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : text;
}
