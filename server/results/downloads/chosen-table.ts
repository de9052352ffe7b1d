import type { JsonValue } from '@/lib/base/json';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { chooseRows } from '@/lib/results/look/choose-rows';
import { arrangeColumns, type TableSource } from '@/lib/results/table/arrange-columns';
import type { ResultTable } from '@/lib/results/table/result-table';
import { AppError } from '@/server/base/errors';
import { rowsOfCsv } from '@/server/results/formats/csv-rows';
import { documentRows } from '@/server/results/formats/document-table';
import { type ChosenRows, chosenRowsOf, storedTable } from '@/server/results/rows/chosen-rows';
import { readRows } from '@/server/results/rows/read-rows';
import type { RowPage } from '@/server/results/rows/row-reader';
import { openResult, type StoredBytes } from '@/server/results/stored/stored-bytes';
import { storedWhole } from '@/server/results/stored/stored-whole';
import type { ResultSummary } from '@/server/results/stored/write-result';

const ROWS_AT_ONCE = 1000;
/** Text has to be in memory to be sorted and filtered. */
const LONGEST_CSV_BYTES = 32_000_000;
/** What is sorted and filtered here holds up all other requests meanwhile. Stored tables are read by other processes. */
const MOST_HELD_ROWS = 100_000;
const MOST_HELD_CELLS = 2_000_000;

/** Some rows and columns of a table, for a file. */
export interface ChosenTable {
  heading: string[];
  rowCount: number;
  /** To be read once. */
  rows: AsyncGenerator<JsonValue[][]>;
}

interface Reader {
  orgId: string;
  runId: number;
  userId: string;
  payloadFormat: ResultSummary['payloadFormat'];
}

/**
 * The chosen rows of a result whose access was already checked, masked. Names are those that its files have. Throws 409 if
 * it has no table, or too many rows to choose from, 422 if the table has fewer columns, and 503 if too many large results
 * are open.
 *
 * @param columns in their order, from 0; undefined for those that its files have
 */
export async function unsafeChosenTable(
  reader: Reader,
  chosen: ChosenRows,
  columns: readonly number[] | undefined,
  signal: AbortSignal,
): Promise<ChosenTable> {
  const stored = await openResult(reader.orgId, reader.runId);
  const held = await heldTable(stored, reader.payloadFormat);
  if (held !== null) {
    const rows = chooseRows(held.table, chosenRowsOf(chosen));
    const shown = shownColumns(held.table.columns, held.source, stored.fileDisplay, columns);
    return { heading: shown.heading, rowCount: rows.length, rows: once(rows.map(shown.of)) };
  }
  const pages = await pagesOf(reader, chosen, signal);
  const source = { kind: 'column', resultSet: chosen.resultSet ?? 0 } as const;
  const shown = shownColumns(pages.first.columns, source, stored.fileDisplay, columns);
  return {
    heading: shown.heading,
    rowCount: pages.first.matchingRows,
    rows: mapped(pages.all, ({ rows }) => rows.map(({ cells }) => shown.of(cells))),
  };
}

/** A table that has to be in memory: the list of a document, or CSV. Null for rows. */
async function heldTable(
  stored: StoredBytes,
  format: Reader['payloadFormat'],
): Promise<{ table: ResultTable; source: TableSource } | null> {
  if (format !== 'csv') {
    const found = await documentRows(stored, format);
    if (found !== null && found.table.rows.length > MOST_HELD_ROWS) throw tooManyRows();
    return found;
  }
  if (stored.sizeBytes > LONGEST_CSV_BYTES) {
    throw new AppError('conflict', 'This text is too long to be filtered or sorted. Download all of it.');
  }
  const whole = await storedWhole(stored);
  if (whole === null) return null;
  const all: JsonValue[][] = [];
  let cells = 0;
  for await (const some of rowsOfCsv(whole)) {
    for (const row of some) cells += row.length;
    all.push(...some);
    // Its heading is a row, too.
    if (all.length > MOST_HELD_ROWS + 1 || cells > MOST_HELD_CELLS) throw tooManyRows();
  }
  const [heading = [], ...rows] = all;
  const columns = heading.map((name) => ({ name: String(name), type: '' }));
  return { table: { columns, rows }, source: { kind: 'column', resultSet: 0 } };
}

const tooManyRows = (): AppError =>
  new AppError(
    'conflict',
    `Rows and columns are chosen from at most ${MOST_HELD_ROWS.toLocaleString('en-US')} rows, with ${MOST_HELD_CELLS.toLocaleString('en-US')} values in all. Download all of this result.`,
  );

function shownColumns(
  columns: ResultTable['columns'],
  source: TableSource,
  display: readonly OutputColumn[] | null,
  wanted: readonly number[] | undefined,
) {
  const arranged = arrangeColumns({ columns }, source, display ?? []);
  const visible = arranged.filter(({ setting }) => setting?.isHidden !== true);
  const byIndex = new Map(arranged.map((each) => [each.index, each]));
  const shown = wanted?.map((index) => byIndex.get(index)) ?? (visible.length === 0 ? arranged : visible);
  if (!shown.every((each) => each !== undefined)) {
    throw new AppError('impossible', 'This table has fewer columns.');
  }
  return {
    heading: shown.map(({ name }) => name),
    of: (cells: readonly JsonValue[]): JsonValue[] => shown.map(({ index }) => cells[index] ?? null),
  };
}

/** The first page is read at once, so that a refusal comes before the file begins. */
async function pagesOf(reader: Reader, chosen: ChosenRows, signal: AbortSignal) {
  const { orgId, runId, userId } = reader;
  const table = await storedTable(orgId, runId, userId);
  const wanted = chosenRowsOf(chosen);
  const pageFrom = async (from: number): Promise<RowPage> => {
    // Fewer long rows fit in a page whole.
    for (let count = ROWS_AT_ONCE; count >= 1; count = Math.floor(count / 10)) {
      const page = await readRows(table, { ...wanted, from, count }, signal);
      if (!page.isCut) return page;
    }
    throw new AppError('conflict', 'A row is too long for a file of chosen rows. Download all of them.');
  };
  const first = await pageFrom(0);
  async function* all() {
    for (let page = first, read = 0; page.rows.length > 0; page = await pageFrom(read)) {
      yield page;
      read += page.rows.length;
      if (read >= page.matchingRows) return;
    }
  }
  return { first, all: all() };
}

async function* mapped<From, To>(pieces: AsyncGenerator<From>, to: (piece: From) => To): AsyncGenerator<To> {
  for await (const piece of pieces) yield to(piece);
}

async function* once<Piece>(piece: Piece): AsyncGenerator<Piece> {
  yield piece;
}
