import type { Cell, CellValue, Row, Workbook, Worksheet } from 'exceljs';
import { boundedWorkbook } from './bounded-workbook';
import { UnusableFile } from './unusable-file';

/** The rows of a sheet as texts, what was left out, and by column why its cells can't be used. */
export interface ReadSheet {
  rows: string[][];
  /** The number of each row in the sheet. */
  numbers: number[];
  notes: string[];
  faults: Map<number, string>;
}

/** Spreadsheet programs keep so many digits of a number, and show no more. */
const KEPT_DIGITS = 15;

/** As many as 10,000 rows of 200 columns. */
const MOST_CELLS = 2_000_000;

/** What belongs to parts that aren't read, or is expanded to all cells of an area. */
const UNNEEDED = [
  'dataValidations',
  'conditionalFormatting',
  'hyperlinks',
  'drawing',
  'picture',
  'legacyDrawing',
  'tableParts',
  'extLst',
];

/** Reads the first visible sheet with content of an .xlsx file. Throws `UnusableFile`. */
export async function readSheet(file: File): Promise<ReadSheet> {
  const { default: excel } = await import('exceljs');
  const book = new excel.Workbook();
  try {
    const parts = await boundedWorkbook(file);
    await book.xlsx.load(parts.buffer as ArrayBuffer, { ignoreNodes: UNNEEDED });
  } catch (cause) {
    if (cause instanceof UnusableFile) throw cause;
    throw new UnusableFile("The spreadsheet can't be read. Save it again as .xlsx, or as CSV.", { cause });
  }
  const { sheet, notes } = chosenSheet(book);
  refuseWide(sheet);
  const read: ReadSheet = { rows: [], numbers: [], notes, faults: new Map() };
  let hidden = 0;
  sheet?.eachRow((row) => {
    if (!hasOwnContent(row)) return;
    if (row.hidden) hidden += 1;
    const cells: string[] = [];
    for (let column = 1; column <= sheet.columnCount; column += 1)
      cells.push(readCell(row.getCell(column), read.faults));
    read.rows.push(cells);
    read.numbers.push(row.number);
  });
  if (hidden > 0)
    read.notes.push(
      `${counted(hidden, 'hidden row', 'hidden rows')} of the sheet ${hidden === 1 ? 'is' : 'are'} included.`,
    );
  if (sheet?.hasMerges) read.notes.push('Merged cells count for each row that they span.');
  return read;
}

/** One cell far to the right makes every row as wide. */
function refuseWide(sheet: Worksheet | undefined): void {
  const { actualRowCount = 0, columnCount = 0 } = sheet ?? {};
  if (actualRowCount * columnCount <= MOST_CELLS) return;
  throw new UnusableFile(
    `The sheet has ${countOf(actualRowCount)} rows, and reaches to its column ${countOf(columnCount)}. Delete what isn't needed, and save the file again.`,
  );
}

const countOf = (count: number): string => count.toLocaleString('en');

/** The first sheet that a person sees, and what is said about the others. */
function chosenSheet(book: Workbook): { sheet: Worksheet | undefined; notes: string[] } {
  const filled = book.worksheets.filter(({ actualRowCount }) => actualRowCount > 0);
  const visible = filled.filter(({ state }) => state === 'visible');
  const [sheet] = visible;
  if (sheet === undefined && filled.length > 0) {
    throw new UnusableFile(
      'Every sheet with content is hidden. Show the one with the rows, and save the file again.',
    );
  }
  const others = filled
    .filter((each) => each !== sheet)
    .map(({ name, state }) => `“${name}”${state === 'visible' ? '' : ', which is hidden'}`);
  const notes =
    others.length === 0 ? [] : [`Only the sheet “${sheet?.name}” is read. Left out: ${others.join('; ')}.`];
  return { sheet, notes };
}

/** A row that has only parts of merged cells doesn't count as a row. */
function hasOwnContent(row: Row): boolean {
  let hasContent = false;
  row.eachCell((cell) => {
    if (cell.master === cell && cell.value !== null) hasContent = true;
  });
  return hasContent;
}

function readCell(cell: Cell, faults: Map<number, string>): string {
  const column = Number(cell.col) - 1;
  // A merged cell has one value: in its first column, for each of its rows.
  if (cell.master !== cell && Number(cell.master.col) !== Number(cell.col)) return '';
  const fault = faultOf(cell.value);
  if (fault !== null && !faults.has(column)) faults.set(column, `Cell ${cell.address} ${fault}`);
  return padded(textOfCell(cell.value), cell.numFmt);
}

/** Why a cell's value isn't the one that a person sees or entered; null if it is. */
function faultOf(value: CellValue): string | null {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) >= 10 ** KEPT_DIGITS) {
    return `has a number of more than ${KEPT_DIGITS} digits, of which a spreadsheet loses the last ones. Format the column as text, and enter the number again.`;
  }
  if (value === null || typeof value !== 'object' || value instanceof Date) return null;
  if ('error' in value) return `has the error ${value.error}. Correct it, or clear the cell.`;
  if (!('formula' in value || 'sharedFormula' in value)) return null;
  if (value.result !== undefined) return faultOf(value.result);
  return 'has a formula whose result is not in the file. Open it in a spreadsheet program, and save it there.';
}

/** A cell as a person would type it: dates as ISO 8601, a formula as its result. */
export function textOfCell(value: CellValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return textOfNumber(value);
  if (value instanceof Date) return value.toISOString().replace(/(T00:00:00)?\.000Z$/, '');
  if (typeof value !== 'object') return String(value);
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('hyperlink' in value) return String(value.text);
  if ('result' in value) return textOfCell(value.result ?? null);
  if ('error' in value) return String(value.error);
  return '';
}

/** Without the digits that calculations with doubles leave behind: 0.1 + 0.2 is shown as 0.3. */
const textOfNumber = (value: number): string => String(Number(value.toPrecision(KEPT_DIGITS)));

/** A format of zeros only, such as `00000` for postal codes, shows zeros in front. */
function padded(text: string, format: string | undefined): string {
  return format !== undefined && /^0{2,}$/.test(format) && /^\d+$/.test(text)
    ? text.padStart(format.length, '0')
    : text;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
