import statement, { type Sql as Statement } from 'sql-template-tag';
import { currentTrace } from '@/server/base/tracing/tracing';

/** How runs of a definition are tried again after a failure. */
export interface RetryPolicy {
  count: number;
  delaySeconds: number;
}

/**
 * CTEs that try failed runs again, if the policy of their definition has attempts left: each attempt is a run of its
 * own with the same definition and values, whose parent is the first attempt, and which is in line after the delay. A
 * run that a person canceled or that was refused isn't tried again; neither are startup and dropdown runs, whose callers
 * wait for this very run, and the runs of a bulk, which has its own way.
 *
 * @param ended a CTE with the org_id and run_id of runs that the same statement has ended
 */
export const retryParts = (ended: Statement, endReason: Statement): Statement => statement`
  failed_run as (
    select r.*, coalesce(case when r.trigger = 'retry' then r.parent_run_id end, r.run_id) as first_run_id,
      d.content::jsonb as definition
    from ${ended} ended
    join run r on r.org_id = ended.org_id and r.run_id = ended.run_id
    join run_definition d on d.org_id = r.org_id and d.definition_id = r.definition_id
    where ${endReason} in ('error', 'timed_out', 'worker_lost') and r.cancel_requested_by is null
      and r.trigger not in ('startup', 'dropdown', 'bulk') and strpos(d.content, '"retry":') > 0
  ), attempt as (
    insert into run (org_id, command_id, template_id, run_group_id, started_by_user_id, trigger, parent_run_id,
      started_through, scheduled_job_id, queued_at, params, definition_id, sent_values, sealed_values,
      ran_anyway)
    select f.org_id, f.command_id, f.template_id, f.run_group_id, f.started_by_user_id, 'retry', f.first_run_id,
      f.started_through, f.scheduled_job_id, now(), f.params, f.definition_id, f.sent_values, f.sealed_values, f.ran_anyway
    from failed_run f
    where (select count(*) from run a where a.org_id = f.org_id and a.parent_run_id = f.first_run_id and a.trigger = 'retry')
      < (f.definition->'retry'->>'count')::int
    returning org_id, run_id, command_id, started_by_user_id, parent_run_id
  ), approved_attempt as (
    insert into approval_run (org_id, run_id, approval_id, digest)
    select a.org_id, a.run_id, ar.approval_id, ar.digest from attempt a
    join approval_run ar on ar.org_id = a.org_id and ar.run_id = a.parent_run_id
  ), attempt_in_line as (
    insert into open_run (org_id, run_id, command_id, credential_id, user_id, source_kind, class, turn,
      scheduled_job_id, look_at, trace_parent)
    select a.org_id, a.run_id, a.command_id, (f.definition->>'credentialId')::int, a.started_by_user_id,
      coalesce(f.definition->>'lineKind', f.definition->>'sourceKind'), 4, coalesce((
        select max(o.turn) + 1 from open_run o
        where o.org_id = a.org_id and o.state = 'waiting' and o.class = 4 and o.credential_id = (f.definition->>'credentialId')::int), 0),
      f.scheduled_job_id, now() + make_interval(secs => (f.definition->'retry'->>'delaySeconds')::int), ${currentTrace()}::text
    from attempt a join failed_run f on f.org_id = a.org_id and f.first_run_id = a.parent_run_id
  )`;
