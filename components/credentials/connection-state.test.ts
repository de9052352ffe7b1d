import { expect, test } from 'vitest';
import { connectionState } from './connection-state';

const used = { lastUsedAt: '2026-11-20T09:00:00Z', problemDetail: null, look: null };

test.each([
  [{ ...used, problem: null }, 'good', 'Working'],
  [{ ...used, lastUsedAt: null, problem: null }, 'unused', 'Not used yet'],
  [{ ...used, problem: 'auth_missing' as const }, 'caution', 'HTTP Auth is missing'],
  [{ ...used, problem: 'secrets_unreadable' as const }, 'bad', 'Secrets unreadable'],
])('a connection with %j is %s', (known, kind, label) => {
  expect(connectionState(known)).toMatchObject({ kind, label });
});

const found = { every: 'daily' as const, at: null, failure: null, changeCount: 3 };

test('a connection whose sync would break something says how much', () => {
  expect(connectionState({ ...used, problem: null, look: { ...found, breakCount: 2 } })).toEqual({
    kind: 'caution',
    label: 'A sync would break things',
    why: 'The next sync would break 2 things.',
  });
  const state = connectionState({ ...used, problem: null, look: { ...found, breakCount: 0 } });
  expect(state.label).toBe('Working');
});

test('a connection that the last run could not use says why, in the words of the source', () => {
  const why = 'The password of "runner" is wrong.';
  expect(connectionState({ ...used, problem: 'unreachable', problemDetail: why })).toEqual({
    kind: 'bad',
    label: 'Last run failed',
    why,
  });
});
