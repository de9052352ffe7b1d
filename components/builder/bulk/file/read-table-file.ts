import type { FileTable } from '@/lib/bulk/file-columns';
import { textOfFile } from '@/lib/bulk/file-text';
import { MOST_BULK_ROWS } from '@/lib/contract/runs/bulk';
import { countRows } from '@/lib/results/table/row-counts';
import { readSheet } from './read-sheet';
import { bytesOf, UnusableFile } from './unusable-file';

const LARGEST_BYTES = 20_000_000;

/** What a file has, before its first row is known to be names. */
interface Content {
  rows: string[][];
  /** The number that each row has in the file, as a spreadsheet program shows it. */
  numbers: number[];
  notes: string[];
  charset: FileTable['charset'];
  isOfProgram?: true;
  faults?: ReadonlyMap<number, string>;
}

/**
 * Reads a CSV or spreadsheet file in the browser, so that nothing leaves it before the person presses Run. Of a
 * spreadsheet, the first visible sheet with content is read. Throws `UnusableFile`.
 *
 * @param charset of a text file, as the person chose it; null to find out
 */
export async function readTableFile(file: File, charset: string | null = null): Promise<FileTable> {
  if (file.size > LARGEST_BYTES) throw new UnusableFile('The file is larger than 20 MB. Split it.');
  const content = /\.xlsx$/i.test(file.name) ? await sheetContent(file) : await textContent(file, charset);
  const [heading = [], ...body] = content.rows;
  const columns = heading.map((cell) => cell.trim());
  if (columns.every((name) => name === '')) {
    throw new UnusableFile('The first row of the file must name its columns.');
  }
  const filled = body
    .map((row, at) => ({ row, number: content.numbers[at + 1] ?? at + 2 }))
    .filter(({ row }) => row.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw new UnusableFile('The file has no rows below the names of its columns.');
  if (filled.length > MOST_BULK_ROWS) {
    throw new UnusableFile(
      `The file has ${filled.length} rows. A bulk run has at most ${MOST_BULK_ROWS}; split the file.`,
    );
  }
  const empty = body.length - filled.length;
  return {
    name: file.name,
    columns,
    rows: filled.map(({ row }) => row),
    numbers: filled.map(({ number }) => number),
    notes: [
      ...content.notes,
      ...(empty === 0
        ? []
        : [`${countRows(empty)} without values ${empty === 1 ? 'was' : 'were'} left out.`]),
    ],
    charset: content.charset,
    ...(content.isOfProgram && { isOfProgram: true }),
    faults: content.faults ?? new Map(),
  };
}

async function sheetContent(file: File): Promise<Content> {
  return { ...(await readSheet(file)), charset: null, isOfProgram: true };
}

async function textContent(file: File, chosen: string | null): Promise<Content> {
  if (!/\.(csv|tsv|txt)$/i.test(file.name)) {
    throw new UnusableFile('Choose a CSV file or a spreadsheet (.xlsx).');
  }
  const read = textOfFile(await bytesOf(file), chosen);
  if (read === null) {
    throw new UnusableFile('The file is not text. If it is a spreadsheet, save it as .xlsx or CSV.');
  }
  const { readTableText } = await import('@/lib/results/table/read-table-text');
  const table = readTableText(read.text);
  if ('problem' in table) throw new UnusableFile(table.problem);
  return {
    rows: [table.columns, ...table.rows],
    numbers: [1, ...table.numbers],
    notes: table.notes,
    charset: { name: read.charset, isSure: !read.isGuessed && chosen === null },
  };
}
