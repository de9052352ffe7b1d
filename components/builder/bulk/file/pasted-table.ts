import Papa from 'papaparse';
import { type FileTable, matchColumns } from '@/lib/bulk/file-columns';
import type { Input } from '@/lib/inputs/input';
import { separatorOf } from '@/lib/results/table/read-csv';
import { countRows } from '@/lib/results/table/row-counts';

/** A table that was pasted, and which of its columns each input takes, by the input's key. */
export interface PastedTable {
  table: FileTable;
  matched: ReadonlyMap<string, number>;
}

type Named = Pick<Input, 'key' | 'displayName'>;

const NAME = 'Pasted table';

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '');

/**
 * Reads what a person pasted as a table. If its first line names inputs, it is the header, as that of a file; otherwise the
 * columns are those of the inputs in their order, from one of them on.
 *
 * @param inputs in the order of their columns
 * @param into the input whose values have the focus; null if none has
 * @returns null if it isn't a table, but values of the input that has the focus
 */
export function readPastedTable(
  text: string,
  inputs: readonly Named[],
  into: string | null,
): PastedTable | { problem: string } | null {
  const hasTabs = text.includes('\t');
  // In a field, a comma or a semicolon may belong to its value.
  if (!hasTabs && into !== null) return null;
  const { data, errors } = Papa.parse<string[]>(text.replace(/(?:\r\n|\r|\n)+$/, ''), {
    delimiter: hasTabs ? '\t' : separatorOf(text),
  });
  if (errors.some(({ type }) => type === 'Quotes')) {
    return { problem: 'The quotes of the pasted table do not come in pairs.' };
  }
  const [first = []] = data;
  const columnCount = Math.max(0, ...data.map((row) => row.length));
  const named = matchColumns(inputs, first);
  const hasHeader = named.size > 0 && data.length > 1;
  const lines = data.map((row, at) => ({ row, number: at + 1 })).slice(hasHeader ? 1 : 0);
  const filled = lines.filter(({ row }) => isFilled(row));
  if (filled.length === 0) return { problem: 'The clipboard has no table.' };
  const from = Math.max(
    0,
    inputs.findIndex(({ key }) => key === into),
  );
  const inOrder = inputs.slice(from, from + columnCount).map(({ key }, at) => [key, at] as const);
  const notes: string[] = [];
  const empty = lines.length - filled.length;
  if (empty > 0) notes.push(`${countRows(empty)} without values ${empty === 1 ? 'was' : 'were'} left out.`);
  const beyond = columnCount - inOrder.length;
  if (!hasHeader && beyond > 0) {
    notes.push(
      beyond === 1
        ? 'The last column is beyond the last input, and is left out.'
        : `The last ${beyond} columns are beyond the last input, and are left out.`,
    );
  }
  return {
    table: {
      name: NAME,
      columns: Array.from({ length: columnCount }, (_, at) => (hasHeader ? (first[at] ?? '').trim() : '')),
      rows: filled.map(({ row }) => Array.from({ length: columnCount }, (_, at) => row[at] ?? '')),
      numbers: filled.map(({ number }) => number),
      notes,
    },
    matched: hasHeader ? named : new Map(inOrder),
  };
}
