import { z } from 'zod';
import { id, none, textId, time } from '@/lib/wire/values';
import { requestBody, resource } from '@/lib/wire/wire';
import { operation } from '../operation';
import { mailOutcomes } from '../sharing/mail-outcome';
import { recipient } from '../sharing/recipient';
import { joinToken, orgRole } from './people';

/** The most groups, and the most folders, that an invitation names. */
export const MOST_INVITED_TO = 50;

const withToken = requestBody({ token: ['joinOrgToken', joinToken] });

export const invite = operation({
  id: 'invite',
  method: 'POST',
  effect: 'change',
  path: '/{orgId}/invite',
  summary:
    'Invites people to the organization by email; people already invited get a new link that replaces the old one',
  permission: { needs: 'org', action: 'org.manage' },
  params: z.strictObject({ orgId: textId }),
  query: none,
  body: requestBody({
    recipients: ['recipients', z.array(recipient).max(500)],
    note: ['optionalNote', z.string().max(2000).nullish()],
    baseUrl: ['baseUrl', z.string().nullish()],
    /** Groups that they are in from the start, and folders whose commands they run once they have joined. */
    groupIds: ['groupIds', z.array(textId).max(MOST_INVITED_TO).optional()],
    folderIds: ['directoryIds', z.array(id).max(MOST_INVITED_TO).optional()],
  }),
  answer: { kind: 'json', status: 200, schema: mailOutcomes },
  idempotent: true,
});

/** An invitation that is open, or whose person has joined with it. */
export const invitation = resource({
  orgId: ['org_id', textId],
  orgName: ['org_name', z.string()],
  orgSlug: ['org_slug', z.string()],
  role: ['role', orgRole],
  userId: ['user_id', textId],
  name: ['name', z.string()],
  email: ['email', z.string()],
  invitedBy: ['invited_by', z.string()],
  expiresAt: ['expires_at', time],
  /** Its person has joined: the link leads to the organization, and is of no other use. */
  isAccepted: ['is_accepted', z.boolean()],
});

export const readInvitation = operation({
  id: 'readInvitation',
  method: 'POST',
  effect: 'read',
  path: '/users/invitation',
  summary:
    'Who invites whom to what, by the token of the link, and whether they have joined; 404 once it was replaced, withdrawn, or is older than a week',
  permission: { needs: 'nothing' },
  params: none,
  query: none,
  body: withToken,
  answer: { kind: 'json', status: 200, schema: invitation },
});

export const joinOrg = operation({
  id: 'joinOrg',
  method: 'POST',
  effect: 'change',
  path: '/users/{userId}/join_org',
  summary:
    'Accepts an invitation as the person whom it is for. Changes nothing for a person who has joined with it already',
  permission: { needs: 'signedIn', inPerson: true },
  params: z.strictObject({ userId: textId }),
  query: none,
  body: withToken,
  answer: {
    kind: 'json',
    status: 200,
    schema: resource({
      success: ['success', z.literal(true)],
      message: ['message', z.string()],
      orgId: ['org_id', textId],
      orgSlug: ['org_slug', z.string()],
    }),
  },
});
