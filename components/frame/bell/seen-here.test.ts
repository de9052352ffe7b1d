import { expect, test } from 'vitest';
import type { ShownRun } from '@/components/run-stream/shown-runs';
import type { Notification } from './notification-words';
import { sampleNotification } from './sample-notification';
import { seenHere } from './seen-here';

const seen = (notification: Notification, address: string, runs: readonly ShownRun[] = []) =>
  seenHere([notification], 'acme', new URL(address, 'http://localhost'), runs).length === 1;

test('a share is seen where its command or folder is open, and nowhere else', () => {
  const share = sampleNotification('share');
  expect(seen(share, '/acme/builder?id=7')).toBe(true);
  expect(seen(share, '/acme/builder?panel=share:7&id=7#run-3')).toBe(true);
  expect(seen(share, '/acme/builder?id=70')).toBe(false);
  expect(seen(share, '/other/builder?id=7')).toBe(false);
  expect(seen(share, '/acme/commands')).toBe(false);
  expect(seen(sampleNotification('share', { isRead: true }), '/acme/builder?id=7')).toBe(false);
});

test('the end of a run is seen at its card, and what asks for something is not seen by looking', () => {
  const ended = sampleNotification('run_ended', { runId: 3 });
  expect(seen(ended, '/acme/builder?id=7')).toBe(false);
  expect(seen(ended, '/acme/builder?id=7#run-3')).toBe(true);
  expect(seen(sampleNotification('access_request'), '/acme/builder?id=7&panel=share:7')).toBe(false);
});

test('notifications of a run are seen wherever the run is open, but for those that ask for an answer', () => {
  const open = [{ runId: 3, approvalId: 5 }];
  const history = '/acme/history?panel=run:3';
  expect(seen(sampleNotification('run_ended', { runId: 3 }), history, open)).toBe(true);
  expect(seen(sampleNotification('run_ended', { runId: 4 }), history, open)).toBe(false);
  expect(seen(sampleNotification('approval_answered', { approvalId: 5 }), history, open)).toBe(true);
  expect(seen(sampleNotification('approval_answered', { approvalId: 6 }), history, open)).toBe(false);
  expect(seen(sampleNotification('approval_to_answer', { approvalId: 5 }), history, open)).toBe(false);
  const without = [{ runId: 3, approvalId: null }];
  expect(seen(sampleNotification('share'), history, without)).toBe(false);
});
