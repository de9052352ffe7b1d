import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { JsonValue } from '@/lib/json';
import { ResultCursor } from '@/server/results/result-cursor';
import { spreadsheetPath } from '@/server/results/result-file';
import { sheetXml, workbookFiles } from '@/server/results/spreadsheet-xml';
import { type ZippedFile, zipOf } from '@/server/results/zip';

/** Excel's limit (Excel specifications and limits); one row is the heading. */
const ROWS_OF_SHEET = 1_048_576 - 1;

/**
 * Writes a stored result as an XLSX file beside it: a sheet for each result set, and more sheets where one has more
 * rows than a sheet holds, each with the heading. The file stands there whole or not at all, and however large it is,
 * little of it is ever in memory.
 */
export async function writeSpreadsheet(orgId: string, runId: number): Promise<void> {
  const path = spreadsheetPath(orgId, runId);
  const partial = `${path}.part`;
  const cursor = new ResultCursor(orgId, runId);
  try {
    await pipeline(zipOf(filesOf(cursor)), createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, path);
  } finally {
    await cursor.close();
    await rm(partial, { force: true });
  }
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

const rowsOf = (cursor: ResultCursor): AsyncIterable<JsonValue[][]> => cursor.rows(ROWS_OF_SHEET);

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
