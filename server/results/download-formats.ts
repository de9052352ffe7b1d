import type { JsonValue } from '@/lib/json';
import { CSV_LINE_END, csvLine } from '@/server/results/csv';
import { ResultCursor } from '@/server/results/result-cursor';
import { resultLines } from '@/server/results/result-lines';
import { type Chunks, zipOf } from '@/server/results/zip';

async function* linesOf(
  heading: readonly string[],
  cursor: ResultCursor,
  write: (cells: readonly JsonValue[]) => string,
): Chunks {
  yield write(heading);
  for await (const rows of cursor.rows()) yield rows.map(write).join('');
}

const csvLineWithEnd = (cells: readonly JsonValue[]): string => csvLine(cells) + CSV_LINE_END;

/** One result set, or a scalar, as CSV. */
export async function* csvOf(orgId: string, runId: number): Chunks {
  const cursor = new ResultCursor(orgId, runId);
  try {
    const heading = await cursor.nextTable();
    if (heading !== null) yield* linesOf(heading, cursor, csvLineWithEnd);
  } finally {
    await cursor.close();
  }
}

/** Several result sets as a zip with a CSV file for each, `1.csv`, `2.csv`, … in the order they came. */
export async function* zipOfCsv(orgId: string, runId: number): Chunks {
  const cursor = new ResultCursor(orgId, runId);
  try {
    yield* zipOf(filesOf(cursor));
  } finally {
    await cursor.close();
  }
}

async function* filesOf(cursor: ResultCursor) {
  for (let number = 1; ; number += 1) {
    const heading = await cursor.nextTable();
    if (heading === null) return;
    yield { name: `${number}.csv`, chunks: linesOf(heading, cursor, csvLineWithEnd) };
  }
}

function plainText(cell: JsonValue): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

const tabbedLine = (cells: readonly JsonValue[]): string =>
  `${cells.map((cell) => plainText(cell).replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`;

/** Tab-separated, a line a row: tabs and line ends within a cell become spaces. A scalar is its text alone. */
export async function* textOf(orgId: string, runId: number, isScalar: boolean): Chunks {
  const cursor = new ResultCursor(orgId, runId);
  try {
    for (let heading = await cursor.nextTable(); heading !== null; heading = await cursor.nextTable()) {
      if (!isScalar) yield* linesOf(heading, cursor, tabbedLine);
      else for await (const [row] of cursor.rows()) yield plainText(row?.[0] ?? null);
    }
  } finally {
    await cursor.close();
  }
}

/** The same shapes as a payload has (decisions §9), whole. What is stored is JSON already and is passed on. */
export async function* jsonOf(orgId: string, runId: number, isMultiset: boolean): Chunks {
  let isTableOpen = false;
  let isFirstRow = true;
  if (isMultiset) yield '[';
  for await (const lines of resultLines(orgId, runId)) {
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
    yield pieces.join('');
  }
  if (isTableOpen) yield '\n]}';
  if (isMultiset) yield ']';
}

/** What comes before the rows of a result set; for a scalar, its value. */
function opening(line: string): string {
  const { columns, value } = JSON.parse(line);
  return columns === undefined ? JSON.stringify(value) : `{"columns":${JSON.stringify(columns)},"rows":[`;
}
