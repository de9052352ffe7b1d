import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import { payloadFormat } from '@/lib/contract/runs/run';
import { query } from '@/server/base/database/statements';
import { rowsOfCsv } from '@/server/results/formats/csv-rows';
import { asSheetCells, documentTable } from '@/server/results/formats/document-table';
import { sheetXml, workbookFiles } from '@/server/results/formats/spreadsheet-xml';
import { type Chunks, type ZippedFile, zipOf } from '@/server/results/formats/zip';
import { cellsOf, type LongRow } from '@/server/results/reading/long-row';
import { ResultCursor } from '@/server/results/reading/result-cursor';
import type { StoredWhole } from '@/server/results/stored/result-file';
import { spreadsheetKey } from '@/server/results/stored/result-file';
import { storeOf } from '@/server/results/stored/result-stores';
import { openResult, storeIdOf } from '@/server/results/stored/stored-bytes';
import { storedWhole } from '@/server/results/stored/stored-whole';
import { putFile } from '@/server/stores/store';

/** Excel's row limit (Excel specifications and limits), without the heading. */
const ROWS_OF_SHEET = 1_048_576 - 1;

/**
 * Writes a stored result as an XLSX file next to it: a sheet for each result set, and further sheets if it has more rows
 * than a sheet can hold, each with the heading. The file is announced when it is complete, and however large it is,
 * little of it is ever in memory.
 */
export async function writeSpreadsheet(orgId: string, runId: number): Promise<void> {
  const store = await storeOf(await storeIdOf(orgId, runId));
  await putFile(store, spreadsheetKey(orgId, runId), workbookOf(orgId, runId));
}

/** The bytes of that file, made while they are read. */
export async function* workbookOf(orgId: string, runId: number): Chunks {
  const stored = await openResult(orgId, runId);
  const table = await documentTable(stored, await payloadFormatOf(orgId, runId));
  if (table !== null) return yield* zipOf(sheetsOf(table.heading, once([...asSheetCells(table.rows)])));
  const whole = await storedWhole(stored);
  if (whole !== null) return yield* zipOf(filesOfCsv(whole));
  const cursor = ResultCursor.over(stored);
  try {
    yield* zipOf(filesOf(cursor));
  } finally {
    await cursor.close();
  }
}

async function payloadFormatOf(orgId: string, runId: number) {
  const [run] = await query(
    { payload_format: payloadFormat.nullable() },
    statement`select payload_format from run where org_id = ${orgId} and run_id = ${runId}`,
  );
  return run?.payload_format ?? 'empty';
}

/** A CSV response: every cell as text, unchanged. */
async function* filesOfCsv(whole: StoredWhole): AsyncGenerator<ZippedFile> {
  const batches = rowsOfCsv(whole);
  const first = await batches.next();
  const [heading = [], ...rows] = first.done ? [] : first.value;
  async function* all(): AsyncGenerator<JsonValue[][]> {
    yield rows;
    yield* batches;
  }
  yield* sheetsOf(heading.map(String), all());
}

/** The files of a workbook with one table, on as many sheets as its rows take, each with the heading. */
export async function* sheetsOf(
  heading: readonly string[],
  batches: AsyncGenerator<JsonValue[][]>,
): AsyncGenerator<ZippedFile> {
  let waiting: JsonValue[][] = [];
  let isOver = false;
  async function* rows(): AsyncGenerator<JsonValue[][]> {
    let left = ROWS_OF_SHEET;
    while (left > 0) {
      if (waiting.length === 0) {
        const next = await batches.next();
        if (next.done) {
          isOver = true;
          return;
        }
        waiting = next.value;
      }
      const taken = waiting.splice(0, left);
      left -= taken.length;
      yield taken;
    }
  }
  let sheets = 0;
  do {
    sheets += 1;
    yield { name: `xl/worksheets/sheet${sheets}.xml`, chunks: sheetXml(heading, rows()) };
  } while (!isOver);
  for (const { name, text } of workbookFiles(sheets)) yield { name, chunks: once(text) };
}

async function* filesOf(cursor: ResultCursor): AsyncGenerator<ZippedFile> {
  let sheets = 0;
  for (let heading = await cursor.nextTable(); heading !== null; heading = await cursor.nextTable()) {
    do {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, chunks: sheetXml(heading, rowsOf(cursor)) };
    } while (await cursor.hasRow());
  }
  for (const { name, text } of workbookFiles(sheets)) yield { name, chunks: once(text) };
}

async function* rowsOf(cursor: ResultCursor): AsyncGenerator<JsonValue[][]> {
  for await (const rows of cursor.rows(ROWS_OF_SHEET))
    yield Array.isArray(rows) ? rows : [await cutCells(rows)];
}

/** Cuts a row's long cells to just more than a spreadsheet cell can hold, so that they get the mark of a cut text. */
async function cutCells(row: LongRow): Promise<JsonValue[]> {
  const cells: JsonValue[] = [];
  for await (const each of cellsOf(row)) {
    if ('cell' in each) cells.push(each.cell);
    else if ('isFirst' in each && each.isFirst) cells.push(each.part.slice(0, CUT_CELL_CHARS));
  }
  return cells;
}

const CUT_CELL_CHARS = 40_000;

async function* once<Piece>(piece: Piece): AsyncGenerator<Piece> {
  yield piece;
}
