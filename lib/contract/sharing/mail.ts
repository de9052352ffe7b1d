import { z } from 'zod';
import { FILTER_HELP, longId, longPathId, none, pathId, queryNumber, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { mailOutcomes } from './mail-outcome';
import { recipient } from './recipient';

export const mailState = z.enum(['outbox', 'waiting', 'sending', 'sent', 'failed']);
export const mailKind = z.enum([
  'invite',
  'share',
  'link',
  'access_request',
  'result',
  'approval',
  'schedule',
  'error',
]);

/** A message as the outbox lists it. */
const listed = {
  mailId: ['mail_id', longId],
  kind: ['kind', mailKind],
  state: ['state', mailState],
  subject: ['subject', z.string()],
  toName: ['to_name', z.string()],
  toAddress: ['to_address', z.string()],
  sentBy: ['sent_by', z.string()],
  attempts: ['attempts', z.int()],
  /** Why the last attempt failed, in the mail server's words. */
  lastError: ['last_error', z.string().nullable()],
  createdAt: ['created_at', time],
  /** The time of the next attempt, while it waits. */
  dueAt: ['due_at', time],
  sentAt: ['sent_at', time.nullable()],
} as const;

export const outboxRow = resource(listed);

export const outboxMessage = resource({
  ...listed,
  /** Null once it was sent: from then on only its reader has the content. */
  content: [
    'content',
    resource({
      paragraphs: ['paragraphs', z.array(z.string())],
      note: ['note', z.string().nullable()],
      link: [
        'link',
        resource({
          label: ['label', z.string()],
          /** Null for a link to join where mail is sent: it is for its reader alone, who becomes a member by it. */
          url: ['url', z.string().nullable()],
          /** Whether the link still works: it may have been used, replaced, or expired. */
          isOpen: ['is_open', z.boolean()],
        }).nullable(),
      ],
      closing: ['closing', z.string()],
    }).nullable(),
  ],
});

const manage = { needs: 'org', action: 'org.manage' } as const;
const oneMessage = z.strictObject({ orgId: textId, mailId: longPathId });

export const listOutbox = operation({
  id: 'listOutbox',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/outbox',
  summary: 'The messages of the organization, the latest first; `before` is the last id of the page before',
  permission: manage,
  params: z.strictObject({ orgId: textId }),
  query: z.strictObject({
    filter: z.array(z.string().max(1000)).max(30).optional().describe(FILTER_HELP),
    before: longPathId.optional(),
    per_page: queryNumber(1, 200).optional(),
  }),
  body: null,
  answer: { kind: 'json', status: 200, schema: z.array(outboxRow) },
});

export const readOutboxMessage = operation({
  id: 'readOutboxMessage',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/outbox/{mailId}',
  summary: 'One message, with its text and link until it was sent',
  permission: manage,
  params: oneMessage,
  query: none,
  body: null,
  answer: { kind: 'json', status: 200, schema: outboxMessage },
});

export const sendAgain = operation({
  id: 'sendAgain',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/outbox/{mailId}/send',
  summary: 'Sends a message that failed, or that was written while there was no mail server',
  permission: manage,
  params: oneMessage,
  query: none,
  body: null,
  answer: { kind: 'json', status: 202, schema: outboxMessage },
});

const linkBody = requestBody({
  recipients: ['recipients', z.array(recipient).min(1).max(500)],
  note: ['optionalNote', z.string().max(2000).nullish()],
  baseUrl: ['baseUrl', z.string().nullish()],
});

export const sendLink = operation({
  id: 'sendLink',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/kits/{kitId}/send_link',
  summary: 'Writes the way to a command to people who have it',
  permission: { needs: 'command', action: 'command.share', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: linkBody,
  answer: { kind: 'json', status: 200, schema: mailOutcomes },
  idempotent: true,
});

export const sendFolderLink = operation({
  id: 'sendFolderLink',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/directories/{directoryId}/send_link',
  summary: 'Mails the link of a folder to people who have access to it',
  permission: { needs: 'folder', action: 'folder.change', id: 'path.directoryId' },
  params: z.strictObject({ orgId: textId, directoryId: pathId }),
  query: none,
  body: linkBody,
  answer: { kind: 'json', status: 200, schema: mailOutcomes },
  idempotent: true,
});
