import type { FileTable } from '@/lib/bulk/file-columns';

/** The runs that rows are from. */
export interface RowsOrigin {
  /** The run whose result they are from. */
  sourceRunId?: number;
  /** The bulk run in which they failed. */
  rerunOf?: number;
}

/**
 * The first rows of the panel and how many were left out, or why there aren't any. `isWritten` are texts as a person or a
 * file wrote them, not values.
 */
export type TakenRows =
  | (RowsOrigin & { table: FileTable; note?: string | undefined; isWritten?: boolean })
  | { problem: string };
