import { compareDecimals, type Decimal, parseDecimal } from '@/lib/inputs/decimal';
import { includesAny, readingsOf } from './readings';

const COMPARISON = /^(>=|<=|>|<)(.+)$/;
const RANGE = /^(.+?)\.\.(.+)$/;
/** A number as the source writes it, also money: `1234.5`, `-$1,234.50`. */
const NUMBER = /^[-+]?\$?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?(e[-+]?\d+)?$/;
/** A year, a month, a day, or a time. */
const TYPED_TIME = /^\d{4}(-\d{2}(-\d{2}([t ]\d{2}(:\d{2}(:\d{2})?)?)?)?)?$/;
/** Without years of other lengths or before Christ, whose text isn't in the order of time. */
const CELL_TIME = /^\d{4}-\d{2}-\d{2}([t ]\d{2}:\d{2}.*)?$/;

/** Below zero, zero, or above zero, as a cell is before, within, or after a typed value; null if they don't compare. */
type Compare = (cell: string) => number | null;

/**
 * Whether a cell is found by what is typed over its column. It is if it contains the text, in one of its readings. A
 * number or a date is also found by a comparison: `>1000`, `<=2.5`, `2026-06-01..2026-06-30`. A cell decides by its own
 * text, so that every part that filters finds the same rows.
 */
export function columnFilter(typed: string): (cell: string) => boolean {
  const readings = readingsOf(typed);
  const compares = comparisonOf(typed);
  return (cell) => includesAny(cell, readings) || compares?.(cell) === true;
}

/** The comparison that a text is, of non-null cells; null if it isn't one. Both ends of a range belong to it. */
export function comparisonOf(typed: string): ((cell: string) => boolean) | null {
  const text = typed.trim().toLowerCase();
  const [, operator, value = ''] = COMPARISON.exec(text) ?? [];
  if (operator !== undefined) {
    const compare = compareWith(value.trim());
    return compare && ((cell) => holds(operator, compare(cell)));
  }
  const [, first, last] = RANGE.exec(text) ?? [];
  if (first === undefined || last === undefined) return null;
  const [from, to] = [compareWith(first.trim()), compareWith(last.trim())];
  return from && to && ((cell) => holds('>=', from(cell)) && holds('<=', to(cell)));
}

function holds(operator: string, order: number | null): boolean {
  if (order === null) return false;
  switch (operator) {
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '<':
      return order < 0;
    default:
      return order <= 0;
  }
}

function compareWith(value: string): Compare | null {
  const number = typedNumber(value);
  const time = TYPED_TIME.test(value) ? value.replace('t', ' ') : null;
  if (number === null && time === null) return null;
  return (cell) => {
    const text = cell.toLowerCase();
    if (number !== null && NUMBER.test(text)) {
      const own = parseDecimal(text.replace(/[$,]/g, ''));
      return own && compareDecimals(own, number);
    }
    if (time !== null && CELL_TIME.test(text) && !text.endsWith('bc')) {
      // A day holds all of its times, and a month all of its days.
      const own = text.slice(0, time.length).replace('t', ' ');
      return own < time ? -1 : own > time ? 1 : 0;
    }
    return null;
  };
}

/** A typed number, also as another region writes it: `1,000`, `1.000,50`. */
const typedNumber = (value: string): Decimal | null =>
  readingsOf(value)
    .map(parseDecimal)
    .find((number) => number !== null) ?? null;
