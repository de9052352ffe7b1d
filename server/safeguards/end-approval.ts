import statement from 'sql-template-tag';
import type { ApprovalState } from '@/lib/contract/runs/run-approval';
import { runError } from '@/lib/runs/run-error';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { notifyRunEnded } from '@/server/base/events/run-changes';
import { notify, settleRequest } from '@/server/messages/notify';

interface Approval {
  orgId: string;
  approvalId: number;
}

export interface Answer {
  state: Exclude<ApprovalState, 'waiting'>;
  /** Null where no person answered: it expired or became void. */
  by: { userId: string; name: string } | null;
  reason: string | null;
}

const actions = {
  granted: 'approval.grant',
  denied: 'approval.deny',
  expired: 'approval.expire',
  void: 'approval.void',
  withdrawn: 'approval.withdraw',
} as const;

/** Writes the answer to a request that is locked and waiting, and its audit row. Its runs are the caller's to start or end. */
export async function keepAnswer(
  tx: Sql,
  { orgId, approvalId }: Approval,
  { state, by, reason }: Answer,
  audit: AuditSource,
): Promise<void> {
  const answered = await query(
    { asked_by_user_id: column.text, command_id: column.int },
    statement`update approval_request set state = ${state}::approval_state, answered_at = now(),
       answered_by_user_id = ${by?.userId ?? null}, reason = ${reason}
     where org_id = ${orgId} and approval_id = ${approvalId} and state = 'waiting'
     returning asked_by_user_id, command_id`,
    tx,
  );
  await recordAudit(tx, audit, {
    orgId,
    action: actions[state],
    subjectType: 'approval',
    subjectId: String(approvalId),
    ...(reason === null ? {} : { after: { reason } }),
  });
  await settleRequest(tx, approvalId);
  if (state === 'withdrawn') return;
  for (const { asked_by_user_id: asker, command_id: commandId } of answered) {
    const told = { orgId, userIds: [asker], actorUserId: by?.userId ?? null, commandId, approvalId };
    await notify(tx, { ...told, kind: 'approval_answered' });
  }
}

function errorOf({ state, by, reason }: Answer) {
  const hint = reason === null ? null : `Reason: ${reason}`;
  switch (state) {
    case 'denied':
      return runError(`${by?.name ?? 'An engineer'} denied this run.`, hint);
    case 'expired':
      return runError('Nobody approved this run in time.', 'Run it again to ask again.');
    case 'withdrawn':
      return runError('The request for approval was withdrawn.');
    default:
      return runError(reason ?? 'The request for approval is void.', 'Run it again to ask again.');
  }
}

/** Answers a request with anything but yes, and ends its runs, which never start. */
export async function endApproval(
  tx: Sql,
  approval: Approval,
  answer: Answer & { state: Exclude<Answer['state'], 'granted'> },
  audit: AuditSource,
): Promise<void> {
  await keepAnswer(tx, approval, answer, audit);
  const endReason = answer.state === 'withdrawn' ? 'cancelled' : 'refused';
  await query(
    { notified: column.text },
    statement`with ended as (
       update run set status = 'failed', end_reason = ${endReason}::run_end_reason, ended_at = now(),
         errors = ${JSON.stringify([errorOf(answer)])}::text::jsonb
       from approval_run ar
       where ar.org_id = ${approval.orgId} and ar.approval_id = ${approval.approvalId}
         and run.org_id = ar.org_id and run.run_id = ar.run_id and run.status = 'starting'
       returning run.org_id, run.run_id
     ), left_line as (
       delete from open_run o using ended where o.org_id = ended.org_id and o.run_id = ended.run_id
     ), settled as (
       update bulk_run b set settled_at = now() from ended where b.org_id = ended.org_id and b.run_id = ended.run_id
     )
     select ${notifyRunEnded(statement`run_id`)} as notified from ended`,
    tx,
  );
}
