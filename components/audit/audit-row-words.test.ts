import { expect, test } from 'vitest';
import { outcomeOf, valuesOf } from './audit-row-words';

const run = { runId: 7, status: 'failed', endReason: 'timed_out', params: { order_id: 12 } } as const;

test('a run is shown with how it ended and its values', () => {
  expect(outcomeOf({ run, action: 'run.start' })).toMatchObject({ word: 'Timed out' });
  expect(valuesOf({ run, before: null, after: { run_id: 7 }, holderName: null })).toContain('12');
});

test('a change is shown with what it was and what it became', () => {
  expect(outcomeOf({ run: null, action: 'member.role' })).toBeNull();
  const change = { run: null, holderName: null };
  expect(valuesOf({ ...change, before: { role: 'member' }, after: { role: 'admin' } })).toBe(
    'role member → admin',
  );
  expect(
    valuesOf({
      ...change,
      before: { role: 'member', state: 'pending' },
      after: { role: 'member', state: 'active' },
    }),
  ).toBe('state pending → active');
});

test('a person or a group is named, where the name is known', () => {
  const shared = { run: null, before: null, after: { user_id: 'e2a9', role: 'runner' } };
  expect(valuesOf({ ...shared, holderName: 'Maria Keller' })).toBe('person Maria Keller · role runner');
  expect(valuesOf({ ...shared, holderName: null })).toBe('user_id e2a9 · role runner');
});

test('a refusal says so', () => {
  expect(outcomeOf({ run: null, action: 'refusal' })).toMatchObject({ word: 'Refused' });
});
