import statement from 'sql-template-tag';
import { execute } from '@/server/base/database/statements';
import type { ClaimedRun } from '@/server/runs/execute/claim-runs';

/** How long a run waits whose values can't be checked yet, because options are being loaded. */
const AGAIN_SECONDS = 2;

/** Gives a claimed run's place to others, and puts it back in line for a moment. Nothing has been sent yet. */
export const lineUpAgain = ({ orgId, runId }: ClaimedRun, workerId: string): Promise<void> =>
  execute(statement`update open_run o set worker_id = null, look_at = now() + make_interval(secs => ${AGAIN_SECONDS}),
      state = (case when exists (select from bulk_run b where b.org_id = o.org_id and b.run_id = o.parent_run_id
        and b.paused_at is not null) then 'held' else 'waiting' end)::open_run_state
    where org_id = ${orgId} and run_id = ${runId} and state in ('executing', 'beginning') and worker_id = ${workerId}`);
