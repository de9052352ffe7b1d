import { expect, it } from 'vitest';
import { type Notification, wordsOf } from './notification-words';
import { sampleNotification } from './sample-notification';

const about = (kind: Notification['kind'], changes: Partial<Notification>): Notification =>
  sampleNotification(kind, { actorName: null, name: 'rita@example.com', commandId: null, ...changes });

it('a message that could not be delivered is named by its subject and its recipients', () => {
  expect(wordsOf(about('mail_refused', {}))).toBe(
    'Your message to rita@example.com could not be delivered. Check the address.',
  );
  expect(wordsOf(about('mail_refused', { mailSubject: 'Refunds', otherCount: 2 }))).toBe(
    'Your message “Refunds” to rita@example.com and 2 more people could not be delivered. Check the address.',
  );
  expect(wordsOf(about('mail_without_file', { mailSubject: 'Refunds', otherCount: 1 }))).toBe(
    'Your message “Refunds” to rita@example.com and 1 more person was sent with a link instead of the file: the file is too large for mail.',
  );
});
