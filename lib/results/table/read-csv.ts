import Papa from 'papaparse';
import type { ResultTable } from '@/lib/results/table/result-table';

const delimitersToGuess = [',', ';', '\t', '|'];

/** Tables are rendered and exported column by column, so their number is limited. */
const mostColumns = 500;

/** A table, and whether there are more rows than requested; or the reason why the text isn't one. */
export type ReadCsv = { table: ResultTable; isCut: boolean } | { problem: string };

export interface CsvOptions {
  /** The delimiter; detected if not given, because many sources write `;` in what they call CSV. */
  delimiter?: string;
  /** Whether empty lines are rows without values; they are left out otherwise. */
  keepsEmptyLines?: boolean;
  /** How many rows to read, not counting the header. */
  mostRows?: number;
}

/**
 * Reads CSV (RFC 4180), with its first row as column names. Every cell is text exactly as written; a cell missing from
 * a short row is null.
 */
export function readCsv(
  text: string,
  { delimiter = '', keepsEmptyLines = false, mostRows }: CsvOptions = {},
): ReadCsv {
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter,
    delimitersToGuess,
    skipEmptyLines: !keepsEmptyLines,
    // The header, and one row more than requested, which shows that there is more.
    ...(mostRows === undefined ? {} : { preview: mostRows + 2 }),
  });
  const fault = errors.find(({ type }) => type === 'Quotes');
  if (fault !== undefined) {
    return { problem: `The quotes in row ${(fault.row ?? 0) + 1} do not come in pairs.` };
  }
  const [heading = [], ...all] = data;
  const rows = all.slice(0, mostRows);
  if (heading.length > mostColumns) return { problem: `It has more than ${mostColumns} columns.` };
  const longer = rows.findIndex((row) => row.length > heading.length);
  if (longer >= 0) {
    return { problem: `Row ${longer + 2} has more cells than the first row, which names the columns.` };
  }
  const columns = heading.map((name) => ({ name, type: 'text' }));
  return {
    table: { columns, rows: rows.map((row) => heading.map((_, index) => row[index] ?? null)) },
    isCut: all.length > rows.length,
  };
}

/** The delimiter of a text, detected by its first rows. */
export function separatorOf(text: string): string {
  const { meta } = Papa.parse(text.slice(0, 64 * 1024), {
    delimitersToGuess,
    skipEmptyLines: true,
    preview: 10,
  });
  return meta.delimiter === '' ? ',' : meta.delimiter;
}

/** Converts tab-separated values to CSV, every cell as written; null if they aren't a table. */
export function csvOfTabs(text: string): string | null {
  const read = readCsv(text, { delimiter: '\t' });
  if ('problem' in read) return null;
  const { columns, rows } = read.table;
  return Papa.unparse([columns.map(({ name }) => name), ...rows], { newline: '\r\n' });
}

/** The beginning of a CSV text, cut at the end of a row, with at most the given number of characters. */
export function frontOfCsv(text: string, mostChars: number): string {
  if (text.length <= mostChars) return text;
  let isQuoted = false;
  let end = 0;
  for (let at = 0; at < mostChars; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '\n' && !isQuoted) end = at + 1;
  }
  return text.slice(0, end === 0 ? mostChars : end);
}
