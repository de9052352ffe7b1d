import statement from 'sql-template-tag';
import type { withdrawApproval as withdrawApprovalOperation } from '@/lib/contract/runs/approvals';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { readApprovalAs } from '@/server/runs/approvals/list-approvals';
import { endApproval } from '@/server/safeguards/end-approval';

/** Withdraws a request of the caller. Nobody else finds it here. */
export async function withdrawApproval({
  actor,
  subject: { orgId },
  params: { approvalId },
  audit,
}: Context<typeof withdrawApprovalOperation>) {
  // People who lost the command have lost its requests as well.
  await readApprovalAs(actor, orgId, approvalId);
  await transaction(async (tx) => {
    const [row] = await query(
      { is_waiting: column.boolean },
      statement`select state = 'waiting' as is_waiting from approval_request
       where org_id = ${orgId} and approval_id = ${approvalId}::bigint and asked_by_user_id = ${actor.userId} for update`,
      tx,
    );
    if (row === undefined) throw notFound();
    if (!row.is_waiting) throw new AppError('conflict', 'This request no longer waits for an answer.');
    const answer = { state: 'withdrawn', by: actor, reason: null } as const;
    await endApproval(tx, { orgId, approvalId }, answer, audit);
  });
  return readApprovalAs(actor, orgId, approvalId);
}
