import type { JsonValue } from '@/lib/base/json';
import { withFileNames } from '@/lib/inputs/file-names';
import { type InputNames, nameOf } from '@/lib/inputs/input-names';
import { cellText } from './table/result-table';

const MOST_SHOWN = 3;
const LONGEST_VALUE = 32;

/** The values of a run in one short line: `Order ID 10248 · Amount 80.00 · +2`; empty if there are none. */
export function summarizeValues(values: Readonly<Record<string, JsonValue>>, names: InputNames): string {
  const entries = Object.entries(values);
  const shown = entries
    .slice(0, MOST_SHOWN)
    .map(([key, value]) => `${nameOf(names, key)} ${summarizeValue(value)}`);
  const left = entries.length - shown.length;
  return [...shown, ...(left > 0 ? [`+${left}`] : [])].join(' · ');
}

interface ListedValues {
  /** An object, or its text, cut off where it would be long. */
  params: JsonValue;
  /** The form's names, by key, where they differ from the keys. */
  valueNames: Readonly<Record<string, string>>;
}

/** The same for a run of a list. */
export function summarizeRun({ params, valueNames }: ListedValues): string {
  if (params === null) return '';
  if (typeof params !== 'object' || Array.isArray(params)) return withFileNames(String(params));
  return summarizeValues(params, new Map(Object.entries(valueNames)));
}

/** All values of a run as text for a cell of a file, with the names of files in place of their content. */
export const valuesCell = ({ params }: Pick<ListedValues, 'params'>): string | null =>
  params === null ? null : withFileNames(cellText(params));

/** One value in a few words; a long one is truncated. */
export function summarizeValue(value: JsonValue): string {
  if (value === null) return 'null';
  const isList = Array.isArray(value) && value.every((item) => item !== null && typeof item !== 'object');
  const whole = isList ? value.map(cellText).join(', ') : cellText(value);
  const text = withFileNames(whole).replace(/\s+/g, ' ');
  const characters = [...text];
  return characters.length > LONGEST_VALUE ? `${characters.slice(0, LONGEST_VALUE - 1).join('')}…` : text;
}
