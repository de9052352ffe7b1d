import statement from 'sql-template-tag';
import { payloadFormat, runEndReason, runStatus } from '@/lib/contract/runs/run';
import type { WaitsFor } from '@/lib/schedules/auto-run-waits';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';

/** How long a worker may take to create the runs before another one does it. */
const LEASE_SECONDS = 120;

const DUE = {
  org_id: column.text,
  /** The scheduled run, or its first attempt. */
  first_run_id: column.int,
  scheduled_auto_run_id: column.int,
  slot_at: column.time,
  kind: column.oneOf(['row', 'error']),
  decoration_id: column.int.nullable(),
  name: column.text,
  target_command_id: column.int,
  target_template_id: column.int,
  confirmed_word: column.text.nullable(),
  /** Inputs that the decoration filled, and that the command no longer has. */
  lost_inputs: column.texts,
  scheduled_job_id: column.int,
  job_name: column.text,
  command_id: column.int,
  owner_user_id: column.text,
  /** Who asked for the scheduled run; null if its schedule did. */
  asked_by_user_id: column.text.nullable(),
  cron_timezone: column.text,
  /** The last attempt, which is the one that counts. */
  run_id: column.int,
  status: runStatus,
  end_reason: runEndReason.nullable(),
  payload_format: payloadFormat.nullable(),
  has_result: column.boolean,
  is_result_deleted: column.boolean,
  /** Whether it has waited too long for room, or for its result to be read. */
  is_late: column.boolean,
};

/** A scheduled run that has ended, and what it leads to. */
export type Due = RowOf<typeof DUE>;

/**
 * Takes what ended runs lead to, for this worker to create it. What it doesn't do within two minutes is taken again, so
 * that a dead worker loses none.
 */
export const takeDue = (limit: number): Promise<Due[]> =>
  query(
    DUE,
    statement`with found as (
        select d.run_id, d.scheduled_auto_run_id, last.run_id as last_run_id
        from due_auto_run d
        cross join lateral (
          select r.run_id, r.status from run r
          where r.org_id = d.org_id and (r.run_id = d.run_id or r.parent_run_id = d.run_id and r.trigger = 'retry')
          order by r.run_id desc limit 1) last
        where d.taken_until <= now() and last.status not in ('starting', 'running')
        order by d.run_id limit ${limit} for update of d skip locked
      ), taken as (
        update due_auto_run d set taken_until = now() + make_interval(secs => ${LEASE_SECONDS})
        from found
        where d.run_id = found.run_id and d.scheduled_auto_run_id = found.scheduled_auto_run_id
        returning d.org_id, d.run_id, d.scheduled_auto_run_id, d.slot_at, found.last_run_id
      )
      select t.org_id, t.run_id as first_run_id, t.scheduled_auto_run_id, t.slot_at, a.kind, a.decoration_id, a.name,
        a.target_command_id, target.template_id as target_template_id, a.confirmed_word,
        coalesce(d.lost_inputs, '{}') as lost_inputs, j.scheduled_job_id,
        j.name as job_name, j.command_id, j.owner_user_id, f.asked_by_user_id, j.cron_timezone, r.run_id, r.status, r.end_reason,
        r.payload_format, r.has_result, r.result_deleted_at is not null as is_result_deleted,
        r.ended_at < now() - interval '1 hour' as is_late
      from taken t
      join scheduled_auto_run a on a.org_id = t.org_id and a.scheduled_auto_run_id = t.scheduled_auto_run_id
      left join decoration d on d.org_id = a.org_id and d.decoration_id = a.decoration_id
      join command target on target.org_id = a.org_id and target.command_id = a.target_command_id
      join scheduled_job j on j.org_id = a.org_id and j.scheduled_job_id = a.scheduled_job_id
      left join scheduled_firing f on f.scheduled_job_id = j.scheduled_job_id and f.slot_at = t.slot_at
      join run r on r.org_id = t.org_id and r.run_id = t.last_run_id
      order by t.run_id, t.scheduled_auto_run_id`,
  );

/** Notes what it waits for. It is taken again when its lease has ended. */
export const putOff = (due: Due, waitsFor: WaitsFor): Promise<void> =>
  execute(
    statement`update due_auto_run set waits_for = ${waitsFor}
      where run_id = ${due.first_run_id} and scheduled_auto_run_id = ${due.scheduled_auto_run_id}`,
  );

/** Crosses off what was due, in the transaction that creates it. False if another worker did, or it was unlinked. */
export async function crossOff(tx: Sql, due: Due): Promise<boolean> {
  const rows = await query(
    { run_id: column.int },
    statement`delete from due_auto_run
      where run_id = ${due.first_run_id} and scheduled_auto_run_id = ${due.scheduled_auto_run_id} returning run_id`,
    tx,
  );
  return rows.length === 1;
}
