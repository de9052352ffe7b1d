import { toast } from '@/components/ui/feedback/toasts/toasts';
import { valueOfText } from '@/lib/bulk/bulk-values';
import { matchColumns } from '@/lib/bulk/file-columns';
import { holdsFile } from '@/lib/inputs/file-parts';
import { isFixed } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { type InputNames, nameOf } from '@/lib/inputs/input-names';
import { csvOfTabs, readCsv } from '@/lib/results/table/read-csv';
import type { FormActions } from '../use-form-state';

/** Fills in a row that a person copied from a spreadsheet and pasted into the input with this id. */
export function pasteRow(
  shown: readonly Input[],
  names: InputNames,
  form: FormActions,
  inputId: number,
  text: string,
): void {
  const inputs = shown.filter((input) => !isFixed(input) && !holdsFile(input.type));
  const from = inputs.findIndex((input) => input.inputId === inputId);
  const read = readPastedRow(inputs, names, from, text);
  if ('problem' in read) {
    toast.danger(read.problem);
    return;
  }
  form.insert(read.values, inputs);
  toast.success(
    `Pasted ${Object.keys(read.values)
      .map((key) => nameOf(names, key))
      .join(', ')}.`,
  );
}

/** The values of a row that was pasted from a spreadsheet, or why it can't be used. */
export type PastedRow = { values: InputValues } | { problem: string };

const SEVERAL = 'Paste one row at a time. For several rows, use Bulk run in the menu of the command.';

/**
 * Reads a row copied from a spreadsheet. With a line of names above it, its cells go to the inputs of these names;
 * without one, to the input it was pasted into and those after it. Empty cells change nothing.
 *
 * @param inputs the inputs that can be filled in, in the order of the form
 * @param from the position of the input it was pasted into
 */
export function readPastedRow(
  inputs: readonly Input[],
  names: InputNames,
  from: number,
  text: string,
): PastedRow {
  const lines = linesOf(text);
  const [first = [], second] = lines;
  if (second === undefined) {
    const cells = first.slice(0, inputs.length - from);
    return { values: valuesOf(inputs.slice(from), (index) => cells[index]) };
  }
  const named = inputs.map(({ key }) => ({ key, displayName: nameOf(names, key) }));
  const matched = matchColumns(named, first);
  if (lines.length > 2 || matched.size === 0) return { problem: SEVERAL };
  return {
    values: valuesOf(inputs, (_, { key }) => {
      const column = matched.get(key);
      return column === undefined ? undefined : second[column];
    }),
  };
}

function valuesOf(
  inputs: readonly Input[],
  cellOf: (index: number, input: Input) => string | undefined,
): InputValues {
  return Object.fromEntries(
    inputs.flatMap((input, index) => {
      const cell = cellOf(index, input)?.trim() ?? '';
      return cell === '' ? [] : [[input.key, valueOfText(input, cell)]];
    }),
  );
}

/** Spreadsheets quote a cell with a tab or a line break in it. */
function linesOf(text: string): string[][] {
  // The first line would be read as names, which may not be blank.
  const width = text.split('\n', 1)[0]?.split('\t').length ?? 1;
  const heading = Array.from({ length: width }, (_, index) => `c${index}`).join('\t');
  const csv = csvOfTabs(`${heading}\n${text.replace(/\r?\n$/, '')}`);
  const read = csv === null ? { problem: '' } : readCsv(csv, { delimiter: ',' });
  if ('problem' in read) return text.split(/\r?\n/).map((line) => line.split('\t'));
  return read.table.rows.map((row) => row.map((cell) => String(cell ?? '')));
}
