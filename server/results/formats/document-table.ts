import { digitsOf, plainScalar, readJsonCell } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { below } from '@/lib/outputs/json-path';
import { arrangeColumns, type TableSource } from '@/lib/results/table/arrange-columns';
import { objectRows } from '@/lib/results/table/object-rows';
import type { ResultTable } from '@/lib/results/table/result-table';
import { AppError } from '@/server/base/errors';
import type { StoredBytes } from '@/server/results/stored/stored-bytes';
import { chunksOfValue } from '@/server/results/stored/stored-value';
import { storedWhole } from '@/server/results/stored/stored-whole';
import type { ResultSummary } from '@/server/results/stored/write-result';

type PayloadFormat = ResultSummary['payloadFormat'];

/** A document has to be in memory to find its list. */
const LONGEST_DOCUMENT_BYTES = 32_000_000;
const MOST_CELLS = 2_000_000;

/** The list of objects of a JSON document, as the page shows it. */
export interface DocumentTable {
  heading: string[];
  rows: JsonValue[][];
}

const NO_TABLE =
  "This result isn't a list of objects, so it can't be a table. Download it as json, which has all of it.";
const TOO_LONG = 'This document is too long to be made a table. Download it as json, which has all of it.';

/** Whether a result may be a document that `documentTable` finds a list in. */
export const mayBeDocument = (format: PayloadFormat): boolean =>
  format === 'json' || format === 'single_value';

/**
 * The list of a JSON document, whether a response or the value of a routine, with all of its columns: masked. Throws 409 if
 * the document has no list.
 *
 * @returns null for what isn't a document, such as rows, CSV, or a single number
 */
export async function documentRows(
  stored: StoredBytes,
  format: PayloadFormat,
): Promise<{ table: ResultTable; source: TableSource } | null> {
  if (!mayBeDocument(format)) return null;
  if (stored.sizeBytes > LONGEST_DOCUMENT_BYTES) throw new AppError('conflict', TOO_LONG);
  const whole = await storedWhole(stored);
  const document = readJsonCell(await textOf(whole?.bytes() ?? chunksOfValue(stored, 'json')));
  if (whole === null && (document === null || typeof document !== 'object')) return null;
  const found = objectRows(document, MOST_CELLS);
  if (found === null) throw new AppError('conflict', NO_TABLE);
  return {
    table: found.table,
    source: { kind: 'field', listPath: found.key === null ? '' : below('', found.key) },
  };
}

/** The same with the names and the order of the engineers, without what they hide. */
export async function documentTable(
  stored: StoredBytes,
  format: PayloadFormat,
): Promise<DocumentTable | null> {
  const found = await documentRows(stored, format);
  if (found === null) return null;
  const all = arrangeColumns(found.table, found.source, stored.fileDisplay ?? []);
  const shown = all.filter(({ setting }) => setting?.isHidden !== true);
  const columns = shown.length === 0 ? all : shown;
  return {
    heading: columns.map(({ name }) => name),
    rows: found.table.rows.map((row) => columns.map(({ index }) => row[index] ?? null)),
  };
}

/** Rows for CSV, in which a number keeps its digits as they were sent. */
export const withDigits = (rows: readonly JsonValue[][]): JsonValue[][] =>
  rows.map((row) => row.map((cell) => digitsOf(cell) ?? cell));

/** Rows for a spreadsheet, which holds a number as a double, or else as text. */
export const asSheetCells = (rows: readonly JsonValue[][]): JsonValue[][] =>
  rows.map((row) => row.map(plainScalar));

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of chunks) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}
