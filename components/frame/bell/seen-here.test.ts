import { expect, test } from 'vitest';
import type { Notification } from './notification-words';
import { seenHere } from './seen-here';

const about = (kind: Notification['kind'], changes: Partial<Notification> = {}): Notification => ({
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
const seen = (notification: Notification, address: string) =>
  seenHere([notification], 'acme', new URL(address, 'http://localhost')).length === 1;

test('a share is seen where its command or folder is open, and nowhere else', () => {
  const share = about('share');
  expect(seen(share, '/acme/builder?id=7')).toBe(true);
  expect(seen(share, '/acme/builder?panel=share:7&id=7#run-3')).toBe(true);
  expect(seen(share, '/acme/builder?id=70')).toBe(false);
  expect(seen(share, '/other/builder?id=7')).toBe(false);
  expect(seen(share, '/acme/commands')).toBe(false);
  expect(seen(about('share', { isRead: true }), '/acme/builder?id=7')).toBe(false);
});

test('the end of a run is seen at its card, and what asks for something is not seen by looking', () => {
  const ended = about('run_ended', { runId: 3 });
  expect(seen(ended, '/acme/builder?id=7')).toBe(false);
  expect(seen(ended, '/acme/builder?id=7#run-3')).toBe(true);
  expect(seen(about('access_request'), '/acme/builder?id=7&panel=share:7')).toBe(false);
});
