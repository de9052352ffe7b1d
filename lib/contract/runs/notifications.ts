import { z } from 'zod';
import { id, longId, none, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { runEndReason, runStatus } from './run';
import { approvalState } from './run-approval';

/** How many notifications are listed, and kept in view. */
export const MOST_NOTIFICATIONS = 50;

export const notificationKind = z.enum([
  'approval_to_answer',
  'approval_answered',
  'access_request',
  'share',
  'run_ended',
  'job_paused',
  'webhook_paused',
  'source_changed',
  'error_new',
  'error_returned',
  'error_assigned',
  'person_renamed',
  'mail_refused',
  'command_broken',
  'mail_without_file',
  'breaks_expected',
]);

const notification = resource({
  notificationId: ['notification_id', longId],
  kind: ['kind', notificationKind],
  /** Who caused it, by the name that they had then; null if nobody did. */
  actorName: ['actor_name', z.string().nullable()],
  /** The name of the command or folder, what a person is called now, or the address that a message could not reach. */
  name: ['name', z.string()],
  commandId: ['kit_id', id.nullable()],
  folderId: ['directory_id', id.nullable()],
  /** How many further commands it is about. */
  otherCount: ['other_count', z.int()],
  runId: ['run_id', longId.nullable()],
  runStatus: ['run_status', runStatus.nullable()],
  runEndReason: ['run_end_reason', runEndReason.nullable()],
  approvalId: ['approval_id', longId.nullable()],
  approvalState: ['approval_state', approvalState.nullable()],
  /** Whether the request is about a change of the command, rather than a run. */
  isApprovalOfChange: ['approval_of_change', z.boolean()],
  errorId: ['error_id', longId.nullable()],
  /** What the error says, without values. */
  errorTitle: ['error_title', z.string().nullable()],
  /** The subject of the message that could not be delivered, or that went without its file. */
  mailSubject: ['mail_subject', z.string().nullable()],
  createdAt: ['created_time', time],
  isRead: ['is_read', z.boolean()],
});

export const notifications = resource({
  unreadCount: ['unread_count', z.int()],
  notifications: ['notifications', z.array(notification)],
});

const inOrg = z.strictObject({ orgId: textId });

export const listNotifications = operation({
  id: 'listNotifications',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/notifications',
  summary: `What the caller was notified of in an organization, the newest ${MOST_NOTIFICATIONS} first, without what they have no access to`,
  permission: { needs: 'org', action: 'org.enter' },
  params: inOrg,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: notifications },
});

export const readNotifications = operation({
  id: 'readNotifications',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/notifications/read',
  summary: "Marks some of the caller's notifications as read, or all without `notificationIds`",
  permission: { needs: 'org', action: 'org.enter' },
  params: inOrg,
  query: none,
  body: requestBody({
    notificationIds: ['notificationIds', z.array(longId).min(1).max(MOST_NOTIFICATIONS).optional()],
  }),
  answer: { kind: 'nothing' },
});
