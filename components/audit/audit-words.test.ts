import { expect, it } from 'vitest';
import { changesOf, wordsOfAction } from './audit-words';

it('what changed is told key by key, with what it was and what it became', () => {
  expect(
    changesOf({ before: { role: 'member', note: null }, after: { role: 'admin', ids: [1, 2] } }),
  ).toEqual([
    { key: 'role', before: 'member', after: 'admin' },
    { key: 'note', before: '--', after: undefined },
    { key: 'ids', before: undefined, after: '[1,2]' },
  ]);
});

it('what has nothing before or after changed nothing', () => {
  expect(changesOf({ before: null, after: null })).toEqual([]);
});

it('an action without words of its own stands as it was written down', () => {
  expect(wordsOfAction('member.role')).toBe('Changed a role');
  expect(wordsOfAction('constructor.made')).toBe('constructor.made');
});
