import { rename, rm } from 'node:fs/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import type { JsonValue } from '@/lib/json';
import { spreadsheetPath } from '@/server/results/result-file';
import { parseResultLine, resultLines } from '@/server/results/result-lines';

/** Excel's limits (Excel specifications and limits): rows of a sheet, characters of a cell. */
const SHEET_ROWS = 1_048_576;
const CELL_CHARS = 32_767;
/** A number of more digits would be rounded by Excel, so it is written as text. */
const EXACT_DIGITS = 15;

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Text stays text, also where it begins like a formula: a cell of text is never evaluated. */
function excelCell(cell: JsonValue): string | number | boolean | null {
  if (typeof cell === 'string') {
    const isExact = NUMBER.test(cell) && cell.replace(/[-.]/g, '').length <= EXACT_DIGITS;
    return isExact && !hasLeadingZero(cell) ? Number(cell) : shortened(cell);
  }
  if (cell === null || typeof cell === 'boolean') return cell;
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : String(cell);
  return shortened(JSON.stringify(cell));
}

/** A code such as 007 is no number. */
const hasLeadingZero = (text: string): boolean => /^-?0\d/.test(text);

const shortened = (text: string): string =>
  text.length <= CELL_CHARS ? text : `${text.slice(0, CELL_CHARS - 1)}…`;

/**
 * Writes a stored result as an XLSX file beside it: a sheet for each result set, and more sheets where one has more
 * rows than a sheet holds, each with the heading. The file stands there whole or not at all.
 */
export async function writeSpreadsheet(orgId: string, runId: number): Promise<void> {
  const path = spreadsheetPath(orgId, runId);
  const partial = `${path}.part`;
  try {
    const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: partial, useSharedStrings: false });
    const sheets = new Sheets(workbook);
    for await (const lines of resultLines(orgId, runId)) {
      for (const line of lines) {
        const parsed = parseResultLine(line);
        if (Array.isArray(parsed)) sheets.row(parsed);
        else if ('columns' in parsed) sheets.table(parsed.columns.map(({ name }) => name));
        else {
          sheets.table(['value']);
          sheets.row([parsed.value]);
        }
      }
      // Compressing and writing need turns of their own, or all rows would gather before the first is on the disk.
      await otherWork();
    }
    sheets.end();
    await workbook.commit();
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}

class Sheets {
  private sheet: ExcelJS.Worksheet | null = null;
  private heading: readonly string[] = [];
  private rows = 0;
  private sheets = 0;

  constructor(private readonly workbook: ExcelJS.stream.xlsx.WorkbookWriter) {}

  table(heading: readonly string[]): void {
    this.heading = heading;
    this.begin();
  }

  row(cells: readonly JsonValue[]): void {
    if (this.rows === SHEET_ROWS) this.begin();
    this.add(cells.map(excelCell));
  }

  end(): void {
    this.sheet?.commit();
    this.sheet = null;
  }

  private begin(): void {
    this.end();
    this.sheets += 1;
    this.rows = 0;
    this.sheet = this.workbook.addWorksheet(`Result ${this.sheets}`, {
      views: [{ state: 'frozen', ySplit: 1 }],
    });
    this.add(this.heading.map(shortened));
  }

  private add(cells: (string | number | boolean | null)[]): void {
    this.sheet?.addRow(cells).commit();
    this.rows += 1;
  }
}
