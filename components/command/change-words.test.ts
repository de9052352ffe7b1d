import { expect, it } from 'vitest';
import { changeWords, type Release, releaseWords, versionOf } from './change-words';

const release: Release = {
  majorVersion: 0,
  minorVersion: 3,
  patchVersion: 1,
  changedAt: '2026-11-20T08:00:00.000Z',
  changedByUserId: 'a',
  changedBy: { name: 'Dana' },
  changes: [],
  counts: [],
  commands: [],
};

it('a release says how many of what, and adds up what is one thing to a reader', () => {
  const of = (counts: Release['counts']) => releaseWords({ ...release, counts });
  expect(of([{ changeType: 'sync_creation', count: 1 }])).toBe('added a command');
  expect(
    of([
      { changeType: 'sync_creation', count: 3 },
      { changeType: 'sync_deletion', count: 1 },
      { changeType: 'user_deletion', count: 1 },
    ]),
  ).toBe('added 3 commands and deleted 2 commands');
  expect(versionOf(release)).toBe('0.3.1');
});

it('a change says what was done, and to which settings', () => {
  const change = { changeId: 1, templateId: 1, commandId: 1, name: 'Refund' };
  expect(changeWords({ ...change, changeType: 'sync_creation', changed: [] })).toBe('Created');
  expect(
    changeWords({ ...change, changeType: 'user_update', changed: ['description', 'directory_id'] }),
  ).toBe('Changed: description, folder');
  expect(changeWords({ ...change, changeType: 'sync_update', changed: ['inputs'] })).toBe('Synced');
});
