import { expect, it } from 'vitest';
import { wordsOfAction, wordsOfEvent } from '@/lib/contract/audit/action-words';
import { NO_NAMES } from '@/lib/contract/audit/named-ids';
import { changesOf, runIdOf, subjectOf } from './audit-words';

it('what changed is told key by key, with what it was and what it became', () => {
  expect(
    changesOf({
      before: { role: 'member', note: null },
      after: { role: 'admin', ids: [1, 2] },
      names: NO_NAMES,
      subjectType: 'member',
    }),
  ).toEqual([
    { key: 'role', before: 'Member', after: 'Admin' },
    { key: 'note', before: '—', after: undefined },
    { key: 'ids', before: undefined, after: '1, 2' },
  ]);
});

it('what has nothing before or after changed nothing', () => {
  expect(changesOf({ before: null, after: null, names: NO_NAMES, subjectType: 'member' })).toEqual([]);
});

it('an action without words of its own stands as it was written down', () => {
  expect(wordsOfAction('member.role')).toBe('Changed a role');
  expect(wordsOfAction('constructor.made')).toBe('constructor.made');
});

it('the run of an event is the one it is about, or the one it began, unless it may not be looked into', () => {
  const event = { subjectType: 'command', subjectId: '3', after: { run_id: 7 }, isPrivate: false };
  expect(runIdOf(event)).toBe(7);
  expect(runIdOf({ ...event, after: { name: 'x' } })).toBeNull();
  expect(runIdOf({ ...event, after: null })).toBeNull();
  expect(runIdOf({ ...event, subjectType: 'run', after: null })).toBe(3);
  expect(runIdOf({ ...event, subjectType: 'run', isPrivate: true })).toBeNull();
});

it('an uploaded description is called by its title', () => {
  const event = { subjectName: null, subjectId: '2', before: null, isPrivate: false };
  expect(subjectOf({ ...event, after: { title: 'Parcels', filename: 'parcels.yaml' } })).toBe('Parcels');
  expect(subjectOf({ ...event, after: null })).toBe('2');
});

it('an event says what was done where its action alone would mislead', () => {
  const event = { before: null, after: null, run: null };
  const removed = { ...event, action: 'member.remove', after: { role: 'member', state: 'deleted' } };
  expect(wordsOfEvent({ ...removed, before: { role: 'member', state: 'pending' } })).toBe(
    'Revoked an invitation',
  );
  expect(wordsOfEvent({ ...removed, before: { role: 'member', state: 'active' } })).toBe('Removed a person');
  expect(
    wordsOfEvent({ ...event, action: 'member.restore', after: { role: 'member', state: 'pending' } }),
  ).toBe('Restored an invitation');
  const run = { runId: 7, status: 'success', endReason: null, params: {}, valueNames: {} } as const;
  expect(wordsOfEvent({ ...event, action: 'run.start', run: { ...run, trigger: 'dropdown' } })).toBe(
    'Loaded the options of a dropdown',
  );
  expect(wordsOfEvent({ ...event, action: 'run.start', run: { ...run, trigger: 'person' } })).toBe(
    'Ran a command',
  );
});
