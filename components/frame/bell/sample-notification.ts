import type { Notification } from './notification-words';

/** A notification for tests. */
export const sampleNotification = (
  kind: Notification['kind'],
  changes: Partial<Notification> = {},
): Notification => ({
  notificationId: 1,
  kind,
  actorName: 'Ana',
  name: 'Refund',
  commandId: 7,
  folderId: null,
  otherCount: 0,
  runId: null,
  runStatus: null,
  runEndReason: null,
  approvalId: null,
  approvalState: null,
  isApprovalOfChange: false,
  errorId: null,
  errorTitle: null,
  mailSubject: null,
  createdAt: '2026-01-01T00:00:00Z',
  isRead: false,
  ...changes,
});
