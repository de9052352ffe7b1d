import { expect, test } from 'vitest';
import { connectionState } from './connection-state';

const used = { lastUsedAt: '2026-11-20T09:00:00Z', problemDetail: null };

test.each([
  [{ ...used, problem: null }, 'good', 'Working'],
  [{ ...used, lastUsedAt: null, problem: null }, 'unused', 'Not used yet'],
  [{ ...used, problem: 'auth_missing' as const }, 'caution', 'HTTP Auth missing'],
  [{ ...used, problem: 'secrets_unreadable' as const }, 'bad', 'Secrets unreadable'],
])('a connection with %j is %s', (known, kind, label) => {
  expect(connectionState(known)).toMatchObject({ kind, label });
});

test('a connection that the last run could not use says why, in the words of the source', () => {
  const why = 'The password of "runner" is wrong.';
  expect(connectionState({ ...used, problem: 'unreachable', problemDetail: why })).toEqual({
    kind: 'bad',
    label: 'Last run failed',
    why,
  });
});
