import statement, { type Sql as Statement } from 'sql-template-tag';
import type {
  pauseBulkRun as pauseOperation,
  resumeBulkRun as resumeOperation,
  stopBulkRun as stopOperation,
} from '@/lib/contract/runs/bulk';
import { recordAudit } from '@/server/access/audit';
import type { RunSubject } from '@/server/access/load/load-run';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { notifyRunChanged } from '@/server/base/events/run-changes';
import type { Context } from '@/server/operations/context';
import { bulkProgressOf, notBulk } from '@/server/runs/bulk/read-bulk';
import { settleBulkRuns } from '@/server/runs/bulk/settle-bulk';
import {
  cancelRun,
  cancelRuns,
  leaveLine,
  waitForClaims,
  withdrawRequests,
} from '@/server/runs/execute/cancel-run';
import { notifyQueued } from '@/server/runs/execute/line-up';

/** Takes no more rows of a bulk run; those in progress continue. Pausing it again changes nothing. */
export async function pauseBulkRun({ subject, audit }: Context<typeof pauseOperation>) {
  const { orgId, runId } = subject;
  await transaction(async (tx) => {
    await waitForClaims(tx);
    await changeRows(tx, subject, {
      column: statement`paused_at = coalesce(paused_at, now())`,
      from: 'waiting',
      to: 'held',
    });
    await recordAudit(tx, audit, {
      orgId,
      action: 'run.pause',
      subjectType: 'run',
      subjectId: String(runId),
    });
  });
  return bulkProgressOf(orgId, runId);
}

/** Puts the rows of a paused bulk run back in line. */
export async function resumeBulkRun({ subject, audit }: Context<typeof resumeOperation>) {
  const { orgId, runId } = subject;
  await transaction(async (tx) => {
    await waitForClaims(tx);
    await changeRows(tx, subject, { column: statement`paused_at = null`, from: 'held', to: 'waiting' });
    await recordAudit(tx, audit, {
      orgId,
      action: 'run.resume',
      subjectType: 'run',
      subjectId: String(runId),
    });
  });
  return bulkProgressOf(orgId, runId);
}

interface RowChange {
  column: Statement;
  from: 'waiting' | 'held';
  to: 'waiting' | 'held';
}

/** Throws 409 unless the run is a bulk run in progress. */
async function changeRows(
  tx: Sql,
  { orgId, runId }: RunSubject,
  { column: set, from, to }: RowChange,
): Promise<void> {
  await refuseOthers(tx, orgId, runId);
  const changed = await query(
    { run_id: column.int, changed: column.text, queued: column.text.nullable() },
    statement`with changed as (
       update bulk_run b set ${set} from run r
       where b.org_id = ${orgId} and b.run_id = ${runId} and r.org_id = b.org_id and r.run_id = b.run_id
         and r.status = 'running'
       returning b.org_id, b.run_id
     ), in_line as (
       update open_run o set state = ${to}::open_run_state from changed
       where o.org_id = changed.org_id and o.parent_run_id = changed.run_id and o.state = ${from}::open_run_state
     )
     select run_id, ${notifyRunChanged(statement`run_id`)} as changed,
       case when ${to === 'waiting'} then ${notifyQueued} end as queued
     from changed`,
    tx,
  );
  if (changed.length === 0) throw new AppError('conflict', 'This bulk run is not in progress.');
}

async function refuseOthers(tx: Sql, orgId: string, runId: number): Promise<void> {
  const found = await query(
    {},
    statement`select from bulk_run where org_id = ${orgId} and run_id = ${runId}`,
    tx,
  );
  if (found.length === 0) throw notBulk();
}

/** Cancels the rows that wait; with `running`, those in progress, too. Rows that have ended stay as they are. */
export async function stopBulkRun({ actor, subject, audit, body }: Context<typeof stopOperation>) {
  const { orgId, runId } = subject;
  if (body.running === true) {
    await transaction((tx) => refuseOthers(tx, orgId, runId));
    await cancelRun({ actor, subject, audit });
    return bulkProgressOf(orgId, runId);
  }
  await transaction(async (tx) => {
    await refuseOthers(tx, orgId, runId);
    await waitForClaims(tx);
    const [stopped] = await query(
      { run_id: column.int, changed: column.text },
      statement`with canceled as (
         ${cancelRuns(
           actor.userId,
           statement`org_id = ${orgId} and (run_id = ${runId}
             or run_id = any(array(select o.run_id from open_run o
               where o.org_id = ${orgId} and o.parent_run_id = ${runId} and o.state in ('waiting', 'held'))))`,
         )}
       ), ${withdrawRequests(actor.userId)}, ${leaveLine(statement`canceled`)}
       select run_id, ${notifyRunChanged(statement`run_id`)} as changed from canceled where run_id = ${runId}`,
      tx,
    );
    if (stopped === undefined) throw new AppError('conflict', 'This run has already ended.');
    await recordAudit(tx, audit, { orgId, action: 'run.stop', subjectType: 'run', subjectId: String(runId) });
  });
  await settleBulkRuns(null);
  return bulkProgressOf(orgId, runId);
}
