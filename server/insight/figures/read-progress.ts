import statement from 'sql-template-tag';
import type { figureProgress } from '@/lib/contract/insight/progress';
import type { Decoded } from '@/lib/wire/wire';
import { column, query } from '@/server/base/database/statements';
import { BATCH_RUNS } from '@/server/insight/rollup/count-runs';

const PROGRESS = { counted_at: column.time.nullable(), reached: column.int, newest: column.int };

/**
 * How far the figures are. Workers that are a batch of runs behind are counting those from before an upgrade, or count
 * again from the first run on.
 */
export async function readFigureProgress(): Promise<Decoded<typeof figureProgress>> {
  const [row] = await query(
    PROGRESS,
    statement`select counted_at, reached_run_id as reached,
        coalesce((select max(run_id) from run), 0)::bigint as newest from figure_progress`,
  );
  if (row === undefined) return { countedAt: null, percent: null };
  const isFilling = row.newest - row.reached >= BATCH_RUNS;
  return {
    countedAt: row.counted_at?.toISOString() ?? null,
    percent: isFilling ? Math.floor((row.reached / row.newest) * 100) : null,
  };
}
