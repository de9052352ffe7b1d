type Separator = '.' | ',';

/** A text that stays as it is, because it isn't such a value; what it means; or why that can't be told. */
export type Reading = { meant: string } | { problem: string } | null;

/** Spaces of all widths, and the apostrophe, group digits everywhere. */
const GROUPING = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;
const CURRENCY = /^(?:\p{Sc}|[A-Z]{3}(?=[\s\d+-]))\s*|\s*(?:\p{Sc}|(?<=[\d\s])[A-Z]{3})$/gu;
const NUMBER = /^[+-]?\d[\d.,]*$/;

/** Without what surrounds and groups the digits, other than points and commas; null for what isn't a number. */
function bare(text: string): string | null {
  const trimmed = text.trim().replace('−', '-');
  const [, sign = '', rest = ''] = /^([+-]?)\s*(.*)$/s.exec(trimmed) ?? [];
  const plain = sign + rest.replace(CURRENCY, '').replace(GROUPING, '');
  return NUMBER.test(plain) ? plain : null;
}

const isGrouped = (digits: string, by: Separator): boolean =>
  (by === '.' ? /^[+-]?\d{1,3}(?:\.\d{3})+$/ : /^[+-]?\d{1,3}(?:,\d{3})+$/).test(digits);

/** The decimal separator that a number can only have; null for one that tells nothing. */
function certainDecimal(number: string): Separator | null {
  const [point, comma] = [number.lastIndexOf('.'), number.lastIndexOf(',')];
  if (point >= 0 && comma >= 0) return point > comma ? '.' : ',';
  if (point < 0 && comma < 0) return null;
  const own: Separator = point >= 0 ? '.' : ',';
  const other: Separator = own === '.' ? ',' : '.';
  if (number.split(own).length > 2) return other;
  return isGrouped(number, own) && !/^[+-]?0/.test(number) ? null : own;
}

/** The decimal separator of a column of numbers, as most of those that tell it have it; null if none does. */
export function decimalOf(texts: Iterable<string>): Separator | null {
  const counts = { '.': 0, ',': 0 };
  for (const text of texts) {
    const number = bare(text);
    const decimal = number === null ? null : certainDecimal(number);
    if (decimal !== null) counts[decimal] += 1;
  }
  if (counts['.'] === counts[',']) return null;
  return counts['.'] > counts[','] ? '.' : ',';
}

/** With a point for the decimals and nothing else between the digits; null if it isn't written with this separator. */
function withPoint(number: string, decimal: Separator): string | null {
  const grouping: Separator = decimal === '.' ? ',' : '.';
  const [whole = '', ...decimals] = number.split(decimal);
  if (decimals.length > 1 || decimals.some((digits) => !/^\d*$/.test(digits))) return null;
  if (whole.includes(grouping) && !isGrouped(whole, grouping)) return null;
  return [whole.replaceAll(grouping, ''), ...decimals].join('.').replace(/\.$/, '');
}

/**
 * Reads a number as people write it: with groups, a decimal comma, a currency.
 *
 * @param ofColumn the decimal separator of the other numbers of its column
 * @param own the one of the person's region
 * @param isWhole whether only a whole number suits
 */
export function readNumber(
  text: string,
  ofColumn: ReturnType<typeof decimalOf>,
  own: Separator,
  isWhole: boolean,
): Reading {
  const number = bare(text);
  if (number === null) return null;
  const certain = certainDecimal(number);
  if (certain !== null && ofColumn !== null && certain !== ofColumn) {
    return {
      problem: `Most rows write decimals with a ${ofColumn === '.' ? 'point' : 'comma'}. Write this one the same way`,
    };
  }
  // A program writes 1.234 for a little more than one, and some people for a thousand.
  if (certain === null && ofColumn === null && own === ',' && number.includes('.') && !isWhole) {
    const [thousand, one] = [number.replaceAll('.', ''), number.replace('.', ',')];
    return { problem: `Can mean ${thousand} or ${one}. Write it in one of these ways` };
  }
  const decimal = certain ?? ofColumn ?? own;
  const meant = withPoint(number, decimal);
  return meant === null || meant === text ? null : { meant };
}
