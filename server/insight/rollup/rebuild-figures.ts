import statement from 'sql-template-tag';
import { transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { claimProgress } from '@/server/insight/rollup/figure-progress';

/** Empties the figures, so that the worker counts all runs again. */
export async function rebuildFigures(): Promise<string[]> {
  await transaction(async (tx) => {
    await claimProgress(tx, 'wait');
    await execute(statement`delete from command_figure`, tx);
    await execute(statement`delete from person_figure`, tx);
    await execute(statement`delete from command_time`, tx);
    await execute(statement`delete from org_figure`, tx);
    await execute(statement`delete from org_time`, tx);
    await execute(statement`delete from uncounted_run`, tx);
    await execute(statement`update figure_progress set reached_run_id = 0, counted_at = null`, tx);
  });
  return ['The figures of Analytics are empty. The worker now counts all runs again, 50,000 at a time.'];
}
