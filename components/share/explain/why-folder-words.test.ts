import { expect, test } from 'vitest';
import { type FolderExplanation, folderWords } from './why-folder-words';

const nothing = { role: null, canOpen: false, canChange: false };
const opener = { ...nothing, canOpen: true };
const runner = { role: 'runner' as const, canOpen: true, canChange: false };
const engineer = { role: 'admin' as const, canOpen: true, canChange: true };
const grant: FolderExplanation['grants'][number] = {
  accessLevel: 'dir',
  role: 'runner',
  group: null,
  void: null,
  withoutIt: nothing,
};
const of = (changes: Partial<FolderExplanation>) =>
  folderWords({
    userId: 'ana',
    name: 'Ana',
    email: null,
    membership: 'active',
    verdict: nothing,
    commandCount: 0,
    grants: [],
    ...changes,
  });

test('the verdict says what a person can do with a folder, and why a stranger to the organization cannot', () => {
  expect(of({ verdict: engineer }).verdict).toContain('change and share it');
  expect(of({ verdict: runner }).verdict).toBe('Ana can open this folder, and run what is in it.');
  expect(of({ verdict: opener }).verdict).toContain('sees the commands in it that they have');
  expect(of({ membership: 'pending' })).toMatchObject({
    can: false,
    verdict: expect.stringContaining('have not joined the organization yet'),
  });
});

test('where nothing gives the folder, the commands in it that a person has do', () => {
  expect(of({}).none).toContain('Nothing gives them this folder');
  expect(of({ commandCount: 2 }).none).toContain('They have 2 commands in it by other ways');
});

test('each grant says by what, and what would be left without it', () => {
  const without = (
    withoutIt: typeof grant.withoutIt,
    verdict: FolderExplanation['verdict'],
    commandCount = 0,
  ) => of({ verdict, commandCount, grants: [{ ...grant, withoutIt }] }).grants[0]?.consequence;
  expect(without(runner, runner)).toBe('Also has access another way');
  expect(without(runner, engineer)).toContain('still open it and run what is in it');
  expect(without(opener, runner, 1)).toBe('Without it they would see 1 command in it alone.');
  expect(without(nothing, runner)).toBe('Without it they could not open it.');
  const desk = { groupId: 'd', name: 'Desk' };
  expect(of({ grants: [{ ...grant, role: 'admin', group: desk, void: 'deleted' }] }).grants[0]).toMatchObject(
    { words: 'Engineer, by the group Desk', isVoid: true },
  );
});
