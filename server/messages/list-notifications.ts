import statement, { empty } from 'sql-template-tag';
import {
  type listNotifications as listNotificationsOperation,
  MOST_NOTIFICATIONS,
  notificationKind,
  type readNotifications as readNotificationsOperation,
} from '@/lib/contract/runs/notifications';
import { runEndReason, runStatus } from '@/lib/contract/runs/run';
import { approvalState } from '@/lib/contract/runs/run-approval';
import { nameOfIdThen } from '@/server/access/people/names-then';
import { commandAccess, folderAccess } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, execute, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

const NOTIFICATION = {
  notification_id: column.int,
  kind: notificationKind,
  actor_name: column.text.nullable(),
  name: column.text,
  command_id: column.int.nullable(),
  folder_id: column.int.nullable(),
  other_count: column.int,
  run_id: column.int.nullable(),
  run_status: runStatus.nullable(),
  run_end_reason: runEndReason.nullable(),
  approval_id: column.int.nullable(),
  approval_state: approvalState.nullable(),
  is_approval_of_change: column.boolean,
  error_group_id: column.int.nullable(),
  error_title: column.text.nullable(),
  mail_subject: column.text.nullable(),
  created_at: column.time,
  is_read: column.boolean,
};

/**
 * The caller's notifications, without those about commands and folders that they no longer have. A token for some commands
 * doesn't see those about mail, which may be about any command.
 */
export async function listNotifications({
  actor,
  subject: { orgId },
}: Context<typeof listNotificationsOperation>) {
  const viewer = viewerOf(actor);
  const seesMail = viewer.only === null;
  const rows = await query(
    NOTIFICATION,
    statement`select n.notification_id, n.kind::text, 
         ${nameOfIdThen(statement`n.actor_user_id`, statement`n.created_at`)} as actor_name,
       coalesce(command.name, folder.name, n.person_name) as name, n.command_id, n.folder_id,
       n.other_count, n.run_id,
       r.status::text as run_status, r.end_reason::text as run_end_reason,
       n.approval_id, a.state::text as approval_state, a.loosens is not null as is_approval_of_change, n.error_group_id,
       (select g.title from error_group g where g.org_id = n.org_id and g.error_group_id = n.error_group_id) as error_title,
       n.mail_subject, n.created_at, n.read_at is not null as is_read
     from notification n
     left join lateral (
       select about.name from command about
       -- The engineers of the original answer for its copies.
       join command c on c.org_id = about.org_id and c.deleted_at is null and c.command_id =
         case when n.approval_id is null then about.command_id else coalesce(about.follows_command_id, about.command_id) end
       ${commandAccess(viewer)}
       where about.org_id = n.org_id and about.command_id = n.command_id and about.deleted_at is null
         and access.role is not null
     ) command on true
     left join lateral (
       select f.name from folder f ${folderAccess(viewer)}
       where f.org_id = n.org_id and f.folder_id = n.folder_id and access.role is not null
     ) folder on true
     left join run r on r.org_id = n.org_id and r.run_id = n.run_id
     left join approval_request a on a.org_id = n.org_id and a.approval_id = n.approval_id
     where n.user_id = ${actor.userId} and n.org_id = ${orgId}
       and (command.name is not null or folder.name is not null or (${seesMail} and n.person_name is not null))
     order by n.notification_id desc limit ${MOST_NOTIFICATIONS}`,
  );
  return {
    unreadCount: rows.filter(({ is_read }) => !is_read).length,
    notifications: rows.map((row) => ({
      notificationId: row.notification_id,
      kind: row.kind,
      actorName: row.actor_name,
      name: row.name,
      commandId: row.command_id,
      folderId: row.folder_id,
      otherCount: row.other_count,
      runId: row.run_id,
      runStatus: row.run_status,
      runEndReason: row.run_end_reason,
      approvalId: row.approval_id,
      approvalState: row.approval_state,
      isApprovalOfChange: row.is_approval_of_change,
      errorId: row.error_group_id,
      errorTitle: row.error_title,
      mailSubject: row.mail_subject,
      createdAt: row.created_at.toISOString(),
      isRead: row.is_read,
    })),
  };
}

/** Marks the caller's own notifications as read; others are left alone. */
export async function readNotifications({
  actor,
  subject: { orgId },
  body: { notificationIds },
}: Context<typeof readNotificationsOperation>): Promise<undefined> {
  const some =
    notificationIds === undefined
      ? empty
      : statement`and notification_id = any(${[...notificationIds]}::bigint[])`;
  await execute(
    statement`update notification set read_at = now()
      where user_id = ${actor.userId} and org_id = ${orgId} and read_at is null ${some}`,
  );
  return undefined;
}
