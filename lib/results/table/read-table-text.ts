import { formulaAt, withoutGuards } from '@/lib/base/formulas';
import { readCsv, separatorOf } from './read-csv';
import { countRows } from './row-counts';

/** A table in a text file as a person means it, and what differs from the file; or why it isn't one. */
export type ReadTableText =
  | {
      columns: string[];
      rows: string[][];
      /** The number that each row has in the file, where empty lines count. The one with the names is the first. */
      numbers: number[];
      notes: string[];
    }
  | { problem: string };

/**
 * Reads a CSV file that a spreadsheet program wrote, or Pushboard: the line `sep=;` names the delimiter, spaces before a
 * quote don't belong to it, and an apostrophe that keeps a cell from being a formula is taken off again.
 */
export function readTableText(file: string): ReadTableText {
  const named = /^"?sep=([^\r\n])"?\r?\n/i.exec(file);
  const text = named === null ? file : file.slice(named[0].length);
  const delimiter = named?.[1] ?? separatorOf(text);
  const before = /^(?:[^\S\r\n]*\r?\n)*/.exec(text)?.[0] ?? '';
  const read = readCsv(withoutLooseSpaces(text.slice(before.length), delimiter), {
    delimiter,
    keepsEmptyLines: true,
  });
  if ('problem' in read) return read;
  const notes: string[] = [];
  let guarded = 0;
  const plain = (cell: string): string => {
    const isGuarded = cell.startsWith("'") && formulaAt(cell.slice(1)) >= 0;
    const text = withoutGuards(isGuarded ? cell.slice(1) : cell);
    if (text.length < cell.length) guarded += 1;
    return text;
  };
  const lines = read.table.rows
    .map((row, at) => ({ row, number: at + 2 }))
    .filter(({ row: [first, ...others] }) => first !== '' || others.some((cell) => cell !== null));
  const rows = lines.map(({ row }) => row.map((cell) => plain(String(cell ?? ''))));
  if (guarded > 0) {
    const cells = guarded === 1 ? 'one cell' : `${guarded} cells`;
    notes.push(
      `The apostrophe before ${cells} was left out: it only keeps spreadsheets from calculating them.`,
    );
  }
  const rounded = rows.filter((row) =>
    row.some((cell) => /^[+-]?\d([.,]\d+)?E\+\d{2}$/.test(cell.trim())),
  ).length;
  if (rounded > 0) {
    notes.push(
      `${countRows(rounded)} with a number such as 1.23E+15: a spreadsheet program shortened it when it wrote the file. Format that column as text, and save it again.`,
    );
  }
  const numbers = lines.map(({ number }) => number + linesIn(before));
  return { columns: read.table.columns.map(({ name }) => name), rows, numbers, notes };
}

const linesIn = (text: string): number => text.split('\n').length - 1;

/** Drops the spaces between a delimiter and a quote that begins a cell; some programs write `"a" ; "b"`. */
function withoutLooseSpaces(text: string, delimiter: string): string {
  if (!/[^\S\r\n]"/.test(text)) return text;
  const parts: string[] = [];
  let copied = 0;
  let isQuoted = false;
  let isCellStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '"') isQuoted = false;
    } else if (isCellStart && (character === ' ' || character === '\u00a0')) {
      const quote = /^[ \u00a0]+"/.exec(text.slice(at, at + 100));
      if (quote === null) isCellStart = false;
      else {
        parts.push(text.slice(copied, at));
        copied = at + quote[0].length - 1;
        at = copied - 1;
      }
    } else {
      // The second of two quotes within a cell opens it again.
      if (character === '"' && (isCellStart || text[at - 1] === '"')) isQuoted = true;
      isCellStart = character === delimiter || character === '\n' || character === '\r';
    }
  }
  return parts.join('') + text.slice(copied);
}
