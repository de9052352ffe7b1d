import type { FileTable } from '@/lib/bulk/file-columns';

/** Rows to begin with, and what was left out of them; or why there are none. */
export type TakenRows = { table: FileTable; note?: string | undefined } | { problem: string };
