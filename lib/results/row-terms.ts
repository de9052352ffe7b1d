import type { JsonValue } from '@/lib/base/json';
import { compareDecimals, parseDecimal } from '@/lib/inputs/decimal';
import { MASKED_VALUE } from '@/lib/outputs/masks';
import type { RowTerm } from '@/lib/settings/condition-terms';
import { comparisonOf } from './look/comparisons';
import { cellText } from './table/result-table';

/**
 * Returns whether all terms hold for a row of a table with these columns. A term about a column that the table lacks, or
 * about a masked value, doesn't hold: what nobody sees must not show by a button.
 *
 * @param columns of those with the same name, the first counts
 */
export function rowHolds(
  terms: readonly RowTerm[],
  columns: readonly string[],
): (row: readonly JsonValue[]) => boolean {
  const tests = terms.map((term) => ({ place: columns.indexOf(term.key), passes: cellTest(term) }));
  return (row) =>
    tests.every(({ place, passes }) => {
      const cell = row[place];
      return cell !== undefined && cell !== MASKED_VALUE && passes(cell === null ? '' : cellText(cell));
    });
}

/** Whether a cell's text passes; a null is an empty text. */
function cellTest({ test, values }: RowTerm): (text: string) => boolean {
  const isOneOf = (text: string) => values.some((value) => areEqual(text, value));
  switch (test) {
    case 'is_filled':
      return (text) => text !== '';
    case 'is_empty':
      return (text) => text === '';
    case 'is':
      return isOneOf;
    case 'is_not':
      return (text) => !isOneOf(text);
    case 'is_more_than':
    case 'is_less_than':
      return comparisonOf(`${test === 'is_more_than' ? '>' : '<'}${values[0] ?? ''}`) ?? (() => false);
  }
}

/** Numbers by their value, and other text regardless of case. */
function areEqual(text: string, value: string): boolean {
  if (text.toLowerCase() === value.trim().toLowerCase()) return true;
  const [own, other] = [parseDecimal(text), parseDecimal(value.trim())];
  return own !== null && other !== null && compareDecimals(own, other) === 0;
}
