import statement from 'sql-template-tag';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { endApproval } from '@/server/safeguards/end-approval';

const MOST_AT_ONCE = 100;

/** Nobody did this: time has passed. */
const BY_ITSELF = { actorUserId: null, requestId: null, address: null };

/** Ends the requests whose time is over, and their runs. Returns how many. Any number of workers may do this at once. */
export async function expireApprovals(): Promise<number> {
  return transaction(async (tx) => {
    const due = await query(
      { org_id: column.text, approval_id: column.int },
      statement`select org_id, approval_id from approval_request
       where state = 'waiting' and expires_at <= now()
       order by expires_at limit ${MOST_AT_ONCE} for update skip locked`,
      tx,
    );
    for (const { org_id: orgId, approval_id: approvalId } of due) {
      const answer = { state: 'expired', by: null, reason: null } as const;
      await endApproval(tx, { orgId, approvalId }, answer, BY_ITSELF);
    }
    return due.length;
  });
}
