import { expect, test } from 'vitest';
import { endingMessage, hasEnded, statusLabel, statusTone, summaryLabel } from './run-status';

test('a run has ended in every state but starting and running', () => {
  expect((['starting', 'running', 'success', 'failed', 'cron_error'] as const).map(hasEnded)).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});

test('a failed run says how it ended', () => {
  expect(statusLabel('failed', 'cancelled')).toEqual({ tone: 'none', word: 'Canceled' });
  expect(statusLabel('failed', null).word).toBe('Failed');
  expect(endingMessage('worker_lost')).toContain('may have had effects');
});

test('a status that is not known yet is not shown as good', () => {
  expect(statusTone('exploded')).toBe('bad');
  expect(statusTone(null)).toBe('none');
  expect(statusTone('failed', 'cancelled')).toBe('none');
  expect(statusTone('failed', 'timed_out')).toBe('bad');
});

test('a bulk run of which some rows succeeded failed in part', () => {
  const run = { status: 'failed', endReason: 'error', isWaitingForApproval: false, bulkCanceled: 0 } as const;
  expect(summaryLabel({ ...run, bulkRows: 30, bulkFailed: 10 }).word).toBe('Partly failed');
  expect(summaryLabel({ ...run, bulkRows: 30, bulkFailed: 30 }).word).toBe('Failed');
  expect(summaryLabel({ ...run, bulkRows: null, bulkFailed: null, bulkCanceled: null }).word).toBe('Failed');
  expect(summaryLabel({ ...run, endReason: 'cancelled', bulkRows: 30, bulkFailed: 10 }).word).toBe(
    'Canceled',
  );
});
