import { expect, test } from 'vitest';
import { grantWords } from '@/lib/access/grant-words';
import { consequenceWords, type Explanation, type Grant, verdictWords } from './why-words';

const nothing = { role: null, accessLevel: null, canSee: false, canRun: false, canConfigure: false };
const looker = { ...nothing, canSee: true };
const runner = {
  role: 'runner' as const,
  accessLevel: 'kit' as const,
  canSee: true,
  canRun: true,
  canConfigure: false,
};
const engineer = { ...runner, role: 'admin' as const, canConfigure: true };
const grant = (changes: Partial<Grant>): Grant => ({
  accessLevel: 'user_kit',
  role: 'runner',
  group: null,
  folder: null,
  void: null,
  withoutIt: nothing,
  ...changes,
});
const of = (changes: Partial<Explanation>): Explanation => ({
  userId: 'ana',
  name: 'Ana',
  email: null,
  membership: 'active',
  visibility: 'org',
  verdict: nothing,
  grants: [],
  ...changes,
});

test('the verdict says what a person can do, and why a stranger to the organization cannot', () => {
  expect(verdictWords(of({ verdict: engineer }))).toBe(
    'Ana can run this command, configure it and share it.',
  );
  expect(verdictWords(of({ verdict: runner }))).toBe('Ana can run this command.');
  expect(verdictWords(of({ verdict: looker }))).toBe('Ana can see this command, but not run it.');
  expect(verdictWords(of({ membership: 'deleted' }))).toContain('removed from the organization');
});

test('a grant says by what', () => {
  expect(grantWords(grant({ accessLevel: 'creator', role: 'admin' }))).toBe('Engineer: created this command');
  const desk = { groupId: 'd', name: 'Desk' };
  const folder = { folderId: 1, name: 'Finance' };
  expect(grantWords(grant({ accessLevel: 'kit', group: desk }))).toBe('Runner, by the group Desk');
  expect(grantWords(grant({ accessLevel: 'dir', role: 'admin', folder, group: desk }))).toBe(
    'Engineer, through the folder Finance, by the group Desk',
  );
});

test('a consequence says what would be left', () => {
  expect(consequenceWords(grant({ withoutIt: nothing }), runner)).toContain('neither see nor run');
  expect(consequenceWords(grant({ withoutIt: looker }), runner)).toContain('see it, but not run it');
  expect(consequenceWords(grant({ withoutIt: runner }), engineer)).toContain(
    'still run it, but not change it',
  );
  expect(consequenceWords(grant({ withoutIt: runner }), runner)).toBe('Also has access another way');
  expect(consequenceWords(grant({ void: 'justme' }), nothing)).toContain('only the creator');
});
