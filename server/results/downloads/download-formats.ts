import { exactJson, exactPieces, withExactNumbers } from '@/lib/base/exact-json';
import { plainText as asItWas } from '@/lib/base/exact-mark';
import { formulaAt, GuardedPieces, signCode } from '@/lib/base/formulas';
import type { JsonValue } from '@/lib/base/json';
import { CSV_LINE_END, csvLine } from '@/lib/results/csv';
import { markedCsv } from '@/server/results/formats/csv-mark';
import { type DocumentTable, withDigits } from '@/server/results/formats/document-table';
import { type Chunks, zipOf } from '@/server/results/formats/zip';
import { cellsOf, type LongRow } from '@/server/results/reading/long-row';
import { ResultCursor } from '@/server/results/reading/result-cursor';
import { resultLines } from '@/server/results/reading/result-lines';
import { openResult } from '@/server/results/stored/stored-bytes';

/** How a table is written as text. */
interface TableFormat {
  line(cells: readonly JsonValue[]): string;
  /** The separator between the cells of a line, and the end of the line. */
  between: string;
  end: string;
  cell(cell: JsonValue): string;
  /** What precedes and follows a long cell whose text begins like this. */
  opening(text: string): string;
  part(text: string): string;
  closing: string;
  /** Whether formulas within a long cell are guarded. */
  isGuarded: boolean;
}

async function* linesOf(heading: readonly string[], cursor: ResultCursor, format: TableFormat): Chunks {
  yield format.line(heading);
  for await (const rows of cursor.rows()) {
    if (Array.isArray(rows)) yield rows.map(format.line).join('');
    else yield* longLine(rows, format);
  }
}

async function* longLine(row: LongRow, format: TableFormat): Chunks {
  let isFirstCell = true;
  let guard: GuardedPieces | null = null;
  for await (const each of cellsOf(row)) {
    const isBeginning = 'cell' in each || ('isFirst' in each && each.isFirst);
    if (isBeginning && !isFirstCell) yield format.between;
    if (isBeginning) isFirstCell = false;
    if ('cell' in each) yield format.cell(each.cell);
    else if ('isEnd' in each) yield format.part(guard?.end() ?? '') + format.closing;
    else {
      if (each.isFirst)
        guard = format.isGuarded ? new GuardedPieces(each.isJson ? signCode : undefined) : null;
      const part = guard === null ? each.part : guard.push(each.part);
      yield (each.isFirst ? format.opening(each.part) : '') + format.part(part);
    }
  }
  yield format.end;
}

const csv: TableFormat = {
  line: (cells) => csvLine(cells) + CSV_LINE_END,
  between: ',',
  end: CSV_LINE_END,
  cell: (cell) => csvLine([cell]),
  opening: (text) => (formulaAt(text) < 0 ? '"' : `"'`),
  part: (text) => text.replaceAll('"', '""'),
  closing: '"',
  isGuarded: true,
};

/** One result set, or a scalar, as CSV. */
export async function* csvOf(orgId: string, runId: number): Chunks {
  const cursor = await ResultCursor.open(orgId, runId);
  try {
    const heading = await cursor.nextTable();
    if (heading !== null) yield* linesOf(heading, cursor, csv);
  } finally {
    await cursor.close();
  }
}

/** The list of a JSON document as CSV. */
export async function* csvOfDocument({ heading, rows }: DocumentTable): Chunks {
  yield csv.line(heading);
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    yield withDigits(rows.slice(at, at + ROWS_AT_ONCE))
      .map(csv.line)
      .join('');
  }
}

const ROWS_AT_ONCE = 1_000;

/** Several result sets as a zip with a CSV file for each, `1.csv`, `2.csv`, … in the order of the source. */
export async function* zipOfCsv(orgId: string, runId: number): Chunks {
  const cursor = await ResultCursor.open(orgId, runId);
  try {
    yield* zipOf(filesOf(orgId, cursor));
  } finally {
    await cursor.close();
  }
}

async function* filesOf(orgId: string, cursor: ResultCursor) {
  for (let number = 1; ; number += 1) {
    const heading = await cursor.nextTable();
    if (heading === null) return;
    yield { name: `${number}.csv`, chunks: markedCsv(orgId, linesOf(heading, cursor, csv)) };
  }
}

function plainText(cell: JsonValue): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? exactJson(cell) : String(asItWas(cell));
}

const tabbed: TableFormat = {
  line: (cells) => `${cells.map(tabbedCell).join('\t')}\n`,
  between: '\t',
  end: '\n',
  cell: tabbedCell,
  opening: () => '',
  part: (text) => text.replace(/[\t\r\n]+/g, ' '),
  closing: '',
  isGuarded: false,
};

function tabbedCell(cell: JsonValue): string {
  return plainText(cell).replace(/[\t\r\n]+/g, ' ');
}

/** Tab-separated, one row per line: tabs and line ends within a cell become spaces. */
export async function* textOf(orgId: string, runId: number): Chunks {
  const cursor = await ResultCursor.open(orgId, runId);
  try {
    for (let heading = await cursor.nextTable(); heading !== null; heading = await cursor.nextTable()) {
      yield* linesOf(heading, cursor, tabbed);
    }
  } finally {
    await cursor.close();
  }
}

/** The shapes of a payload, complete. Stored JSON is passed through. */
export async function* jsonOf(orgId: string, runId: number, isMultiset: boolean): Chunks {
  let isTableOpen = false;
  let isFirstRow = true;
  if (isMultiset) yield '[';
  for await (const lines of resultLines(await openResult(orgId, runId))) {
    if (!Array.isArray(lines)) {
      yield isFirstRow ? '\n' : ',\n';
      isFirstRow = false;
      yield* exactPieces(lines.pieces);
      continue;
    }
    const pieces: string[] = [];
    for (const line of lines) {
      if (line.startsWith('[')) {
        pieces.push(isFirstRow ? '\n' : ',\n', line);
        isFirstRow = false;
      } else {
        pieces.push(isTableOpen ? '\n]},\n' : '', opening(line));
        isTableOpen = line.startsWith('{"columns"');
        isFirstRow = true;
      }
    }
    yield withExactNumbers(pieces.join(''));
  }
  if (isTableOpen) yield '\n]}';
  if (isMultiset) yield ']';
}

/** What precedes the rows of a result set. */
function opening(line: string): string {
  const { columns } = JSON.parse(line);
  return `{"columns":${JSON.stringify(columns)},"rows":[`;
}
