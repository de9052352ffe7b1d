import statement, { raw } from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';

const PROGRESS = {
  reached_run_id: column.int,
  counted_at: column.time.nullable(),
  checked_at: column.time.nullable(),
  /** The start of a day in UTC: runs requested before it may have been deleted. */
  kept_from: column.time.nullable(),
};

export type FigureProgress = RowOf<typeof PROGRESS>;

/**
 * Locks the figures until the end of the transaction, so that nobody else changes them.
 *
 * @param others whether to wait for another process that has them, or to return null
 */
export async function claimProgress(tx: Sql, others: 'wait' | 'skip'): Promise<FigureProgress | null> {
  const [progress] = await query(
    PROGRESS,
    statement`select reached_run_id, counted_at, checked_at, kept_from from figure_progress
      for update ${raw(others === 'skip' ? 'skip locked' : '')}`,
    tx,
  );
  return progress ?? null;
}
