import { describe, expect, test } from 'vitest';
import type { AccessLevel, AccessRole } from '@/lib/access/vocabulary';
import { tabsOf } from './share-tabs';
import { groupsOfCommand, peopleOfCommand, peopleOfFolder } from './sharing';

const person = (userId: string, role: AccessRole, accessLevel: AccessLevel) => ({
  userId,
  uoId: `${userId}_o`,
  name: userId,
  email: null,
  role,
  accessLevel,
  isDeleted: false,
  isPending: false,
});
const group = (groupId: string, role: AccessRole, accessLevel: AccessLevel, ...members: string[]) => ({
  groupId,
  name: groupId,
  role,
  accessLevel,
  people: members.map((userId) => ({ userId, name: userId })),
});
const folder = { folderId: 3, name: 'Finance' };

describe('who has a command', () => {
  const people = [
    person('by-group', 'runner', 'kit'),
    person('by-folder', 'runner', 'dir'),
    person('own', 'runner', 'user_kit'),
    person('boss', 'admin', 'org'),
  ];
  const answer = {
    visibility: 'org' as const,
    people,
    withoutGroups: [],
    allPeople: people,
    groups: [group('Desk', 'runner', 'kit', 'by-group'), group('All', 'runner', 'dir', 'by-folder')],
  };

  test('stands with by what, engineers first', () => {
    expect(peopleOfCommand(answer, folder).map(({ id, origin }) => [id, origin])).toEqual([
      ['boss', { kind: 'org' }],
      ['by-group', { kind: 'group', groupName: 'Desk' }],
      ['by-folder', { kind: 'folder', folder }],
      ['own', { kind: 'here' }],
    ]);
  });

  test('as a group may have it through the folder, which is not taken back here', () => {
    expect(
      groupsOfCommand(answer, folder).map(({ id, origin, userIds }) => [id, origin, userIds.length]),
    ).toEqual([
      ['Desk', { kind: 'here' }, 1],
      ['All', { kind: 'folder', folder }, 1],
    ]);
  });

  test('of several groups the one with the highest role is named', () => {
    const [row] = peopleOfCommand(
      {
        ...answer,
        people: [person('p', 'admin', 'kit')],
        groups: [
          group('A', 'runner', 'kit', 'p'),
          group('B', 'admin', 'kit', 'p'),
          group('C', 'runner', 'kit', 'p'),
        ],
      },
      null,
    );
    expect(row?.origin).toEqual({ kind: 'group', groupName: 'B' });
  });
});

test('a role on a folder is given here, unless a group or the organization gives a higher one', () => {
  const rows = peopleOfFolder({
    people: [
      { userId: 'own', role: 'runner' },
      { userId: 'both', role: 'runner' },
    ],
    allPeople: [
      person('own', 'runner', 'dir'),
      person('both', 'admin', 'dir'),
      person('boss', 'admin', 'org'),
    ],
    groups: [group('Desk', 'admin', 'dir', 'both')],
  });
  expect(rows.map(({ id, origin }) => [id, origin.kind])).toEqual([
    ['both', 'group'],
    ['boss', 'org'],
    ['own', 'here'],
  ]);
});

describe('the tabs', () => {
  const shared = {
    subject: { kind: 'command' as const, orgId: 'o', id: 1 },
    name: 'C',
    role: 'admin' as AccessRole | null,
    visibility: 'org' as 'org' | 'public' | 'store' | null,
    version: 1,
    isCopycat: false,
    people: [],
    groups: [],
    namesOfCommands: [],
  };

  test.each([
    ['an engineer', {}, true, ['share', 'shared-with', 'visibility'], 'share'],
    ['an engineer of a copycat', { isCopycat: true }, true, ['share', 'shared-with'], 'share'],
    ['a runner', { role: 'runner' as const }, true, ['shared-with'], 'shared-with'],
    [
      'a person from another organization',
      { role: 'runner' as const },
      false,
      ['shared-with'],
      'shared-with',
    ],
    [
      'an engineer, public',
      { visibility: 'public' as const },
      true,
      ['share', 'shared-with', 'visibility', 'link'],
      'link',
    ],
    ['who only looks', { visibility: 'public' as const, role: null }, true, ['link'], 'link'],
    [
      'an engineer, store',
      { visibility: 'store' as const },
      true,
      ['share', 'shared-with', 'visibility', 'link', 'store'],
      'share',
    ],
  ])('of a command for %s', (_, changes, isMember, tabs, first) => {
    expect(tabsOf({ ...shared, ...changes }, isMember)).toEqual({ tabs, first });
  });

  test('of a folder have no visibility and no link', () => {
    const ofFolder = { ...shared, subject: { kind: 'folder' as const, orgId: 'o', id: 1 }, visibility: null };
    expect(tabsOf(ofFolder, true).tabs).toEqual(['share', 'shared-with']);
    expect(tabsOf({ ...ofFolder, role: null }, true).tabs).toEqual(['shared-with']);
  });
});
