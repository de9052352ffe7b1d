import { expect, test } from 'vitest';
import {
  isAddress,
  nameOf,
  type Recipient,
  shareBody,
  splitTyped,
  withFound,
  withOutcomes,
  withRecipient,
} from './recipients';

const ana: Recipient = {
  kind: 'person',
  id: 'ana',
  name: 'Ana',
  email: 'a@x.example',
  role: 'runner',
  problem: null,
};
const desk: Recipient = {
  kind: 'group',
  id: 'desk',
  name: 'Desk',
  peopleCount: 3,
  role: 'admin',
  problem: null,
};
const sam: Recipient = { kind: 'address', id: 'sam@y.example', role: 'runner', problem: null };

test('what was typed or pasted is taken apart at commas, semicolons and lines', () => {
  expect(splitTyped(' a@x.example,b@x.example;\nAna Ruiz \n')).toEqual([
    'a@x.example',
    'b@x.example',
    'Ana Ruiz',
  ]);
  expect(splitTyped(' , ;')).toEqual([]);
});

test.each([
  ['ana@x.example', true],
  ['ana.ruiz+tag@mail.x.example', true],
  ['ana@x', false],
  ['ana', false],
  ['ana@x.example b', false],
])('an address: %s %s', (text, isOne) => {
  expect(isAddress(text)).toBe(isOne);
});

test('nobody is chosen twice, and a person and a group of one name are two', () => {
  expect(withRecipient([ana], { ...ana, role: 'admin' })).toEqual([ana]);
  expect(withRecipient([ana], { ...desk, id: 'ana' })).toHaveLength(2);
});

test('what was typed, chosen, and removed during a look-up stays', () => {
  const before = { recipients: [desk], text: 'kim@' };
  expect(withFound(before, [sam, ana], ['nobody'])).toEqual({
    recipients: [desk, sam, ana],
    text: 'nobody, kim@',
  });
  expect(withFound({ recipients: [], text: '' }, [], [])).toEqual({ recipients: [], text: '' });
});

const inOrg = (outsiders: 'both' | 'only-this' | null) => ({
  outsiders,
  orgRole: 'member' as const,
  makesAdmins: false,
});

test('the request names people by id, strangers by address, and groups apart', () => {
  expect(shareBody([desk, ana, { ...sam, role: 'admin' }], '  For today. ', inOrg('only-this'))).toEqual({
    recipients: [
      { userId: 'ana', role: 'runner' },
      { email: 'sam@y.example', role: 'runner' },
    ],
    groups: [{ groupId: 'desk', role: 'admin' }],
    note: 'For today.',
  });
  expect(shareBody([ana], ' ', inOrg(null)).note).toBeNull();
  expect(shareBody([{ ...sam, role: 'admin' }], '', inOrg('both')).recipients).toEqual([
    { email: 'sam@y.example', role: 'admin', orgRole: 'member', isNewToOrg: true, isNewToSubject: true },
  ]);
});

test('members who become admins of the organization are engineers, too, and groups stay what they are', () => {
  const { recipients, groups } = shareBody([ana, desk], '', { ...inOrg(null), makesAdmins: true });
  expect(recipients).toEqual([{ userId: 'ana', role: 'admin', orgRole: 'admin' }]);
  expect(groups).toEqual([{ groupId: 'desk', role: 'admin' }]);
});

test('an address that is invited as an admin of the organization is an engineer, too', () => {
  expect(shareBody([ana, sam], '', { ...inOrg('both'), orgRole: 'admin' }).recipients).toEqual([
    { userId: 'ana', role: 'runner' },
    { email: 'sam@y.example', role: 'admin', orgRole: 'admin', isNewToOrg: true, isNewToSubject: true },
  ]);
});

test('outcomes come back to whom they are of: people before groups', () => {
  const outcome = (error: string | null) => ({
    userId: null,
    email: null,
    groupId: null,
    posted: null,
    mailId: null,
    error,
  });
  const told = withOutcomes([desk, ana, sam], [outcome(null), outcome('Unknown.'), outcome('Gone.')]);
  expect(told.map((one) => [nameOf(one), one.problem])).toEqual([
    ['Ana', null],
    ['sam@y.example', 'Unknown.'],
    ['Desk', 'Gone.'],
  ]);
});
