import statement from 'sql-template-tag';
import type { AuditSource } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { OWNER_LOST, pauseRun } from '@/server/dependents/pause-run';
import { endApproval } from '@/server/safeguards/end-approval';

/**
 * Stops what runs with the rights of people who leave an organization, in the transaction that removes them: their
 * scheduled jobs and webhooks are paused, and their requests for approval end with the runs that waited for them. Their
 * runs in line are refused when their turn comes.
 */
export async function stopWithPeople(
  tx: Sql,
  orgId: string,
  userIds: readonly string[],
  audit: AuditSource,
): Promise<void> {
  if (userIds.length === 0) return;
  const owned = await query(
    {
      kind: column.oneOf(['job', 'webhook']),
      id: column.int,
      commandId: column.int,
      name: column.text,
      ownerUserId: column.text,
    },
    statement`select 'job' as kind, scheduled_job_id as id, command_id as "commandId", name, owner_user_id as "ownerUserId"
      from scheduled_job
      where org_id = ${orgId} and owner_user_id = any(${[...userIds]}) and is_enabled and deleted_at is null
      union all
      select 'webhook', webhook_id, command_id, name, owner_user_id from webhook
      where org_id = ${orgId} and owner_user_id = any(${[...userIds]}) and is_enabled and deleted_at is null
      order by 1, 2`,
    tx,
  );
  for (const run of owned) await pauseRun(tx, orgId, audit, run, OWNER_LOST[run.kind]);
  const waiting = await query(
    { approval_id: column.int },
    statement`select approval_id from approval_request
      where org_id = ${orgId} and asked_by_user_id = any(${[...userIds]}) and state = 'waiting'
      order by approval_id for update`,
    tx,
  );
  for (const { approval_id: approvalId } of waiting) {
    const answer = { state: 'void', by: null, reason: 'The person who asked was removed.' } as const;
    await endApproval(tx, { orgId, approvalId }, answer, audit);
  }
}
