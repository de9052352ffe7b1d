/** What separates thousands somewhere: `2,634`, `2.634`, `2’634`, `2 634`. */
const GROUPED = /^(-?\d{1,3}(?:([,.'’\s])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;
const WITH_COMMA = /^(-?\d+),(\d+)$/;

/**
 * What a table is searched for, in lower case, when a person types a text: the text itself, and the numbers that it
 * writes in any region. So `2,634` also finds 2634, which the table shows that way, and 2.634.
 */
export function readingsOf(typed: string): string[] {
  const text = typed.trim();
  return [...new Set([typed.toLowerCase(), ...groupedNumber(text), ...numberWithComma(text)])];
}

/** Whether a text contains one of these readings, regardless of case. */
export function includesAny(text: string, readings: readonly string[]): boolean {
  const lowered = text.toLowerCase();
  return readings.some((reading) => lowered.includes(reading));
}

function groupedNumber(text: string): string[] {
  const [, whole = '', group = '', point, decimals] = GROUPED.exec(text) ?? [];
  if (whole === '' || group === point) return [];
  const digits = whole.replaceAll(group, '');
  return [decimals === undefined ? digits : `${digits}.${decimals}`];
}

function numberWithComma(text: string): string[] {
  const [, whole, decimals] = WITH_COMMA.exec(text) ?? [];
  return whole === undefined ? [] : [`${whole}.${decimals}`];
}
