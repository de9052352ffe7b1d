import statement, { empty, raw, type Sql as Statement } from 'sql-template-tag';
import { AUTO_RUN_CLASS, placeClasses } from '@/lib/contract/runs/trigger';
import { column, execute, query } from '@/server/base/database/statements';
import { currentTrace } from '@/server/base/tracing/tracing';
import type { RunDefinition } from '@/server/runs/start/definition';

/** The channel that notifies workers of a queued run. */
export const RUN_QUEUED = 'run_queued';

const PLACE_CLASS = raw(
  `case when trigger in ('row_decoration', 'error_jump') and started_through like 'schedule:%' then ${AUTO_RUN_CLASS}
    when trigger in ('dropdown', 'startup') and started_through like 'token:%' then ${placeClasses.api}
    else case trigger ${Object.entries(placeClasses)
      .map(([trigger, placeClass]) => `when '${trigger}' then ${placeClass}`)
      .join(' ')} end end`,
);

const NEXT_TURNS = statement` + row_number() over (partition by user_id, class order by run_id) - 1`;

/**
 * A CTE that puts a run in line. Within a connection and class, people take turns: a person's next run comes after their
 * last, and no sooner than the turn that is being served.
 *
 * It takes the run from a CTE named `started` with org_id, run_id, command_id, started_by_user_id, trigger,
 * started_through, and scheduled_job_id.
 *
 * @param newsChannel where its caller's process waits for its end; null if others may watch it
 * @param areSeveral whether there may be several runs, which take the turns of their people in the order of their ids
 */
export function lineUp(
  {
    credentialId,
    sourceKind,
    lineKind = sourceKind,
  }: Pick<RunDefinition, 'credentialId' | 'sourceKind' | 'lineKind'>,
  { newsChannel = null, areSeveral = false }: { newsChannel?: string | null; areSeveral?: boolean } = {},
): Statement {
  const line = statement`o.org_id = run.org_id and o.state = 'waiting' and o.credential_id = ${credentialId} and o.class = run.class`;
  return statement`lined_up as (
    insert into open_run (org_id, run_id, command_id, credential_id, user_id, source_kind, class, scheduled_job_id,
      trace_parent, news_channel, turn)
    select org_id, run_id, command_id, ${credentialId}, user_id, ${lineKind}, class, scheduled_job_id, ${currentTrace()}::text, ${newsChannel}::text, greatest(
      coalesce((select max(o.turn) + 1 from open_run o where ${line} and o.user_id = run.user_id), 0),
      coalesce((select min(o.turn) from open_run o where ${line}), 0))${areSeveral ? NEXT_TURNS : empty}
    from (select org_id, run_id, command_id, started_by_user_id as user_id, scheduled_job_id, ${PLACE_CLASS} as class
      from started) run
  )`;
}

/** The same as `notifyQueued`, for a CTE whose rows are announced; a `from` may follow. */
export const QUEUED = statement`select ${RUN_QUEUED}::text as channel, ''::text as payload`;

/** Notifies the workers when the statement commits. */
export const notifyQueued = statement`pg_notify(${RUN_QUEUED}, '')`;

/** Whether runs in line may be claimed. */
export const HAS_WAITING = statement`exists (select from open_run where state = 'waiting' and (look_at is null or look_at <= now()))`;

/**
 * Marks a claimed run that might have gone elsewhere as one that is executed here: if this worker dies from now on, it ends
 * as lost. Returns whether it is still this worker's.
 */
export async function beginHere(
  { orgId, runId }: { orgId: string; runId: number },
  workerId: string,
): Promise<boolean> {
  const begun = await query(
    { run_id: column.int },
    statement`update open_run set state = 'executing'
     where org_id = ${orgId} and run_id = ${runId} and state in ('beginning', 'executing')
       and worker_id = ${workerId}
     returning run_id`,
  );
  return begun.length > 0;
}

/** How long a run waits whose values can't be checked yet, because options are being loaded. */
const AGAIN_SECONDS = 2;

/** Gives a claimed run's place to others, and puts it back in line for a moment. Nothing has been sent yet. */
export const lineUpAgain = (
  { orgId, runId }: { orgId: string; runId: number },
  workerId: string,
): Promise<void> =>
  execute(statement`update open_run o set worker_id = null, look_at = now() + make_interval(secs => ${AGAIN_SECONDS}),
      state = (case when exists (select from bulk_run b where b.org_id = o.org_id and b.run_id = o.parent_run_id
        and b.paused_at is not null) then 'held' else 'waiting' end)::open_run_state
    where o.org_id = ${orgId} and run_id = ${runId} and state in ('executing', 'beginning') and worker_id = ${workerId}`);
