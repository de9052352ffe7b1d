import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { startBulkRun as startBulkRunOperation } from '@/lib/contract/runs/bulk';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { notifyRunChanged } from '@/server/base/events/run-changes';
import type { Context } from '@/server/operations/context';
import { noteMade, type RequestKey } from '@/server/operations/idempotency';
import { type ApprovalGate, approvalGate, requestApproval } from '@/server/runs/approvals/request-approval';
import { type BulkProgress, bulkProgressOf } from '@/server/runs/bulk/read-bulk';
import { releaseRows, startBulk } from '@/server/runs/bulk/start-bulk';
import { notifyQueued } from '@/server/runs/execute/line-up';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';

/** A created bulk run, and what the person who starts it says about it. */
interface Starting {
  command: RunnableSubject;
  actor: Person;
  runId: number;
  /** A note to the engineers who approve it. */
  note: string | null | undefined;
  audit: AuditSource;
  key: RequestKey | null;
}

export async function startBulkRun({
  actor,
  subject: { command, runId },
  body: { confirmation, approvalNote: note },
  audit,
  key,
}: Context<typeof startBulkRunOperation>) {
  if (key?.madeId != null) return bulkProgressOf(command.orgId, key.madeId);
  refuseUnconfirmed(command, confirmation);
  return startRows({ command, actor, runId, note, audit, key });
}

/**
 * Puts the rows of a created bulk run in line: the one place where bulk runs start. If the command needs approval, one
 * request asks for all rows, which wait for it. Throws 409 if it was started or has ended.
 */
export async function startRows(starting: Starting): Promise<BulkProgress> {
  const { command, actor, runId } = starting;
  const gate = await approvalGate(command, actor);
  await transaction((tx) => startRowsIn(tx, gate, starting));
  return bulkProgressOf(command.orgId, runId);
}

/** The same in a transaction of the caller. @param gate what `approvalGate` told before it */
export const startRowsIn = (tx: Sql, gate: ApprovalGate | null, starting: Starting): Promise<void> =>
  gate === null ? startNow(tx, starting) : askFirst(tx, gate, starting);

const alreadyStarted = () => new AppError('conflict', 'This bulk run has already been started.');

/** The change, one audit row for all rows, and the request's key commit together. */
async function startNow(tx: Sql, { command, runId, audit, key }: Starting): Promise<void> {
  const { orgId, commandId } = command;
  const [started] = await query(
    {
      run_id: column.int,
      row_count: column.int,
      source_run_id: column.int.nullable(),
      queued: column.text,
      changed: column.text,
    },
    statement`with started as (
       ${startBulk(statement`b.org_id = ${orgId} and b.run_id = ${runId} and run.queued_at is null`)}
     ), ${releaseRows(statement`started`)}, ${noteMade(key, 'started', 'run_id')}
     select run_id, row_count, source_run_id, ${notifyQueued} as queued, ${notifyRunChanged(statement`run_id`)} as changed
     from started`,
    tx,
  );
  if (started === undefined) throw alreadyStarted();
  await recordAudit(tx, audit, {
    orgId,
    action: 'run.start_bulk',
    subjectType: 'command',
    subjectId: String(commandId),
    after: {
      run_id: runId,
      rows: started.row_count,
      ...(started.source_run_id === null ? {} : { rows_from: started.source_run_id }),
    },
  });
}

async function askFirst(tx: Sql, gate: ApprovalGate, starting: Starting): Promise<void> {
  const { command, actor, runId, note, audit, key } = starting;
  const [held] = await query(
    { row_ids: column.ints, source_run_id: column.int.nullable() },
    statement`with held as (
       update run set queued_at = now() from bulk_run b
       where run.org_id = ${command.orgId} and run.run_id = ${runId} and run.status = 'starting'
         and run.queued_at is null and b.org_id = run.org_id and b.run_id = run.run_id
       returning run.run_id, b.source_run_id
     ), ${noteMade(key, 'held', 'run_id')}
     select array(select child.run_id from run child
       where child.org_id = ${command.orgId} and child.parent_run_id = held.run_id and child.trigger = 'bulk' and child.status = 'starting' order by child.run_id) as row_ids,
       source_run_id
     from held`,
    tx,
  );
  if (held === undefined) throw alreadyStarted();
  await requestApproval(tx, gate, {
    command,
    actor,
    runIds: held.row_ids,
    bulkRunId: runId,
    sourceRunId: held.source_run_id,
    note,
    audit,
  });
}
