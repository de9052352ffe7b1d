import { expect, test } from 'vitest';
import { NO_NAMES } from '@/lib/contract/audit/named-ids';
import { outcomeOf, valuesOf } from './audit-row-words';

const run = {
  runId: 7,
  status: 'failed',
  endReason: 'timed_out',
  trigger: 'person',
  params: { order_id: 12 },
  valueNames: { order_id: 'Order' },
} as const;

test('a run is shown with how it ended and its values', () => {
  expect(outcomeOf({ run, action: 'run.start' })).toMatchObject({ word: 'Timed out' });
  expect(
    valuesOf(
      { run, before: null, after: { run_id: 7 }, holderName: null, names: NO_NAMES, subjectType: 'command' },
      'Order',
    ),
  ).toBe('Order 12');
});

test('a file among the values of a run is shown by its name', () => {
  const file = `data:text/plain;name=note.txt;sha256=${'0a'.repeat(32)},`;
  const withFile = { ...run, params: { file }, valueNames: { file: 'File' } };
  const event = {
    before: null,
    after: { run_id: 7 },
    holderName: null,
    names: NO_NAMES,
    subjectType: 'command',
  };
  expect(valuesOf({ ...event, run: withFile }, 'Order')).toBe('File note.txt');
});

test('a change is shown with what it was and what it became', () => {
  expect(outcomeOf({ run: null, action: 'member.role' })).toBeNull();
  const change = { run: null, holderName: null, names: NO_NAMES, subjectType: 'member' };
  expect(valuesOf({ ...change, before: { role: 'member' }, after: { role: 'admin' } }, 'Jonas')).toBe(
    'role Member → Admin',
  );
  expect(
    valuesOf(
      {
        ...change,
        before: { role: 'member', state: 'pending' },
        after: { role: 'member', state: 'active' },
      },
      'Jonas',
    ),
  ).toBe('state invited → active');
});

test('a person or a group is named, where the name is known', () => {
  const shared = {
    run: null,
    before: null,
    after: { user_id: 'e2a9', role: 'runner' },
    names: NO_NAMES,
    subjectType: 'folder',
  };
  const line = (holderName: string | null) => valuesOf({ ...shared, holderName }, 'Orders');
  expect(line('Maria Keller')).toBe('person Maria Keller · role Runner');
  expect(line(null)).toBe('person e2a9 · role Runner');
});

test('the name of what was created is not repeated', () => {
  const created = {
    run: null,
    holderName: null,
    names: NO_NAMES,
    subjectType: 'command',
    before: null,
    after: { name: 'Exports', rows: 3 },
  };
  expect(valuesOf(created, 'Exports')).toBe('rows 3');
});

test('a refusal says so', () => {
  expect(outcomeOf({ run: null, action: 'refusal' })).toMatchObject({ word: 'Refused' });
});

test('an alert of a job reads as on its form', () => {
  const after = {
    alert_id: 1,
    channel: 'email',
    target: 'Maria Keller',
    events: ['first_failure', 'recovery'],
    only_when: 'always',
    attaches_result: false,
  };
  const event = { run: null, before: null, after, holderName: null, names: NO_NAMES };
  expect(valuesOf({ ...event, subjectType: 'scheduled_job' }, 'Late orders')).toBe(
    'by mail · to Maria Keller · when the first failure in a row, the first success after a failure · successes all · result attached no',
  );
});

test('a request for approval waits until its run begins, and one that was not approved never ran', () => {
  const waiting = { ...run, status: 'starting' as const, endReason: null };
  const denied = { ...run, endReason: 'refused' as const };
  expect(outcomeOf({ run: waiting, action: 'approval.request' })).toMatchObject({
    word: 'Waiting for approval',
  });
  expect(outcomeOf({ run: denied, action: 'approval.request' })).toMatchObject({ word: 'Did not run' });
  expect(outcomeOf({ run: denied, action: 'run.start' })).toMatchObject({ word: 'Refused' });
});
