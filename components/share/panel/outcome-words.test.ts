import { expect, test } from 'vitest';
import type { Recipient } from '../recipients/recipients';
import { delayed, heldBack, INVITING, notWrittenTo, outcomeWords, SHARING } from './outcome-words';

const person = (name: string, problem: string | null = null): Recipient => ({
  kind: 'person',
  id: name,
  name,
  email: null,
  role: 'runner',
  problem,
});
const group = (name: string): Recipient => ({
  kind: 'group',
  id: name,
  name,
  peopleCount: 2,
  role: 'runner',
  problem: null,
});
const told = (...recipients: Recipient[]) => outcomeWords(recipients, SHARING);

test('one is named, several are counted', () => {
  expect(told(person('Ana')).success).toBe('Successfully shared with Ana');
  expect(told(group('Desk')).success).toBe('Successfully shared with Desk');
  expect(told(person('Ana'), person('Ben')).success).toBe('Successfully shared with 2 people');
  expect(told(person('Ana'), group('Desk')).success).toBe(
    'Successfully shared with one person and one group',
  );
});

test('failed recipients are reported with the reason, next to successful ones', () => {
  expect(told(person('Ana'), person('Ben', 'Was removed.'))).toEqual({
    success: 'Successfully shared with Ana',
    failures: ['Error sharing with Ben: Was removed.'],
  });
});

test('where nobody could be, each is reported with the reason, too', () => {
  expect(told(person('Ana', 'No.'), person('Ben', 'Was removed.'))).toEqual({
    success: null,
    failures: ['Error sharing with Ana: No.', 'Error sharing with Ben: Was removed.'],
  });
});

test('inviting has words of its own', () => {
  expect(
    outcomeWords([person('Ana'), person('Ben', 'User already has access to this org.')], INVITING),
  ).toEqual({
    success: 'Successfully invited Ana',
    failures: ['Error inviting Ben: User already has access to this org.'],
  });
});

test('who has no address is named: nobody else tells them', () => {
  const outcome = (userId: string, email: string | null, error: string | null = null) => ({
    userId,
    email,
    error,
  });
  const recipients = [person('Ana'), person('Ben'), group('Desk')];
  expect(notWrittenTo(recipients, [outcome('Ana', 'ana@a.test'), outcome('Ben', 'ben@a.test')])).toBeNull();
  expect(notWrittenTo(recipients, [outcome('Ana', null), outcome('Ben', null, 'Was removed.')])).toBe(
    'Ana has no email address, so nothing was sent to them. Tell them yourself.',
  );
  expect(notWrittenTo(recipients, [outcome('Ana', null), outcome('Ben', null)])).toContain(
    'Ana and Ben have no',
  );
});

test('messages that wait for a mail server are said to wait, with what an admin can do', () => {
  expect(delayed([{ posted: 'queued' }, { posted: 'outbox' }], true)).toBeNull();
  expect(delayed([{ posted: 'delayed' }], true)).toBe(
    "The mail server doesn't answer: the message is queued, and is sent once it does. Or copy the link and send it yourself.",
  );
  expect(delayed([{ posted: 'delayed' }, { posted: 'delayed' }], true)).toContain('links from the outbox');
  expect(delayed([{ posted: 'delayed' }], false)).not.toContain('link');
});

test('in a held copy, messages that would have been sent are said to wait', () => {
  expect(heldBack([{ posted: null }, { posted: 'outbox' }])).toBeNull();
  expect(heldBack([{ posted: 'queued' }])).toBe(
    'The message waits: this copy of Pushboard sends nothing until it is released.',
  );
  expect(heldBack([{ posted: 'queued' }, { posted: 'queued' }])).toContain('2 messages wait: this copy');
});
