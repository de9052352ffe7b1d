import { expect, test } from 'vitest';
import { outcomeOf, valuesOf } from './audit-row-words';

const run = { runId: 7, status: 'failed', endReason: 'timed_out', params: { order_id: 12 } } as const;

test('a run is shown with how it ended and its values', () => {
  expect(outcomeOf({ run, action: 'run.start' })).toMatchObject({ word: 'Timed out' });
  expect(valuesOf({ run, before: null, after: { run_id: 7 } })).toContain('12');
});

test('a change is shown with what it was and what it became', () => {
  expect(outcomeOf({ run: null, action: 'member.role' })).toBeNull();
  expect(valuesOf({ run: null, before: { role: 'member' }, after: { role: 'admin' } })).toBe(
    'role member → admin',
  );
});

test('a refusal says so', () => {
  expect(outcomeOf({ run: null, action: 'refusal' })).toMatchObject({ word: 'Refused' });
});
