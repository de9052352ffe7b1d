import type { FileTable } from '@/lib/bulk/file-columns';

/**
 * The first rows of the panel and how many were left out, or why there aren't any. `sourceRunId` is the run whose result
 * they are from.
 */
export type TakenRows =
  | { table: FileTable; sourceRunId?: number; note?: string | undefined }
  | { problem: string };
