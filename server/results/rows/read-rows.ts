import { AppError } from '@/server/base/errors';
import { type ResultFileOf, readRowsElsewhere } from '@/server/results/rows/process/reader-processes';
import { type RowSource, RowsRefused } from '@/server/results/rows/row-index';
import { type RowPage, type RowQuery, RowReader } from '@/server/results/rows/row-reader';

/** A stored table. */
export interface StoredTable extends ResultFileOf {
  /** The lines of a small result; null if it is a file. */
  smallLines: string | null;
}

/** Reads rows of a stored table, sorted and filtered. Throws 422 with the reason if it can't be read so. */
export async function readRows(table: StoredTable, query: RowQuery, signal: AbortSignal): Promise<RowPage> {
  if (table.smallLines === null) return readRowsElsewhere(table, query, signal);
  const bytes = Buffer.from(table.smallLines);
  const source: RowSource = { sizeBytes: bytes.length, read: (start, into) => bytes.copy(into, 0, start) };
  try {
    return new RowReader(source, table.masks.isMasked).read(query);
  } catch (error) {
    if (error instanceof RowsRefused) throw new AppError('impossible', error.message, { cause: error });
    throw error;
  }
}
