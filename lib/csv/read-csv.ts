import Papa from 'papaparse';
import type { ResultTable } from '@/lib/runs/result-table';

/** A table is drawn and exported column by column, so there must not be too many. */
const mostColumns = 500;

/** A table, and whether there were more rows than were asked for; or why the text is none, in words. */
export type ReadCsv = { table: ResultTable; isCut: boolean } | { problem: string };

export interface CsvOptions {
  /** What stands between cells; found out where it is not said, since many write `;` into what they call CSV. */
  delimiter?: string;
  /** How many rows are wanted, the heading not counted. */
  mostRows?: number;
}

/**
 * Reads CSV (RFC 4180), its first row as the names of the columns. Every cell is text, exactly as it stands there;
 * one that a short row does not have is null.
 */
export function readCsv(text: string, { delimiter = '', mostRows }: CsvOptions = {}): ReadCsv {
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter,
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: true,
    // The heading, and one more than is wanted, which tells that there is more.
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

/** Tab-separated values as CSV, every cell as it stands there; null where they are no table. */
export function csvOfTabs(text: string): string | null {
  const read = readCsv(text, { delimiter: '\t' });
  if ('problem' in read) return null;
  const { columns, rows } = read.table;
  return Papa.unparse([columns.map(({ name }) => name), ...rows], { newline: '\r\n' });
}

/** The front of CSV that ends where a row does, of at most as many characters. */
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
