import statement, { type Sql as Statement } from 'sql-template-tag';
import type { readAccessRequest as readAccessRequestOperation } from '@/lib/contract/sharing/access-requests';
import { loadCommand } from '@/server/access/load/load-command';
import { clock } from '@/server/base/clock';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { hashOfToken } from '@/server/base/ids';
import type { Context } from '@/server/operations/context';

/** What stands in place of a token for the request of a notification. */
const OF_NOTIFICATION = /^notification-(\d{1,15})$/;

/** Whether the request `r` is the one that a notification of its engineer is about. */
const isOfNotification = (notificationId: number): Statement => statement`exists (
  select from notification n where n.notification_id = ${notificationId}::bigint and n.user_id = r.engineer_user_id
    and n.kind = 'access_request' and n.org_id = r.org_id and n.command_id = r.command_id
    and n.actor_user_id = r.requester_user_id)`;

/**
 * Returns an access request by the token of the link that was mailed to an engineer, or by the notification of it. Only
 * that engineer can read it, and only while they may share the command.
 */
export async function readAccessRequest({
  actor,
  subject: { orgId },
  params: { token },
}: Context<typeof readAccessRequestOperation>) {
  const notificationId = OF_NOTIFICATION.exec(token)?.[1];
  const isWanted =
    notificationId === undefined
      ? statement`r.token_hash = ${hashOfToken(token)}`
      : isOfNotification(Number(notificationId));
  const [row] = await query(
    {
      user_id: column.text,
      name: column.text,
      email: column.text.nullable(),
      command_id: column.int,
      message: column.text.nullable(),
    },
    statement`select u.user_id, u.name, u.email, r.command_id, r.message
     from access_request r join "user" u on u.user_id = r.requester_user_id
     where ${isWanted} and r.org_id = ${orgId} and r.engineer_user_id = ${actor.userId}
       and r.expires_at > ${clock.now()}`,
  );
  if (row === undefined) {
    throw new AppError(
      'not_found',
      'This request is no longer open. It was answered or sent again, was meant for another person, or is older than a week.',
    );
  }
  await loadCommand(actor, orgId, row.command_id, 'command.share');
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    commandId: row.command_id,
    message: row.message,
  };
}

/** Ends all requests of a person for a command, once they have access to it. */
export async function endAccessRequests(
  tx: Sql,
  orgId: string,
  commandId: number,
  requesterId: string,
): Promise<void> {
  await execute(
    statement`delete from access_request where org_id = ${orgId} and command_id = ${commandId}
      and requester_user_id = ${requesterId}`,
    tx,
  );
}
