import statement from 'sql-template-tag';
import { commandAccess } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { ASKER_LOST_ACCESS } from '@/server/runs/approvals/why-void';
import { endApproval } from '@/server/safeguards/end-approval';

const MOST_AT_ONCE = 100;

/** The person who took the access away didn't answer the request. */
const BY_ITSELF = { actorUserId: null, requestId: null, address: null };

/**
 * Ends the requests of people who no longer have the command, however they lost it: approvers need not answer what can't
 * run anymore. Returns how many. Any number of workers may do this at once.
 */
export async function voidLostApprovals(): Promise<number> {
  return transaction(async (tx) => {
    const lost = await query(
      { org_id: column.text, approval_id: column.int },
      statement`select a.org_id, a.approval_id from approval_request a
       join command c on c.org_id = a.org_id and c.command_id = a.command_id
       ${commandAccess(anyone(statement`a.asked_by_user_id`))}
       where a.state = 'waiting' and access.role is null
       order by a.approval_id limit ${MOST_AT_ONCE} for update of a skip locked`,
      tx,
    );
    for (const { org_id: orgId, approval_id: approvalId } of lost) {
      const answer = { state: 'void', by: null, reason: ASKER_LOST_ACCESS } as const;
      await endApproval(tx, { orgId, approvalId }, answer, BY_ITSELF);
    }
    return lost.length;
  });
}
