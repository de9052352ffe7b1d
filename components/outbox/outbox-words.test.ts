import { expect, test } from 'vitest';
import { heldBecause, shortSubject, stateOf } from './outbox-words';
import type { OutboxRow } from './use-outbox';

const message = (more: Partial<OutboxRow>): OutboxRow => ({
  mailId: 1,
  kind: 'invite',
  state: 'waiting',
  subject: 'Join Example',
  toName: 'Ann',
  toAddress: 'ann@example.com',
  sentBy: 'Boss',
  attempts: 0,
  lastError: null,
  createdAt: '2026-11-28T12:00:00.000Z',
  dueAt: '2026-11-28T12:00:00.000Z',
  sentAt: null,
  ...more,
});

test('a message that waits in a held copy says so, and why', () => {
  const waiting = message({});
  expect(stateOf(waiting, false)).toEqual({ tone: 'active', word: 'Waiting' });
  expect(stateOf(waiting, true)).toEqual({ tone: 'caution', word: 'Held' });
  expect(heldBecause(waiting, true)).toContain('Held: this is a copy');
  expect(heldBecause(waiting, false)).toBeNull();
});

test('what no copy holds back keeps its own state', () => {
  const tried = message({ attempts: 2, lastError: 'ECONNREFUSED' });
  expect(stateOf(tried, false).word).toBe('Tried 2 times');
  for (const state of ['sent', 'failed', 'outbox'] as const) {
    expect(heldBecause(message({ state }), true)).toBeNull();
    expect(stateOf(message({ state }), true)).toEqual(stateOf(message({ state }), false));
  }
});

test('a list says who a message is from without their address', () => {
  expect(shortSubject('Dana Lee (dana@example.com) invites you to Sandbox on Pushboard')).toBe(
    'Dana Lee invites you to Sandbox on Pushboard',
  );
  expect(shortSubject('Dana Lee shared Refund (EUR) with you')).toBe('Dana Lee shared Refund (EUR) with you');
});
