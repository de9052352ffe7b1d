import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import type { answerApproval as answerApprovalOperation } from '@/lib/contract/runs/approvals';
import type { ApprovalState } from '@/lib/contract/runs/run-approval';
import { approvalState } from '@/lib/contract/runs/run-approval';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { CommandSubject } from '@/server/access/load/load-command';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, forbidden, invalidAt, notFound } from '@/server/base/errors';
import { notifyRunChanged } from '@/server/base/events/run-changes';
import { kindInLine } from '@/server/connectors/registry';
import type { Context } from '@/server/operations/context';
import { readApprovalAs } from '@/server/runs/approvals/list-approvals';
import { whyVoid } from '@/server/runs/approvals/why-void';
import { releaseRows, startBulk } from '@/server/runs/bulk/start-bulk';
import { lineUp, notifyQueued } from '@/server/runs/execute/line-up';
import { endApproval, keepAnswer } from '@/server/safeguards/end-approval';

/**
 * Grants or denies a request. Granting puts its runs in line in the same transaction, with exactly the values that were
 * asked for; if the command, its connection, the values, or the asker's access changed since, the request becomes void.
 */
export async function answerApproval({
  actor,
  subject,
  params: { approvalId },
  body: { isGranted, reason },
  audit,
}: Context<typeof answerApprovalOperation>) {
  const { orgId } = subject;
  const text = reason?.trim() || null;
  if (!isGranted && text === null) {
    const message = 'Please say why, so that the person knows what to do next.';
    throw invalidAt('reason', message);
  }
  const approval = { orgId, approvalId };
  await transaction(async (tx) => {
    refuseAnswer(actor, await lockApproval(tx, subject, approvalId));
    if (!isGranted) {
      return endApproval(tx, approval, { state: 'denied', by: actor, reason: text }, audit);
    }
    const changed = await whyVoid(tx, approval);
    if (changed !== null) {
      return endApproval(tx, approval, { state: 'void', by: null, reason: changed }, audit);
    }
    await keepAnswer(tx, approval, { state: 'granted', by: actor, reason: text }, audit);
    await recordStarts(tx, approval, audit);
    await lineUpGranted(tx, approval);
  });
  return readApprovalAs(actor, orgId, approvalId);
}

interface Locked {
  state: ApprovalState;
  asked_by_user_id: string;
  also_asked_by: string[];
  is_due: boolean;
}

async function lockApproval(
  tx: Sql,
  { orgId, commandId }: CommandSubject,
  approvalId: number,
): Promise<Locked> {
  const [row] = await query(
    {
      state: approvalState,
      asked_by_user_id: column.text,
      also_asked_by: column.texts,
      is_due: column.boolean,
    },
    statement`select state::text, asked_by_user_id, also_asked_by, expires_at <= now() as is_due from approval_request
     where org_id = ${orgId} and approval_id = ${approvalId}::bigint and command_id in (
       select command_id from command
       where org_id = ${orgId} and (command_id = ${commandId} or follows_command_id = ${commandId}))
     for update`,
    tx,
  );
  if (row === undefined) throw notFound();
  return row;
}

function refuseAnswer({ userId }: Person, request: Locked): void {
  if (request.asked_by_user_id === userId) {
    throw forbidden("Another engineer has to answer this: you can't approve your own request.");
  }
  if (request.also_asked_by.includes(userId)) {
    throw forbidden(
      'Another engineer has to answer this: you changed the job or webhook that asks for it, or started it.',
    );
  }
  if (request.state === 'waiting' && !request.is_due) return;
  const isExpired = request.state === 'waiting' || request.state === 'expired';
  throw new AppError(
    'conflict',
    isExpired
      ? 'This request has expired. The person can ask again.'
      : 'This request no longer waits for an answer. Reload to see what became of it.',
  );
}

/** The audit entries of the runs that now start, as those of any others: what the person who asked did to the command. */
async function recordStarts(
  tx: Sql,
  { orgId, approvalId }: { orgId: string; approvalId: number },
  { requestId }: AuditSource,
): Promise<void> {
  const runs = await query(
    {
      run_id: column.int,
      command_id: column.text,
      asked_by_user_id: column.text,
      row_count: column.int.nullable(),
      source_run_id: column.int.nullable(),
    },
    statement`select r.run_id, r.command_id::text as command_id, a.asked_by_user_id, b.row_count, b.source_run_id
     from approval_request a
     join approval_run ar on ar.org_id = a.org_id and ar.approval_id = a.approval_id
     join run r on r.org_id = ar.org_id and r.run_id = ar.run_id
     left join bulk_run b on b.org_id = r.org_id and b.run_id = r.run_id
     where a.org_id = ${orgId} and a.approval_id = ${approvalId}::bigint and r.status = 'starting' and r.trigger <> 'bulk'
     order by r.run_id`,
    tx,
  );
  for (const run of runs) {
    await recordAudit(
      tx,
      { actorUserId: run.asked_by_user_id, requestId, address: null },
      {
        orgId,
        action: run.row_count === null ? 'run.start' : 'run.start_bulk',
        subjectType: 'command',
        subjectId: run.command_id,
        after: {
          run_id: run.run_id,
          approval_id: approvalId,
          ...(run.row_count === null ? {} : { rows: run.row_count }),
          ...(run.source_run_id === null ? {} : { rows_from: run.source_run_id }),
        },
      },
    );
  }
}

/**
 * Puts the runs of a granted request in line. Those that were canceled meanwhile stay out. The rows of a bulk run already
 * have their places, and are only let go.
 */
async function lineUpGranted(
  tx: Sql,
  { orgId, approvalId }: { orgId: string; approvalId: number },
): Promise<void> {
  const [source] = await query(
    { credential_id: column.int, source_kind: column.text, executable: column.json<JsonValue>() },
    statement`select t.credential_id, t.source_kind, t.executable from approval_request a
     join command c on c.org_id = a.org_id and c.command_id = a.command_id
     join template t on t.org_id = c.org_id and t.template_id = c.template_id
     where a.org_id = ${orgId} and a.approval_id = ${approvalId}::bigint`,
    tx,
  );
  if (source === undefined) throw notFound();
  const { credential_id: credentialId, source_kind: sourceKind, executable } = source;
  const line = lineUp({ credentialId, sourceKind, lineKind: kindInLine(sourceKind, executable) });
  await query(
    { pg_notify: column.text, changed: column.text.nullable() },
    statement`with started as (
       select r.org_id, r.run_id, r.command_id, r.started_by_user_id, r.trigger, r.started_through, r.scheduled_job_id
       from approval_run ar join run r on r.org_id = ar.org_id and r.run_id = ar.run_id
       where ar.org_id = ${orgId} and ar.approval_id = ${approvalId}::bigint and r.status = 'starting'
         and not exists (select from open_run o where o.org_id = r.org_id and o.run_id = r.run_id)
     ), bulk as (
       ${startBulk(statement`b.org_id = ${orgId} and b.run_id in (
         select run_id from approval_run where org_id = ${orgId} and approval_id = ${approvalId}::bigint)`)}
     ), ${releaseRows(statement`bulk`)}, ${line}
     select ${notifyQueued}, (select min(${notifyRunChanged(statement`run_id`)}::text) from bulk) as changed`,
    tx,
  );
}
