import { z } from 'zod';
import { id, none, pathId, textId } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { mailOutcomes } from './mail-outcome';

/** How many engineers a person can ask in one request. */
export const MOST_ENGINEERS = 20;

export const listEngineers = operation({
  id: 'listEngineers',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/kits/{kitId}/engineers',
  summary: 'The name of a command that the caller may request, and the engineers who can be asked by email',
  permission: { needs: 'command', action: 'command.request', id: 'path.kitId' },
  params: z.strictObject({ orgId: textId, kitId: pathId }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      commandId: ['kit_id', id],
      name: ['name', z.string()],
      engineers: [
        'engineers',
        z.array(
          resource({
            userId: ['user_id', textId],
            name: ['name', z.string()],
            email: ['email', z.string()],
          }),
        ),
      ],
    }),
  },
});

export const sendGeneralEmail = operation({
  id: 'sendGeneralEmail',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/send_general_email',
  summary:
    'Asks engineers of the organization for access; with kitId, engineers of that command get a link to give it',
  permission: { needs: 'org', action: 'org.read' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: requestBody({
    toAddresses: ['toAddresses', z.array(z.string().max(320)).min(1).max(MOST_ENGINEERS)],
    message: ['message', z.string().trim().min(1).max(2000)],
    subject: ['subject', z.string().trim().min(1).max(200)],
    commandId: ['kitId', id.nullish()],
  }),
  answer: { kind: 'json', status: 200, schema: mailOutcomes },
  idempotent: true,
});

export const readAccessRequest = operation({
  id: 'readAccessRequest',
  method: 'GET',
  effect: 'read',
  path: '/{orgId}/access-requests/{token}',
  summary:
    'Who asks for which command, for the engineer who was sent the link, or has the notification, as `notification-{id}`; sharing with them ends it',
  permission: { needs: 'org', action: 'org.read' },
  params: z.strictObject({ orgId: textId, token: z.string().min(14).max(100) }),
  query: none,
  body: null,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      userId: ['user_id', textId],
      name: ['name', z.string()],
      email: ['email', z.string().nullable()],
      commandId: ['kit_id', id],
      /** What they wrote; null for a request of an earlier release. */
      message: ['message', z.string().nullable()],
    }),
  },
});
