import type { FileTable } from '@/lib/bulk/file-columns';

/** The first rows of the panel and how many were left out, or why there aren't any. */
export type TakenRows = { table: FileTable; note?: string | undefined } | { problem: string };
