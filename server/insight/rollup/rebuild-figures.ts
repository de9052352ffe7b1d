import statement from 'sql-template-tag';
import { type Sql, transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { claimProgress } from '@/server/insight/rollup/figure-progress';
import { ALL_TIME, figuresOfAllTime, figureTables, sumDays } from '@/server/insight/rollup/figure-tables';

/** Empties the figures, so that the worker counts all runs again. Days whose runs may have been deleted keep theirs. */
export async function rebuildFigures(): Promise<string[]> {
  const keptFrom = await transaction(async (tx) => {
    const progress = await claimProgress(tx, 'wait');
    const kept = progress?.kept_from ?? null;
    await emptyFigures(tx, kept);
    // Older runs that are in progress are counted when they have ended.
    await execute(
      statement`delete from uncounted_run where not exists (select from run r
        where r.run_id = uncounted_run.run_id and r.created_at < ${kept}::timestamptz)`,
      tx,
    );
    await execute(statement`update figure_progress set reached_run_id = 0, counted_at = null`, tx);
    return kept;
  });
  return [
    'The figures of Analytics are empty. The worker now counts all runs again, 50,000 at a time.',
    ...(keptFrom === null
      ? []
      : [
          `The figures before ${keptFrom.toISOString().slice(0, 10)} stay, because runs of that time were deleted.`,
        ]),
  ];
}

/** @param keptFrom the figures of the days before stay, and their months and all time are the sums of them */
async function emptyFigures(tx: Sql, keptFrom: Date | null): Promise<void> {
  for (const table of figureTables) {
    await execute(
      statement`delete from ${table.name}
        where span in ('month', 'ever') or slot_at >= coalesce(${keptFrom}::timestamptz, '-infinity')`,
      tx,
    );
    const month = statement`'month'::figure_span, date_trunc('month', slot_at, 'UTC')`;
    await sumDays(tx, table, month, statement`true`);
  }
  for (const table of figuresOfAllTime) await sumDays(tx, table, ALL_TIME, statement`true`);
}
