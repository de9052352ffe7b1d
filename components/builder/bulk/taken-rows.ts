import type { FileTable } from '@/lib/bulk/file-columns';

/**
 * The first rows of the panel and how many were left out, or why there aren't any. `sourceRunId` is the run whose result
 * they are from. `isWritten` are texts as a person or a file wrote them, not values.
 */
export type TakenRows =
  | { table: FileTable; sourceRunId?: number; note?: string | undefined; isWritten?: boolean }
  | { problem: string };
