import { expect, it } from 'vitest';
import { accessWays, invitedWords, standingWords } from './access-words';

const engineer = { role: 'admin' as const };
const runner = { role: 'runner' as const };

it('says what a member is, of which commands, and in which groups', () => {
  expect(standingWords({ isAdmin: true, access: [engineer], groups: [] })).toBe(
    'Admin · engineer of every command',
  );
  expect(standingWords({ isAdmin: false, access: [], groups: [] })).toBe('Member · no commands yet');
  expect(standingWords({ isAdmin: false, access: [runner, runner], groups: [{ name: 'Support' }] })).toBe(
    'Member · runner of 2 commands · in Support',
  );
  expect(
    standingWords({
      isAdmin: false,
      access: [engineer, runner, runner],
      groups: [{ name: 'Finance' }, { name: 'Support' }],
    }),
  ).toBe('Member · engineer of 1 command, runner of 2 · in Finance and Support');
});

it('says what an invited person will be', () => {
  const orders = { folderId: 1, name: 'Orders' };
  const promised = [
    { role: 'admin' as const, folder: orders, commandCount: 5 },
    { role: 'runner' as const, folder: null, commandCount: 1 },
  ];
  expect(invitedWords({ isAdmin: false, promised, groups: [{ name: 'Support' }] })).toBe(
    'Invited: will be engineer of 5 commands in Orders and runner of 1 command once they join · in Support',
  );
  expect(invitedWords({ isAdmin: true, promised, groups: [] })).toBe(
    'Invited: will be an admin, engineer of every command, once they join',
  );
  expect(invitedWords({ isAdmin: false, promised: [], groups: [] })).toBe('Invited · no commands yet');
});

it('says each way to a command once', () => {
  const group = { groupId: 'g', name: 'Support' };
  const folder = { folderId: 1, name: 'Orders' };
  const grants = [
    { accessLevel: 'user_kit', role: 'runner', group: null, folder: null },
    { accessLevel: 'kit', role: 'runner', group, folder: null },
    { accessLevel: 'dir', role: 'runner', group, folder },
  ] as const;
  expect(accessWays({ commandId: 1, role: 'runner', grants: [...grants] })).toBe(
    'shared with them; by the group Support; through the folder Orders, by the group Support',
  );
  expect(accessWays({ commandId: 1, role: 'runner', grants: [] })).toBe('');
});
