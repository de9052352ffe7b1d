import type { z } from 'zod';
import type { JsonValue } from '@/lib/base/json';
import type { payloadFormat } from '@/lib/contract/runs/run';
import type { ResultTable } from '../table/result-table';
import { matchColumns } from './compare-tables';

const MOST_NAMED = 5;

/** Why the rows of two tables can't be compared; null if they can. */
export function whyNotRows(a: ResultTable, b: ResultTable): string | null {
  if (matchColumns(a, b).some((column) => column.a !== null && column.b !== null)) return null;
  if (a.columns.length === 0 && b.columns.length === 0) return null;
  if (a.columns.length === 0) return 'Only B has this result.';
  if (b.columns.length === 0) return 'Only A has this result.';
  return `The rows can't be compared: no column is in both results. A has ${namesOf(a)}. B has ${namesOf(b)}.`;
}

function namesOf({ columns }: ResultTable): string {
  const names = [...new Set(columns.map(({ name }) => name))];
  const rest = names.length - MOST_NAMED;
  return [...names.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

/** A result as a whole. */
interface Whole {
  payload: JsonValue;
  payloadFormat: z.output<typeof payloadFormat> | null;
  /** How many tables it has. */
  tables: number;
}

/** Why two results that aren't both tables can't be compared as documents; null if they can. */
export function whyNotWhole(a: Whole, b: Whole): string | null {
  if (hasNone(a) && hasNone(b)) return null;
  if (hasNone(a)) return 'Run A returned no result, so there is nothing to compare B with.';
  if (hasNone(b)) return 'Run B returned no result, so there is nothing to compare A with.';
  if (a.tables > 0 !== b.tables > 0) {
    const [table, other] = a.tables > 0 ? ['A', 'B'] : ['B', 'A'];
    return `The results can't be compared: ${table} is a table, and ${other} isn't.`;
  }
  return null;
}

/** The value null is a result, too. */
const hasNone = ({ payload, payloadFormat }: Whole): boolean =>
  payload === null && payloadFormat !== 'single_value';
