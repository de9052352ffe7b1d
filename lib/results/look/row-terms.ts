import type { JsonValue } from '@/lib/base/json';
import { compareDecimals, parseDecimal } from '@/lib/inputs/decimal';
import { MASKED_VALUE } from '@/lib/outputs/masks';
import { isTermComplete, type RowTerm, valueCount } from '@/lib/settings/condition-terms';
import { cellText } from '../table/result-table';
import { comparisonOf } from './comparisons';

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

/** Why a term can't be followed, in words; null if it can. */
export function termProblem(term: RowTerm): string | null {
  if (!isTermComplete(term)) return 'Enter a value to compare with';
  const isOrdered = valueCount(term.test) === 'one';
  return isOrdered && comparisonOf(`>${term.values[0]}`) === null
    ? 'Enter a number or a date to compare with'
    : null;
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
