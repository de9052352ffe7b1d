import statement, { raw, type Sql as Statement } from 'sql-template-tag';
import type { z } from 'zod';
import type { notificationKind } from '@/lib/contract/runs/notifications';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';

interface Told {
  orgId: string;
  /** Whom to tell. People whom nobody can tell anything, such as service accounts, are skipped. */
  userIds: readonly string[];
  kind: z.output<typeof notificationKind>;
  actorUserId: string | null;
  commandId?: number;
  /** How many further commands it is about. */
  otherCount?: number;
  folderId?: number;
  approvalId?: number;
  errorId?: number;
}

/** Tells people of something. Call it in the transaction of the event. */
export async function notify(
  tx: Sql,
  { orgId, userIds, kind, actorUserId, commandId, otherCount = 0, folderId, approvalId, errorId }: Told,
): Promise<void> {
  if (userIds.length === 0) return;
  await execute(
    statement`insert into notification (org_id, user_id, kind, actor_user_id, command_id, other_count, folder_id,
        approval_id, error_group_id)
      select ${orgId}, u.user_id, ${kind}::notification_kind, ${actorUserId}, ${commandId ?? null}::int,
        ${otherCount}::int, ${folderId ?? null}::int, ${approvalId ?? null}::bigint, ${errorId ?? null}::bigint
      from "user" u where u.user_id = any(${[...userIds]}) and u.service_org_id is null`,
    tx,
  );
}

/** Tells the admins of an organization that a person gave themselves another name. */
export async function notifyOfName(
  tx: Sql,
  orgId: string,
  { userId, after }: { userId: string; after: string },
): Promise<void> {
  await execute(
    statement`insert into notification (org_id, user_id, kind, actor_user_id, person_name)
      select m.org_id, m.user_id, 'person_renamed'::notification_kind, ${userId}, ${after} from membership m
      where m.org_id = ${orgId} and m.role = 'admin' and m.state = 'active' and m.user_id <> ${userId}`,
    tx,
  );
}

/** After this time a person may have left the page of a run. */
const LONG_SECONDS = 60;

/**
 * A CTE that tells people of the end of their long runs.
 *
 * @param ended a CTE with org_id, run_id, command_id, started_by_user_id, trigger, and started_at of runs that the
 *   statement has ended
 */
export const longRunsTold = (ended: Statement): Statement => statement`
  told as (
    insert into notification (org_id, user_id, kind, command_id, run_id)
    select e.org_id, e.started_by_user_id, 'run_ended', e.command_id, e.run_id from ${ended} e
    where e.trigger in ('person', 'row_decoration', 'error_jump')
      and e.started_at < now() - make_interval(secs => ${LONG_SECONDS}))`;

/** The engineers who were asked need no longer be: someone has answered, or nobody can. */
export async function settleRequest(tx: Sql, approvalId: number): Promise<void> {
  await execute(
    statement`update notification set read_at = now()
      where approval_id = ${approvalId} and kind = 'approval_to_answer' and read_at is null`,
    tx,
  );
}

/** The asker need no longer be told of the answer: they have made the approved change. */
export async function settleAnswer(tx: Sql, approvalId: number): Promise<void> {
  await execute(
    statement`update notification set read_at = now()
      where approval_id = ${approvalId} and kind = 'approval_answered' and read_at is null`,
    tx,
  );
}

const PAUSED = { job_paused: 'scheduled_job', webhook_paused: 'webhook' } as const;

/** Engineers need no longer be told that jobs or webhooks of a command are paused, once none of them is. */
export async function settlePaused(
  tx: Sql,
  kind: keyof typeof PAUSED,
  { orgId, commandId }: { orgId: string; commandId: number },
): Promise<void> {
  await execute(
    statement`update notification set read_at = now()
      where org_id = ${orgId} and command_id = ${commandId} and kind = ${kind}::notification_kind
        and other_count = 0 and read_at is null and not exists (
          select from ${raw(PAUSED[kind])} paused
          where paused.org_id = ${orgId} and paused.command_id = ${commandId} and paused.paused_reason is not null
            and paused.deleted_at is null)`,
    tx,
  );
}
