import type { CellValue } from 'exceljs';
import type { FileTable } from '@/lib/bulk/file-columns';
import { MOST_BULK_ROWS } from '@/lib/contract/runs/bulk';

/** A file that can't be used; the message says what to do. */
export class UnusableFile extends Error {}

const LARGEST_BYTES = 20_000_000;

/**
 * Reads a CSV or spreadsheet file in the browser, so that nothing leaves it before the person presses Run. Of a
 * spreadsheet, the first sheet with content is read. Throws `UnusableFile`.
 */
export async function readTableFile(file: File): Promise<FileTable> {
  if (file.size > LARGEST_BYTES) throw new UnusableFile('The file is larger than 20 MB. Split it.');
  const rows = /\.xlsx$/i.test(file.name) ? await readSheet(file) : await readText(file);
  const [heading = [], ...body] = rows;
  const columns = heading.map((cell) => cell.trim());
  if (columns.every((name) => name === '')) {
    throw new UnusableFile('The first row of the file must name its columns.');
  }
  const filled = body.filter((row) => row.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw new UnusableFile('The file has no rows below the names of its columns.');
  if (filled.length > MOST_BULK_ROWS) {
    throw new UnusableFile(
      `The file has ${filled.length} rows. A bulk run has at most ${MOST_BULK_ROWS}; split the file.`,
    );
  }
  return { name: file.name, columns, rows: filled };
}

async function readText(file: File): Promise<string[][]> {
  if (!/\.(csv|tsv|txt)$/i.test(file.name)) {
    throw new UnusableFile('Choose a CSV file or a spreadsheet (.xlsx).');
  }
  const text = (await file.text()).replace(/^\uFEFF/, '');
  const { readCsv } = await import('@/lib/results/table/read-csv');
  const read = readCsv(text);
  if ('problem' in read) throw new UnusableFile(read.problem);
  const { columns, rows } = read.table;
  return [columns.map(({ name }) => name), ...rows.map((row) => row.map((cell) => String(cell ?? '')))];
}

async function readSheet(file: File): Promise<string[][]> {
  const { default: excel } = await import('exceljs');
  const book = new excel.Workbook();
  try {
    await book.xlsx.load(await file.arrayBuffer());
  } catch (cause) {
    throw new UnusableFile("The spreadsheet can't be read. Save it again as .xlsx, or as CSV.", { cause });
  }
  const sheet = book.worksheets.find(({ actualRowCount }) => actualRowCount > 0);
  const rows: string[][] = [];
  sheet?.eachRow((row) => {
    const cells: string[] = [];
    for (let column = 1; column <= sheet.columnCount; column += 1)
      cells.push(textOfCell(row.getCell(column).value));
    rows.push(cells);
  });
  return rows;
}

/** A cell as a person would type it: dates as ISO 8601, a formula as its result. */
export function textOfCell(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().replace(/(T00:00:00)?\.000Z$/, '');
  if (typeof value !== 'object') return String(value);
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('hyperlink' in value) return String(value.text);
  if ('result' in value) return textOfCell(value.result ?? null);
  if ('error' in value) return String(value.error);
  return '';
}
